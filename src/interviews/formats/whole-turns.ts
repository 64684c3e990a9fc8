import type { Turn } from '../../../db/entities/source-item.js';

/**
 * Seconds from the start of a turn after which the speaker's next line starts a new turn. It keeps a quote's time
 * exact to a minute.
 */
const longestTurnSecs = 60;
const endsClause = /[.!?…,;:–—-]["'”’)\]]{0,3}$/u;
/**
 * Number of characters at the end of a turn that show whether it ends a clause; searching the whole turn for each
 * line would be slow.
 */
const end = 8;
/**
 * A line that starts like this continues a sentence. In notes without full stops, any other line is a separate
 * point.
 */
const goesOn = /^(?:\p{Ll}|I\b)/u;

const isLater = (turn: Turn, next: Turn): boolean =>
  next.atSecs !== undefined && next.atSecs - (turn.atSecs ?? 0) >= longestTurnSecs;

const between = (line: string, next: string): string =>
  endsClause.test(line.slice(-end)) || goesOn.test(next) ? ' ' : '\n';

/**
 * Joins consecutive lines of one speaker. Captions and recognizers split one sentence into several labeled lines,
 * but a quote and its surroundings are looked for within one turn.
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
