import { expect, it } from 'vitest';
import { terms } from '../../src/language/tokens.js';

it.each([
  ['colour coloured favourite behavioural', 'color colored favorite behavioral'],
  [
    'organise prioritised summarising customisation',
    'organize prioritized summarizing customization',
  ],
  ['cancelled travelling labelled modelling', 'canceled traveling labeled modeling'],
  ['cheque licence centre programme analyse', 'check license center program analyze'],
])('British words are found by American ones: %s', (british, american) => {
  expect(terms(british)).toEqual(terms(american));
});

it('leaves words alone that only look British', () => {
  const kept = 'four hour tour your contour exercise promise surprise advise called rolling';
  expect(terms(kept)).toEqual(terms(kept.toUpperCase()));
  expect(new Set(terms('tour tor exercise exercize advise advize')).size).toBe(6);
});
