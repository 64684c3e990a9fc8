import type { DataSource } from 'typeorm';
import type { Answer } from '../../src/answers/ask/answer.js';

/** A team's stored quotes and transcripts, to check its answers against. */
interface Stored {
  quotes: ReadonlyMap<string, string>;
  /** Turns by source item. */
  turns: ReadonlyMap<string, readonly { text: string }[]>;
  /** Evidence ids by the signal that they relate to. */
  ofSignal: ReadonlyMap<string, ReadonlySet<string>>;
}

export async function readStored(dataSource: DataSource, teamId: string): Promise<Stored> {
  const rows = await dataSource.query<{ id: string; quote: string; signal: string | null }[]>(
    `select e.evidence_id as id, e.quote, link.signal_id as signal
     from evidence e left join signal_themes link using (team_id, theme_id)
     where e.team_id = $1 and e.qualifies`,
    [teamId],
  );
  const ofSignal = new Map<string, Set<string>>();
  for (const { id, signal } of rows) {
    if (signal !== null) ofSignal.set(signal, (ofSignal.get(signal) ?? new Set()).add(id));
  }
  const talks = await dataSource.query<{ id: string; turns: { text: string }[] | null }[]>(
    `select source_item_id as id, transcript as turns from source_items where team_id = $1`,
    [teamId],
  );
  const turns = new Map(talks.map((talk) => [talk.id, talk.turns ?? []]));
  return { quotes: new Map(rows.map(({ id, quote }) => [id, quote])), turns, ofSignal };
}

/**
 * True if every quote of an answer is stored byte for byte or appears verbatim in its transcript, and every
 * citation leads to its evidence.
 */
export function holds(
  { answer, citations, parts }: Answer,
  { quotes, turns, ofSignal }: Stored,
): boolean {
  const shown = [...parts.quotes, ...parts.counterQuotes];
  const verbatim = shown.every(
    ({ item: { evidenceId, sourceItemId, quote } }) =>
      answer.includes(`“${quote}”`) &&
      (evidenceId === null
        ? turns.get(sourceItemId)?.some(({ text }) => text.includes(quote))
        : quotes.get(evidenceId) === quote),
  );
  const resolvable = citations.every(({ signalId, evidenceIds }) =>
    evidenceIds.every((id) => ofSignal.get(signalId)?.has(id)),
  );
  const ofNoBelief = shown.every(({ signalId }) => signalId === null);
  return (
    verbatim && resolvable && (parts.beliefs.length > 0 || (citations.length === 0 && ofNoBelief))
  );
}
