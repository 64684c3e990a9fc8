import type { Context } from '../../core/context.js';
import { lastAsked, turnsToQuestion } from '../../language/listening.js';
import { turnsOfQuotes } from '../queries/model.js';

/** Words right before and after a quote. */
export interface WordsAround {
  /** The question that the speaker is answering. */
  asked: string | null;
  /** The speaker's own words in the same turn. */
  said: string | null;
  after: string | null;
}

const charactersAround = 200;

/** Returns what stands around a quote in the last of `turns`. */
export function wordsAround(
  turns: readonly { speaker: string; text: string }[],
  { start, end }: { start: number; end: number },
  interviewers: readonly string[],
): WordsAround {
  const text = turns.at(-1)?.text ?? '';
  const asking = turns.slice(0, -1).filter(({ speaker }) => interviewers.includes(speaker));
  return {
    asked: lastAsked(asking.map((turn) => turn.text)) || null,
    said: text.slice(0, start).slice(-charactersAround).trim() || null,
    after: text.slice(end, end + charactersAround).trim() || null,
  };
}

/** Returns what stands around stored quotes, by their ids. */
export async function wordsAroundStored(
  ctx: Context,
  quoteIds: readonly string[],
): Promise<Map<string, WordsAround>> {
  const rows = await ctx.db.rows(turnsOfQuotes, [...new Set(quoteIds)], turnsToQuestion);
  return new Map(
    rows.map(({ quoteId, turns, interviewers, ...span }) => [
      quoteId,
      wordsAround(turns, span, interviewers),
    ]),
  );
}
