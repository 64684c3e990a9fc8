import { Evidence, Theme } from '../../../db/entities/evidence.js';
import { Signal, SignalTheme } from '../../../db/entities/signal.js';
import { SourceItem } from '../../../db/entities/source-item.js';
import { Participant, Study } from '../../../db/entities/study.js';
import type { TeamDatabase } from '../../../db/team-database.js';
import { days } from '../../../src/core/numbers.js';

export const NOW = new Date('2026-05-01T12:00:00.000Z');
export const daysAgo = (count: number): Date => new Date(NOW.getTime() - days(count));
export const daysAhead = (count: number): Date => daysAgo(-count);

export const study = (studyId: string, more: Partial<Study> = {}) => ({
  studyId,
  name: `Study ${studyId}`,
  status: 'active' as const,
  createdAt: daysAgo(200),
  ...more,
});

export const participant = (participantId: string) => ({
  participantId,
  displayName: `Person ${participantId}`,
});

export const sourceItem = (
  sourceItemId: string,
  studyId: string,
  participantId: string,
  more: Partial<SourceItem> = {},
) => ({
  sourceItemId,
  studyId,
  participantId,
  status: 'analyzed' as const,
  capturedAt: daysAgo(10),
  ...more,
});

export const theme = (themeId: string, studyId: string) => ({
  themeId,
  studyId,
  label: `Theme ${themeId}`,
  description: `About ${themeId}`,
  sentiment: 'neutral' as const,
});

/** Derived columns start wrong on purpose: refreshing the facts has to set them right. */
export const quote = (
  evidenceId: string,
  themeId: string,
  sourceItemId: string,
  more: Partial<Evidence> = {},
) => ({
  evidenceId,
  kind: 'evidence' as const,
  quote: `Words of ${evidenceId}`,
  themeId,
  sourceItemId,
  studyId: '?',
  participantId: '?',
  qualifies: false,
  ...more,
});

export const signal = (signalId: string, refNumber: number, more: Partial<Signal> = {}) => ({
  signalId,
  refNumber,
  label: `Signal ${signalId}`,
  description: `Belief ${signalId}`,
  createdAt: daysAgo(300),
  ...more,
});

export const link = (signalId: string, themeId: string, more: Partial<SignalTheme> = {}) => ({
  signalId,
  themeId,
  position: 1,
  relationship: 'supports' as const,
  ...more,
});

export interface Corpus {
  studies?: ReturnType<typeof study>[];
  participants?: ReturnType<typeof participant>[];
  sourceItems?: ReturnType<typeof sourceItem>[];
  themes?: ReturnType<typeof theme>[];
  evidence?: ReturnType<typeof quote>[];
  signals?: ReturnType<typeof signal>[];
  links?: ReturnType<typeof link>[];
}

/** Stores a team's material as it is given; the facts are not refreshed. */
export async function store(db: TeamDatabase, corpus: Corpus): Promise<void> {
  await db.transaction(async (tx) => {
    for (const row of corpus.studies ?? []) await tx.insert(Study, row);
    for (const row of corpus.participants ?? []) await tx.insert(Participant, row);
    for (const row of corpus.sourceItems ?? []) await tx.insert(SourceItem, row);
    for (const row of corpus.themes ?? []) await tx.insert(Theme, row);
    for (const row of corpus.evidence ?? []) await tx.insert(Evidence, row);
    for (const row of corpus.signals ?? []) await tx.insert(Signal, row);
    for (const row of corpus.links ?? []) await tx.insert(SignalTheme, row);
  });
}
