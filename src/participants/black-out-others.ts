import { SourceItem } from '../../db/entities/source-item.js';
import * as erase from '../../db/queries/participants/erase.js';
import type { Context } from '../context.js';
import { removeMaterial } from '../ingest/remove-material.js';
import { refreshSearch } from '../search/refresh-search.js';
import type { OwnWords } from './own-words.js';

/** Who spoke where an erased person did. */
const NOBODY = '(erased)';

/** A turn of so many UTF-16 units is said once; shorter ones (“Yes, I think so.”) are said by many. */
const TELLING_LENGTH = 60;

/** What a person is found by in the interviews of others. */
interface Traces {
  /** Names that they speak under, in small letters. */
  speakers: readonly string[];
  /** Names and addresses that others mention. */
  names: readonly string[];
  /** What they said, turn by turn. */
  spoken: readonly string[];
}

const literal = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Takes a person out of the interviews of others: what they said there, with the quotes from it, and their names
 * in what others said. Turns and characters keep their places, so that every other quote is still an exact span.
 */
export async function blackOutOthers(
  tx: Context,
  own: OwnWords,
  { speakers, names, spoken }: Traces,
): Promise<void> {
  const patterns = names.map(literal);
  const turns = spoken.filter((text) => text.length >= TELLING_LENGTH);
  const items = await tx.db.rows(erase.interviewsNaming, speakers, patterns, turns);
  const touched = new Set<string>();
  for (const { sourceItemId } of items) {
    touched.add(sourceItemId);
    await blackOutOne(tx, own, sourceItemId, { speakers, turns: new Set(turns) });
  }
  for (const { quoteId, quote, sourceItemId } of await tx.db.rows(erase.quotesNaming, patterns)) {
    touched.add(sourceItemId);
    const blackened = own.blackOut(quote);
    await tx.db.rows(erase.rewriteEvidence, quoteId, blackened);
    await tx.db.rows(erase.rewriteQuote, quoteId, blackened);
  }
  if (touched.size > 0) await refreshSearch(tx, { sourceItemIds: [...touched] });
}

async function blackOutOne(
  tx: Context,
  own: OwnWords,
  sourceItemId: string,
  traces: { speakers: readonly string[]; turns: ReadonlySet<string> },
): Promise<void> {
  const [item] = await tx.db.find(
    SourceItem,
    { sourceItemId },
    { select: { transcript: true, interviewers: true } },
  );
  const turns = item?.transcript ?? [];
  // Who says the same in the same words here is the same person, however they are called.
  const labels = new Set(
    turns.filter(({ text }) => traces.turns.has(text)).map(({ speaker }) => speaker),
  );
  const spoke = (speaker: string) =>
    labels.has(speaker) || traces.speakers.includes(speaker.toLowerCase());
  const said = turns.flatMap(({ speaker }, index) => (spoke(speaker) ? [index] : []));
  const quotes = await tx.db.rows(erase.quotesFromTurns, sourceItemId, said);
  if (quotes.length > 0) {
    await removeMaterial(tx, { quoteIds: quotes.map(({ quoteId }) => quoteId) });
  }
  const rewritten = turns.map((turn) =>
    spoke(turn.speaker)
      ? { ...turn, speaker: NOBODY, text: NOBODY }
      : { ...turn, speaker: own.blackOut(turn.speaker), text: own.blackOut(turn.text) },
  );
  const interviewers = (item?.interviewers ?? []).map((name) => own.blackOut(name));
  const others = said.length > 0 ? [...interviewers, NOBODY] : interviewers;
  await tx.db.rows(erase.rewriteTranscript, sourceItemId, JSON.stringify(rewritten), others);
}
