import { DAY, T0 } from '../support/snapshot.js';

/** Lines of a team made for one purpose: `people` take part in `studies`, each with one interview in each. */
export function research(studies: string[], people: string[]): object[] {
  return [
    ...people.map((participantId) => ({
      resource: 'participant',
      participantId,
      displayName: `Name of ${participantId}`,
    })),
    ...studies.flatMap((studyId, at) => [
      {
        resource: 'study',
        studyId,
        name: `Study ${studyId}`,
        status: 'active',
        createdAt: T0 + at,
      },
      ...people.map((participantId, index) => ({
        resource: 'sourceItem',
        sourceItemId: `${studyId}-${participantId}`,
        studyId,
        participantId,
        status: 'analyzed',
        capturedAt: T0 + (index + 1) * DAY,
      })),
    ]),
  ];
}

export const theme = (themeId: string, studyId: string, more: object = {}): object => ({
  resource: 'theme',
  themeId,
  studyId,
  label: `Label of ${themeId}`,
  description: 'What people say.',
  sentiment: 'neutral',
  ...more,
});

export const quote = (
  evidenceId: string,
  themeId: string,
  sourceItemId: string,
  more: object = {},
): object => ({
  resource: 'evidence',
  evidenceId,
  kind: 'evidence',
  quote: `Words of ${evidenceId}.`,
  themeId,
  sourceItemId,
  ...more,
});

export const signal = (
  signalId: string,
  themes: [themeId: string, relationship: string][],
  more: object = {},
): object => ({
  resource: 'signal',
  signalId,
  label: `Label of ${signalId}`,
  description: 'A belief.',
  themes: themes.map(([themeId, relationship]) => ({ themeId, relationship })),
  ...more,
});

export const recommendation = (
  recommendationId: string,
  signalIds: string[],
  more: object = {},
): object => ({
  resource: 'recommendation',
  recommendationId,
  title: `Title of ${recommendationId}`,
  body: 'Do it.',
  signalIds,
  confidence: 'moderate',
  generatedAt: T0,
  ...more,
});

export const gap = (researchGapId: string, signalId: string, more: object = {}): object => ({
  resource: 'researchGap',
  researchGapId,
  signalId,
  type: 'missing_breadth',
  status: 'open',
  description: 'Too narrow.',
  suggestedAction: 'Ask others.',
  createdAt: T0,
  ...more,
});

export const card = (actionCardId: string, more: object = {}): object => ({
  resource: 'actionCard',
  actionCardId,
  type: 'research_gap',
  summary: 'Look at this.',
  priority: 5,
  createdAt: T0,
  refs: {},
  ...more,
});
