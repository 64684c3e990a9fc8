import type { Cue, Way } from './ways.js';

/** So many words on, what is said is plainly said of the subject; twice as many, what something is used for. */
const reach = 4;
/** So many words on at most stands what somebody uses. */
const directly = 2;
/** What is good somewhere is not the place. */
const placed =
  /\b(?:in|at|during|within|inside|throughout)(?: (?:the|a|an|my|our|their|your|\w+ing))?$/;
/** What is said of anything, and so of nothing. */
const faintPraise = /^(?:good|great|nice|cool|fine|fun|best)$/;

/**
 * The way in which a cue plainly speaks of what stands at these places of a clause: undefined where that is far from
 * it, or its place, or praised as anything is ("a good friend"). "Filters help" and "I use filters" are of filters;
 * with "it helps with filters" and "I use it for filters", filters have an aid.
 */
export function plainWay(
  { way, first, last }: Cue,
  at: readonly number[],
  spoken: readonly string[],
): Way | undefined {
  const [start, end] = [Math.min(...at), Math.max(...at)];
  const isBefore = last < start;
  const between = isBefore ? start - last : first - end;
  const isAid = isBefore && (way === 'help' || (way === 'use' && between > directly));
  if (between <= 0 || between > (isAid ? 2 * reach : reach)) return undefined;
  const leadingUp = spoken.slice(Math.max(0, start - 3), start).join(' ');
  if (inFavour.has(way) && placed.test(leadingUp)) return undefined;
  if (way === 'use' && !isBefore) return undefined;
  const isEpithet = way === 'liking' && isBefore && first === last;
  if (isEpithet && (between > 1 || faintPraise.test(spoken[first] as string))) return undefined;
  return isAid ? 'aid' : way;
}

const inFavour: ReadonlySet<Way> = new Set(['help', 'use', 'liking']);
