import type { Context } from '../../core/context.js';
import { words } from '../../language/tokens.js';
import { turnsOfQuotes } from '../queries/model.js';

/** Words right before and after a quote. */
export interface WordsAround {
  /** The question that the speaker is answering. */
  asked: string | null;
  /** The speaker's own words in the same turn. */
  said: string | null;
  after: string | null;
}

/** Turns before a quote among which its question is looked for. */
export const turnsBefore = 4;
const charactersAround = 200;
const wordsOfQuestion = 6;

/** Returns what stands around a quote in the last of `turns`. */
export function wordsAround(
  turns: readonly { speaker: string; text: string }[],
  { start, end }: { start: number; end: number },
  interviewers: readonly string[],
): WordsAround {
  const text = turns.at(-1)?.text ?? '';
  const asking = turns.slice(0, -1).filter(({ speaker }) => interviewers.includes(speaker));
  // "Hmm, okay." after half an answer is not what the other half answers
  const question = asking.findLast((turn) => isQuestion(turn.text)) ?? asking.at(-1);
  return {
    asked: question?.text ?? null,
    said: text.slice(0, start).slice(-charactersAround).trim() || null,
    after: text.slice(end, end + charactersAround).trim() || null,
  };
}

const isQuestion = (text: string): boolean =>
  text.includes('?') || words(text).length >= wordsOfQuestion;

/** Returns what stands around stored quotes, by their ids. */
export async function wordsAroundStored(
  ctx: Context,
  quoteIds: readonly string[],
): Promise<Map<string, WordsAround>> {
  const rows = await ctx.db.rows(turnsOfQuotes, [...new Set(quoteIds)], turnsBefore);
  return new Map(
    rows.map(({ quoteId, turns, interviewers, ...span }) => [
      quoteId,
      wordsAround(turns, span, interviewers),
    ]),
  );
}
