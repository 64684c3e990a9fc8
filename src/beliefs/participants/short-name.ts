import { cut } from '../../core/words.js';

const LONGEST_FIRST = 40;
/** Longest part of a full name that a message shows. */
export const LONGEST_SHOWN = 80;

/**
 * The first name and the initial of the last. A code such as "P07" or "Participant 12" stays
 * as it is; an e-mail address loses its host.
 */
export function shortName(displayName: string): string {
  const words = displayName.replace(/@.*$/, '').trim().split(/\s+/);
  const [first = '', last] = [words[0] || 'Someone', words.length > 1 ? words.at(-1) : undefined];
  if (last === undefined) return cut(first, LONGEST_FIRST);
  if (/\d/.test(last)) return cut(`${first} ${last}`, LONGEST_FIRST);
  return `${cut(first, LONGEST_FIRST)} ${[...last][0]?.toUpperCase()}.`;
}

/** Every form of a full name that the service itself writes into stored texts. */
export const shownForms = (name: string): string[] => {
  const whole = name.replace(/\s+/g, ' ').trim();
  const short = shortName(whole);
  return [name, whole, cut(whole, LONGEST_SHOWN), short, short.replace(/\.$/, '')];
};
