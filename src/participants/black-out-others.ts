import { SourceItem } from '../../db/entities/source-item.js';
import * as erase from '../../db/queries/participants/erase.js';
import type { Context } from '../context.js';
import { removeMaterial } from '../ingest/remove-material.js';
import { refreshSearch } from '../search/refresh-search.js';
import type { OwnWords } from './own-words.js';

/** Who spoke where an erased person did. */
const NOBODY = '(erased)';

const literal = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Takes a person out of the interviews of others: what they said there, with the quotes from it, and their names
 * in what others said. Turns and characters keep their places, so that every other quote is still an exact span.
 */
export async function blackOutOthers(
  tx: Context,
  own: OwnWords,
  { speakers, names }: { speakers: readonly string[]; names: readonly string[] },
): Promise<void> {
  const patterns = names.map(literal);
  const items = await tx.db.rows(erase.interviewsNaming, speakers, patterns);
  const touched = new Set<string>();
  for (const { sourceItemId } of items) {
    touched.add(sourceItemId);
    await blackOutOne(tx, own, sourceItemId, speakers);
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
  speakers: readonly string[],
): Promise<void> {
  const [item] = await tx.db.find(
    SourceItem,
    { sourceItemId },
    { select: { transcript: true, interviewers: true } },
  );
  const spoke = (speaker: string) => speakers.includes(speaker.toLowerCase());
  const turns = item?.transcript ?? [];
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
