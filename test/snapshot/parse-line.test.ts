import { describe, expect, it } from 'vitest';
import { parseLine } from '../../src/operations/snapshot/parse-line.js';

const evidence = {
  resource: 'evidence',
  evidenceId: 'e1',
  kind: 'evidence',
  quote: 'It takes two hours.',
  themeId: 't1',
  sourceItemId: 's1',
};
const refused = (line: unknown): string => {
  try {
    parseLine(typeof line === 'string' ? line : JSON.stringify(line), 7);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};

describe('a snapshot line', () => {
  it.each([
    ['not JSON', '{"resource":', /^line 7: expected one JSON object, got "\{/],
    ['an array', '[]', /^line 7: expected one JSON object, got "\[\]"/],
    ['an unknown resource', { resource: 'quote' }, /resource: expected one of .*, got "quote"$/],
    [
      'a missing field',
      { ...evidence, quote: undefined },
      /quote: expected string, but it is missing$/,
    ],
    ['a wrong type', { ...evidence, strength: 'high' }, /strength: expected number, got "high"$/],
    [
      'a number out of range',
      { ...evidence, strength: 1.5 },
      /strength: expected a number from 0 to 1, got 1.5$/,
    ],
    [
      'an unknown enum value',
      { ...evidence, kind: 'proof' },
      /kind: expected one of evidence, counterEvidence, got "proof"$/,
    ],
    [
      'an unknown field',
      { ...evidence, colour: 'red' },
      /colour: no such field here, allowed are resource, evidenceId, kind, quote, /,
    ],
    [
      'too many links',
      {
        resource: 'recommendation',
        recommendationId: 'r1',
        title: 'Do it',
        body: '',
        signalIds: ['sg1'],
        confidence: 'low',
        generatedAt: 1,
        workItemLinks: Array.from({ length: 21 }, (_, at) => ({ url: `https://x.example/${at}` })),
      },
      /workItemLinks: expected at most 20 entries, got \[/,
    ],
    ['an empty quote', { ...evidence, quote: '  ' }, /quote: expected a text that is not empty/],
    ['a NUL character', { ...evidence, quote: 'a\u0000b' }, /quote: expected text without NUL/],
    [
      'half a surrogate pair',
      { ...evidence, note: '\ud83d' },
      /note: expected text without NUL characters and broken/,
    ],
    ['an id with a slash', { ...evidence, themeId: 'a/b' }, /themeId: expected 1 to 128 of A-Z/],
    ['the id ..', { ...evidence, themeId: '..' }, /themeId: expected an id other than/],
    [
      'seconds with a fraction as an instant',
      { ...evidence, capturedAt: 1.5 },
      /capturedAt: expected/,
    ],
    [
      'a derived value',
      {
        resource: 'signal',
        signalId: 's',
        label: 'l',
        description: 'd',
        themes: [],
        stage: 'established',
      },
      /^line 7: stage: the service computes it, so a snapshot cannot state it$/,
    ],
    [
      'a theme linked twice',
      {
        resource: 'signal',
        signalId: 's',
        label: 'l',
        description: 'd',
        themes: [
          { themeId: 't', relationship: 'supports' },
          { themeId: 't', relationship: 'nuances' },
        ],
      },
      /themes: expected each themeId once/,
    ],
    [
      'an outcome without an accepted decision',
      {
        resource: 'recommendation',
        recommendationId: 'r',
        title: 't',
        body: 'b',
        signalIds: [],
        confidence: 'low',
        generatedAt: 1,
        outcome: { value: 'shipped', at: 2 },
      },
      /outcome: expected an outcome only together with the decision/,
    ],
    [
      'a quote on a card that is no live call',
      {
        resource: 'actionCard',
        actionCardId: 'c',
        type: 'low_balance',
        summary: 's',
        priority: 2,
        createdAt: 1,
        quote: 'q',
      },
      /quote: expected no quote and no reason on a card other than live_call/,
    ],
    [
      'a resolution without its time',
      {
        resource: 'actionCard',
        actionCardId: 'c',
        type: 'low_balance',
        summary: 's',
        priority: 2,
        createdAt: 1,
        resolution: 'followed',
      },
      /resolution: expected resolvedAt and resolution together/,
    ],
  ])('with %s is refused, naming line, field and what was expected', (_, line, message) => {
    expect(refused(line)).toMatch(message);
  });

  it('may leave a quote without a time, which is not the same as leaving the time out', () => {
    expect(parseLine(JSON.stringify({ ...evidence, capturedAt: null }), 1)).toMatchObject({
      capturedAt: null,
    });
    expect(parseLine(JSON.stringify(evidence), 1)).not.toHaveProperty('capturedAt');
  });
});
