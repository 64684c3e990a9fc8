import { saidByOthers } from '../../db/queries/participants/erase.js';
import {
  readTexts,
  replaceHistory,
  TEXTS,
  type TextTable,
  writeTexts,
} from '../../db/queries/participants/texts.js';
import type { Context } from '../context.js';
import { mapStrings } from './map-strings.js';
import type { OwnWords } from './own-words.js';

/** What of a person's words others are quoted with too: it stays theirs. In small letters. */
async function sharedPassages(tx: Context, passages: ReadonlySet<string>): Promise<Set<string>> {
  const shared = await tx.db.rows(saidByOthers, [...passages]);
  return new Set(shared.map(({ passage }) => passage));
}

/**
 * Takes a person's words and names out of every text of the team that was made of them or about them: labels,
 * recommendations, notes, cards, answers, history. In the caller's transaction, after their quotes are gone.
 * Gives how many rows it changed.
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
