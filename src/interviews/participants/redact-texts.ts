import type { Context } from '../../core/context.js';
import { saidByOthers } from '../queries/erase.js';
import { readTexts, replaceHistory, TEXTS, type TextTable, writeTexts } from '../queries/texts.js';
import type { OwnWords } from './own-words.js';

/** The passages that other participants are quoted with as well and that therefore stay, in lower case. */
async function sharedPassages(tx: Context, passages: ReadonlySet<string>): Promise<Set<string>> {
  const shared = await tx.db.rows(saidByOthers, [...passages]);
  return new Set(shared.map(({ passage }) => passage));
}

/**
 * Removes a participant's words and names from all texts derived from them: labels, recommendations, notes,
 * cards, answers, history. Call it in the transaction that deleted their quotes. Returns the number of changed
 * rows.
 */
export async function redactTexts(tx: Context, own: OwnWords): Promise<number> {
  let changed = 0;
  for (const table of Object.keys(TEXTS) as TextTable[]) {
    const rows = await tx.db.rows(readTexts[table]);
    const passages = new Set<string>();
    const collect = (text: string): string => {
      for (const passage of own.passagesIn(text)) passages.add(passage.toLowerCase());
      return text;
    };
    for (const { texts } of rows) mapStrings(texts, collect);
    const shared = passages.size > 0 ? await sharedPassages(tx, passages) : new Set<string>();
    for (const { place, texts } of rows) {
      const redacted = JSON.stringify(mapStrings(texts, (text) => own.redact(text, shared)));
      if (redacted === JSON.stringify(texts)) continue;
      const write = table === 'history' ? replaceHistory : writeTexts[table];
      await tx.db.rows(write, place, redacted);
      changed++;
    }
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
