import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import type { TestDatabase } from '../support/database.js';

type Line = Record<string, unknown>;

export const NOW = Date.now();
export const daysAgo = (days: number): number => NOW - days * 86_400_000;

/** Two studies, six people, one belief with quotes on both sides, one recommendation, one gap. */
export const research = (): Line[] => [
  {
    resource: 'study',
    studyId: 's1',
    name: 'Onboarding interviews',
    status: 'completed',
    createdAt: daysAgo(60),
  },
  {
    resource: 'study',
    studyId: 's2',
    name: 'Billing calls',
    status: 'active',
    createdAt: daysAgo(30),
  },
  ...['Ana Petrova', 'Ben Osei', 'Chidi Eze', 'Dana Holm', 'Eli Roth', 'Fatima Noor'].flatMap(
    (displayName, i): Line[] => [
      { resource: 'participant', participantId: `p${i}`, displayName, email: `p${i}@example.com` },
      {
        resource: 'sourceItem',
        sourceItemId: `i${i}`,
        studyId: i < 3 ? 's1' : 's2',
        participantId: `p${i}`,
        status: 'analyzed',
        capturedAt: daysAgo(10 + i),
      },
      {
        resource: 'evidence',
        evidenceId: `e${i}`,
        kind: i === 5 ? 'counterEvidence' : 'evidence',
        quote: `I gave up on the invoice export for the ${i + 1}. time.`,
        themeId: i < 3 ? 't1' : 't2',
        sourceItemId: `i${i}`,
        strength: 0.9 - i / 10,
      },
    ],
  ),
  {
    resource: 'theme',
    themeId: 't1',
    studyId: 's1',
    label: 'Export',
    description: 'Export fails',
    sentiment: 'negative',
  },
  {
    resource: 'theme',
    themeId: 't2',
    studyId: 's2',
    label: 'Export again',
    description: 'Export fails',
    sentiment: 'negative',
  },
  {
    resource: 'signal',
    signalId: 'sig1',
    ref: 'SIG-12',
    label: 'Exporting invoices takes several tries',
    description: 'People try the export again and again.',
    implication: 'The export must work the first time.',
    themes: [
      { themeId: 't1', relationship: 'supports', narrative: 'Newcomers meet it at once.' },
      { themeId: 't2', relationship: 'supports' },
    ],
  },
  {
    resource: 'recommendation',
    recommendationId: 'r1',
    title: 'Make the export resume by itself',
    body: 'An export that stops goes on where it stopped.',
    signalIds: ['sig1'],
    confidence: 'high',
    generatedAt: daysAgo(3),
    actionItems: [{ action: 'Store the position', priority: 'high', supportingEvidence: 'e0' }],
  },
  {
    resource: 'researchGap',
    researchGapId: 'g1',
    signalId: 'sig1',
    type: 'thin_counter_evidence',
    status: 'open',
    description: 'Nobody was asked when it works.',
    suggestedAction: 'Ask three people for whom it works.',
    createdAt: daysAgo(2),
  },
];

export const card = (overrides: Line = {}): Line => ({
  resource: 'actionCard',
  actionCardId: 'c1',
  type: 'cross_study_signal',
  summary: 'The export trouble shows up in a second study',
  priority: 5,
  createdAt: daysAgo(1),
  refs: { signalId: 'sig1', studyIds: ['s1', 's2'] },
  ...overrides,
});
export const recommendationCard = (overrides: Line = {}): Line =>
  card({
    actionCardId: 'rc1',
    type: 'new_recommendation',
    summary: 'A recommendation waits for your decision',
    priority: 3,
    refs: { recommendationId: 'r1' },
    ...overrides,
  });

/** Imports lines into a team; research is there unless told otherwise. */
export async function load(
  database: TestDatabase,
  teamId: string,
  lines: Line[],
  base = research(),
): Promise<void> {
  const all = [...base, ...lines].map((line) => JSON.stringify(line));
  await importSnapshot(database.context(teamId), () => all);
}
