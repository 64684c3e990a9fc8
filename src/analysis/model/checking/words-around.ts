import type { Context } from '../../../core/context.js';
import { lastQuestion, turnsToQuestion } from '../../../language/last-question.js';
import { turnsOfQuotes } from '../../queries/model.js';

/** Words right before and after a quote. */
export interface WordsAround {
  /** The question that the speaker is answering. */
  asked: string | null;
  /** The speaker's words before (`said`) and after the quote in the same turn. */
  said: string | null;
  after: string | null;
  /** The speaker's turn before this one, and the next one, if they are near. */
  before: string | null;
  next: string | null;
}

interface Turn {
  speaker: string;
  text: string;
}

/** The turns of a talk around a quote; the quote is in the last of `turns`. */
interface TurnsAround {
  turns: readonly Turn[];
  later: readonly Turn[];
}

const charactersAround = 200;
/** Turns after a quote in which its speaker may continue, past a short question. */
const turnsAfter = 2;

/** Returns the turns around a quote in turn `at`. */
export const turnsAround = (turns: readonly Turn[], at: number): TurnsAround => ({
  turns: turns.slice(Math.max(0, at - turnsToQuestion), at + 1),
  later: turns.slice(at + 1, at + 1 + turnsAfter),
});

/** Returns the words around a quote. */
export function wordsAround(
  { turns, later }: TurnsAround,
  { start, end }: { start: number; end: number },
  interviewers: readonly string[],
): WordsAround {
  const { speaker, text } = turns.at(-1) ?? { speaker: '', text: '' };
  const earlier = turns.slice(0, -1);
  const asking = earlier.filter((turn) => interviewers.includes(turn.speaker));
  const own = (turn: Turn): boolean => turn.speaker === speaker;
  return {
    asked: lastQuestion(asking.map((turn) => turn.text)) || null,
    said: text.slice(0, start).slice(-charactersAround).trim() || null,
    after: text.slice(end, end + charactersAround).trim() || null,
    before: earlier.findLast(own)?.text.slice(-charactersAround).trim() || null,
    next: later.find(own)?.text.slice(0, charactersAround).trim() || null,
  };
}

/** Returns the words around stored quotes, by quote id. */
export async function wordsAroundStored(
  ctx: Context,
  quoteIds: readonly string[],
): Promise<Map<string, WordsAround>> {
  const ids = [...new Set(quoteIds)];
  const rows = await ctx.db.rows(turnsOfQuotes, ids, turnsToQuestion, turnsAfter);
  return new Map(
    rows.map(({ quoteId, interviewers, turns, later, ...span }) => [
      quoteId,
      wordsAround({ turns, later }, span, interviewers),
    ]),
  );
}

/** The words of turns next to each other. */
export const joinedTurns = (...turns: readonly (string | null | undefined)[]): string =>
  turns.filter((turn) => turn).join(' / ');
