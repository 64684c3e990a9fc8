import type { Turn } from '../../../db/entities/source-item.js';

/** Seconds from the start of a turn after which its speaker's next line is another one: a quote's time stays exact to a minute. */
const longestTurnSecs = 60;
const endsClause = /[.!?…,;:–—-]["'”’)\]]{0,3}$/u;
/** Characters at the end of a line that show whether it ends a clause; a whole turn would be searched again with each line. */
const end = 8;
/** A line that starts like this goes on with a sentence; in notes without full stops, any other is a point of its own. */
const goesOn = /^(?:\p{Ll}|I\b)/u;

const isLater = (turn: Turn, next: Turn): boolean =>
  next.atSecs !== undefined && next.atSecs - (turn.atSecs ?? 0) >= longestTurnSecs;

const between = (line: string, next: string): string =>
  endsClause.test(line.slice(-end)) || goesOn.test(next) ? ' ' : '\n';

/**
 * Joins what a speaker says in several lines, each with a label, as captions and recognizers write one sentence: a quote, and the words
 * around it, are looked for within a turn.
 */
export function wholeTurns(turns: readonly Turn[]): Turn[] {
  const whole: Turn[] = [];
  for (const [at, turn] of turns.entries()) {
    const last = whole.at(-1);
    if (!last || last.speaker !== turn.speaker || turn.speaker === '' || isLater(last, turn)) {
      whole.push({ ...turn });
    } else last.text += between(turns[at - 1]?.text ?? '', turn.text) + turn.text;
  }
  return whole;
}
