import { expect, it } from 'vitest';
import { lastQuestion } from '../../src/language/last-question.js';

it.each([
  [['How do you sign in?', 'Mm-hmm.', 'Okay, got it.'], 'How do you sign in?'],
  [
    ['How do you sign in?', 'Tell me what you make of this page'],
    'Tell me what you make of this page',
  ],
  [
    ['What do these words mean to you?', 'Fiscal Rescinded'],
    'What do these words mean to you? … Fiscal Rescinded',
  ],
  [['What does it mean?', 'Hmm, okay.', 'And this?'], 'What does it mean? … And this?'],
  [['Fiscal Rescinded'], 'Fiscal Rescinded'],
  [['Right.', 'Uh-huh.'], ''],
  [[], ''],
])('of %j, the last thing asked is %j', (turns, asked) => {
  expect(lastQuestion(turns)).toBe(asked);
});
