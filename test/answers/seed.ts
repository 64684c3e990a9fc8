import { Evidence, type EvidenceKind, Theme } from '../../db/entities/evidence.js';
import type { Relationship } from '../../db/entities/signal.js';
import { Signal, SignalTheme } from '../../db/entities/signal.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { Participant, Study } from '../../db/entities/study.js';
import { refreshSearch } from '../../src/answers/search/refresh-search.js';
import { refreshFacts } from '../../src/beliefs/signals/refresh-facts.js';
import { type Context, inTransaction } from '../../src/core/context.js';

export interface SeededQuote {
  id: string;
  quote: string;
  study?: string;
  theme?: string;
  person?: string;
  kind?: EvidenceKind;
  note?: string;
  qualifies?: boolean;
  capturedAt?: Date | null;
}

export interface SeededSignal {
  id: string;
  label: string;
  themes: Record<string, Relationship>;
  archived?: boolean;
}

const createdAt = new Date('2026-01-05T09:00:00Z');

/** Stores quotes with the studies, themes and people they name, and brings facts and index up to date. */
export async function seed(
  ctx: Context,
  quotes: readonly SeededQuote[],
  signals: readonly SeededSignal[] = [],
): Promise<void> {
  const { db } = ctx;
  const all = quotes.map((quote) => {
    const study = quote.study ?? 'study';
    const person = quote.person ?? `person-${quote.id}`;
    return { theme: `theme-${study}`, ...quote, study, person, source: `${study}.${person}` };
  });
  for (const study of new Set(all.map((quote) => quote.study))) {
    await db.insert(Study, { studyId: study, name: study, status: 'completed', createdAt });
  }
  for (const person of new Set(all.map((quote) => quote.person))) {
    await db.insert(Participant, { participantId: person, displayName: person });
  }
  for (const one of unique(all, (quote) => quote.theme)) {
    const text = { label: one.theme, description: '', sentiment: 'neutral' as const };
    await db.insert(Theme, { themeId: one.theme, studyId: one.study, ...text });
  }
  for (const one of unique(all, (quote) => quote.source)) {
    await db.insert(SourceItem, {
      sourceItemId: one.source,
      studyId: one.study,
      participantId: one.person,
      status: 'analyzed',
      capturedAt: createdAt,
    });
  }
  for (const one of all) {
    await db.insert(Evidence, {
      evidenceId: one.id,
      kind: one.kind ?? 'evidence',
      quote: one.quote,
      note: one.note ?? null,
      themeId: one.theme,
      sourceItemId: one.source,
      studyId: one.study,
      participantId: one.person,
      capturedAt: one.capturedAt === undefined ? createdAt : one.capturedAt,
      withdrawn: one.qualifies === false,
      qualifies: one.qualifies ?? true,
    });
  }
  for (const [index, signal] of signals.entries()) await insertSignal(ctx, signal, index + 1);
  await inTransaction(ctx, async (tx) => {
    await refreshFacts(tx);
    await refreshSearch(tx);
  });
}

async function insertSignal(ctx: Context, signal: SeededSignal, refNumber: number): Promise<void> {
  await ctx.db.insert(Signal, {
    signalId: signal.id,
    refNumber,
    label: signal.label,
    description: signal.label,
    archived: signal.archived ?? false,
    archiveReason: signal.archived ? 'retired' : null,
    archivedAt: signal.archived ? createdAt : null,
  });
  for (const [position, [themeId, relationship]] of Object.entries(signal.themes).entries()) {
    const link = { signalId: signal.id, themeId, relationship, position };
    await ctx.db.insert(SignalTheme, link);
  }
}

function unique<T>(values: readonly T[], key: (value: T) => string): T[] {
  return [...new Map(values.map((value) => [key(value), value])).values()];
}
