import { eachPersonFirst } from '../../../beliefs/participants/each-person-first.js';
import { pseudonyms } from '../../../beliefs/participants/pseudonyms.js';
import type { Context } from '../../../core/context.js';
import { estimateTokens } from '../../../core/models/context-room.js';
import { cut } from '../../../core/words.js';
import { beginningOf, endOf } from '../checking/check-pairs.js';
import { joinedTurns } from '../checking/words-around.js';
import { type Believed, longestQuote, type Row, wordsAroundRows } from '../finding/material.js';

const quotesShown = { for: 4, against: 2 };
/** Characters of a question's end, and of the speaker's words on each side of a quote. */
const longest = { asked: 120, around: 140 };
/**
 * If a quote has fewer characters of its own turn before or after it, the speaker's turn on that side is shown, too.
 */
const fewAround = 40;

/** A belief with the quotes to show, and the number of people who support it. */
export interface Listed {
  statement: string;
  people: number;
  for: readonly Shown[];
  against: readonly Shown[];
}

interface Shown {
  participantId: string;
  sourceItemId: string;
  /** The quote, what its speaker said before and after it, and the end of the question. */
  words: readonly string[];
}

/** A list in the form sent to a model: [number, sentence, how many say so, quotes for it, quotes against it]. */
export function shownList(beliefs: readonly Listed[], names: ReadonlyMap<string, string>) {
  const hide = pseudonyms(names);
  const people = [...new Set(beliefs.flatMap((one) => [...one.for, ...one.against].map(personOf)))];
  const quoted = (said: Shown) => [
    people.indexOf(personOf(said)) + 1,
    ...said.words.map((words) => hide(words).text),
  ];
  return beliefs.map((one, n) => [
    ...[n, one.statement, one.people],
    ...[one.for.map(quoted), one.against.map(quoted)],
  ]);
}

const personOf = ({ participantId }: { participantId: string }): string => participantId;

/** Chooses the quotes to show for each belief, and adds the words around them. */
export async function listedOf(ctx: Context, beliefs: readonly Believed[]): Promise<Listed[]> {
  const chosen = beliefs.map(({ statement, for: agree, against }) => ({
    statement,
    people: new Set(agree.map(personOf)).size,
    for: eachPersonFirst(agree, personOf).slice(0, quotesShown.for),
    against: eachPersonFirst(against, personOf).slice(0, quotesShown.against),
  }));
  const around = await wordsAroundRows(
    ctx,
    chosen.flatMap((one) => [...one.for, ...one.against]),
  );
  const withWords = (row: Row): Shown => {
    const { said, before, after, next, asked } = around.get(row) ?? {};
    const earlier = joinedTurns(isLong(said) ? null : before, said);
    const later = joinedTurns(after, isLong(after) ? null : next);
    return {
      ...{ participantId: row.participantId, sourceItemId: row.sourceItemId },
      words: [
        cut(row.quote, longestQuote),
        endOf(earlier, longest.around),
        beginningOf(later, longest.around),
        endOf(asked ?? '', longest.asked),
      ],
    };
  };
  return chosen.map((one) => ({
    ...one,
    for: one.for.map(withWords),
    against: one.against.map(withWords),
  }));
}

const isLong = (words: string | null | undefined): boolean => (words?.length ?? 0) >= fewAround;

/**
 * Fills lists in order, each with at most `most` beliefs and `room` tokens; `answer` is the tokens of the answer on
 * one belief.
 */
export function packed(
  ordered: readonly Listed[],
  { room, answer, most }: { room: number; answer: number; most: number },
): Listed[][] {
  const lists: Listed[][] = [];
  let left = 0;
  for (const one of ordered) {
    const shown = [one.statement, ...[...one.for, ...one.against].map(({ words }) => words)];
    const size = estimateTokens(JSON.stringify(shown)) + answer;
    const last = lists.at(-1);
    if (last && size <= left && last.length < most) last.push(one);
    else {
      lists.push([one]);
      left = room;
    }
    left -= size;
  }
  return lists;
}
