import type { Context } from '../../core/context.js';
import { saidByOthers } from '../queries/erase.js';
import {
  readTexts,
  replaceHistory,
  TEXTS,
  type TextRow,
  type TextTable,
  writeTexts,
} from '../queries/texts.js';
import type { OwnWords } from './own-words.js';

/** The passages that other participants are quoted with as well and that therefore stay, in lower case. */
async function sharedPassages(tx: Context, passages: ReadonlySet<string>): Promise<Set<string>> {
  const shared = await tx.db.rows(saidByOthers, [...passages]);
  return new Set(shared.map(({ passage }) => passage));
}

/** Rows between two statements: the connection, in a transaction, waits no longer than a moment. */
const ROWS_AT_ONCE = 500;

/**
 * Removes a participant's words and names from all texts derived from them: labels, recommendations, notes,
 * cards, answers, history. Call it in the transaction that deleted their quotes. Returns the number of changed
 * rows.
 */
export async function redactTexts(tx: Context, own: OwnWords): Promise<number> {
  let changed = 0;
  for (const table of Object.keys(TEXTS) as TextTable[]) {
    const rows = await tx.db.rows(readTexts[table]);
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      changed += await redactRows(tx, own, table, rows.slice(at, at + ROWS_AT_ONCE));
    }
  }
  return changed;
}

async function redactRows(
  tx: Context,
  own: OwnWords,
  table: TextTable,
  rows: readonly TextRow[],
): Promise<number> {
  const passages = new Set<string>();
  const collect = (text: string): string => {
    for (const passage of own.passagesIn(text)) passages.add(passage.toLowerCase());
    return text;
  };
  for (const { texts } of rows) mapStrings(texts, collect);
  // asked even if there are none: a transaction that sends nothing for seconds is given up
  const shared = await sharedPassages(tx, passages);
  let changed = 0;
  for (const { place, texts } of rows) {
    const redacted = JSON.stringify(mapStrings(texts, (text) => own.redact(text, shared)));
    if (redacted === JSON.stringify(texts)) continue;
    const write = table === 'history' ? replaceHistory : writeTexts[table];
    await tx.db.rows(write, place, redacted);
    changed++;
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
