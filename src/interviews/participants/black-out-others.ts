import { SourceItem } from '../../../db/entities/source-item.js';
import { itemsOfSameTalks } from '../../../db/queries/transcripts.js';
import type { CodebookEntry } from '../../analysis/codebook/entry.js';
import { withoutErasedLines, withPatternLines } from '../../analysis/codebook/patterns.js';
import { refreshSearch } from '../../answers/search/refresh-search.js';
import type { Context } from '../../core/context.js';
import * as erase from '../queries/erase.js';
import { saidByOthers } from '../queries/erase.js';
import {
  lockTexts,
  readTexts,
  replaceHistory,
  TEXTS,
  type TextRow,
  type TextTable,
  writeTexts,
} from '../queries/texts.js';
import { removeMaterial } from '../remove-material.js';
import type { OwnWords } from './own-words.js';

/** Speaker name that replaces an erased participant. */
const NOBODY = '(erased)';

/** A turn of this many UTF-16 units is unique to its speaker; shorter ones (“Yes, I think so.”) are common. */
const TELLING_LENGTH = 60;

/** The traces that identify a participant in the interviews of others. */
interface Traces {
  /** Names that they speak under, in lower case. */
  speakers: readonly string[];
  /** Names and addresses that others mention. */
  names: readonly string[];
  /** Their words, turn by turn. */
  spoken: readonly string[];
}

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Removes a participant from the interviews of others: their turns, the quotes from them, and their names in
 * other turns. Turns and characters keep their positions, so that every other quote is still an exact span.
 */
export async function blackOutOthers(
  tx: Context,
  own: OwnWords,
  { speakers, names, spoken }: Traces,
): Promise<void> {
  const patterns = names.map(likePattern);
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
  const others = await tx.db.rows(itemsOfSameTalks, [...touched]);
  for (const { sourceItemId } of others) touched.add(sourceItemId);
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
  // A speaker with the same words here is the same person under another name.
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

/** The passages that other participants are also quoted with, and that therefore stay, in lower case. */
async function sharedPassages(tx: Context, passages: ReadonlySet<string>): Promise<Set<string>> {
  const shared = await tx.db.rows(saidByOthers, [...passages]);
  return new Set(shared.map(({ passage }) => passage));
}

/** Rows read at once: it keeps memory use small and the transaction's connection from idling for long. */
const ROWS_AT_ONCE = 500;

/**
 * Removes a participant's words and names from all derived texts: labels, recommendations, notes, cards, answers,
 * history. Lines of the codebook's patterns that have their words are dropped: `[erased]` would be a pattern that
 * matches nearly everything. Call it in the transaction that deleted their quotes. Returns the numbers of changed rows
 * and dropped patterns.
 */
export async function redactTexts(
  tx: Context,
  own: OwnWords,
): Promise<{ texts: number; patterns: number }> {
  const total = { texts: 0, patterns: 0 };
  for (const table of Object.keys(TEXTS) as TextTable[]) {
    const { places } = (await tx.db.row(lockTexts[table])) as { places: string[] };
    for (let at = 0; at < places.length; at += ROWS_AT_ONCE) {
      const rows = await tx.db.rows(readTexts[table], places.slice(at, at + ROWS_AT_ONCE));
      const { texts, patterns } = await redactRows(tx, own, table, rows);
      total.texts += texts;
      total.patterns += patterns;
    }
  }
  return total;
}

async function redactRows(
  tx: Context,
  own: OwnWords,
  table: TextTable,
  rows: readonly TextRow[],
): Promise<{ texts: number; patterns: number }> {
  const passages = new Set<string>();
  const collect = (text: string): string => {
    for (const passage of own.passagesIn(text)) passages.add(passage.toLowerCase());
    return text;
  };
  for (const { texts } of rows) mapStrings(texts, collect);
  // asked even if there are none: a transaction that sends nothing for seconds is aborted
  const shared = await sharedPassages(tx, passages);
  const changed = { texts: 0, patterns: 0 };
  for (const { place, texts } of rows) {
    const { definition } = texts as { definition?: CodebookEntry | null };
    const pruned =
      definition &&
      withPatternLines(definition, (lines) => own.withoutLines(withoutErasedLines(lines), shared));
    changed.patterns += pruned?.removed ?? 0;
    const kept = pruned ? { ...texts, definition: pruned.entry } : texts;
    const redacted = JSON.stringify(mapStrings(kept, (text) => own.redact(text, shared)));
    if (redacted === JSON.stringify(texts)) continue;
    const write = table === 'history' ? replaceHistory : writeTexts[table];
    await tx.db.rows(write, place, redacted);
    changed.texts++;
  }
  return changed;
}

/** Maps every string in a JSON value; keys stay. */
function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((inner) => mapStrings(inner, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapStrings(inner, change)]),
  );
}
