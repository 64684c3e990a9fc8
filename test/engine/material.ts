import { days } from '../../src/core/numbers.js';
import type { SnapshotLine } from '../../src/operations/snapshot/lines.js';

export type Line = { resource: SnapshotLine['resource'] } & Record<string, unknown>;

/** Epoch milliseconds of the moment that this file was loaded, less these days: rules look from now. */
const START = Date.now();
export const ago = (count: number): number => Math.round(START - days(count));

export const person = (participantId: string): Line => ({
  resource: 'participant',
  participantId,
  displayName: `Name of ${participantId}`,
});

export const people = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `p${index + 1}`);

export const study = (studyId: string, more: object = {}): Line => ({
  resource: 'study',
  studyId,
  name: `Study ${studyId}`,
  status: 'active',
  createdAt: ago(300),
  ...more,
});

export const item = (
  sourceItemId: string,
  studyId: string,
  participantId: string,
  daysAgo: number,
  more: object = {},
): Line => ({
  resource: 'sourceItem',
  sourceItemId,
  studyId,
  participantId,
  status: 'analyzed',
  capturedAt: ago(daysAgo),
  ...more,
});

export const theme = (themeId: string, studyId: string): Line => ({
  resource: 'theme',
  themeId,
  studyId,
  label: `Theme ${themeId}`,
  description: 'What people say.',
  sentiment: 'negative',
});

export const quote = (
  evidenceId: string,
  themeId: string,
  sourceItemId: string,
  more: object = {},
): Line => ({
  resource: 'evidence',
  evidenceId,
  kind: 'evidence',
  quote: `It is what it is, said in ${evidenceId}.`,
  themeId,
  sourceItemId,
  ...more,
});

export const signal = (signalId: string, themeIds: string[], more: object = {}): Line => ({
  resource: 'signal',
  signalId,
  label: `Belief ${signalId}`,
  description: 'What we hold true.',
  themes: themeIds.map((themeId) => ({ themeId, relationship: 'supports', addedAt: ago(200) })),
  ...more,
});

export const recommendation = (
  recommendationId: string,
  signalIds: string[],
  more: object = {},
): Line => ({
  resource: 'recommendation',
  recommendationId,
  title: `Do ${recommendationId}`,
  body: 'Because people said so.',
  signalIds,
  confidence: 'moderate',
  generatedAt: ago(100),
  ...more,
});

export const shipped = (daysAgo: number): object => ({
  decision: { value: 'accepted', at: ago(daysAgo + 10) },
  outcome: { value: 'shipped', at: ago(daysAgo) },
});

/** Each of the people says something under the theme, in an interview of their own so many days ago. */
export const said = (
  themeId: string,
  studyId: string,
  who: readonly string[],
  daysAgo: number,
  more: { item?: object; quote?: object } = {},
): Line[] =>
  who.flatMap((participantId) => {
    const id = `${studyId}-${themeId}-${participantId}-${daysAgo}`;
    return [
      item(`i-${id}`, studyId, participantId, daysAgo, more.item),
      quote(`e-${id}`, themeId, `i-${id}`, more.quote),
    ];
  });

/** A belief on one theme of one study, supported by so many people some weeks ago. */
export const belief = (count: number, daysAgo = 40): Line[] => [
  ...people(count).map(person),
  study('s1'),
  theme('t1', 's1'),
  signal('g1', ['t1']),
  ...said('t1', 's1', people(count), daysAgo),
];
