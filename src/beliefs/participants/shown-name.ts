import { participantsNamed } from '../../../db/queries/participants.js';
import type { Context } from '../../core/context.js';
import type { TeamSettings } from '../../core/team-settings.js';
import { cut } from '../../core/words.js';
import { wholeWords } from '../../language/tokens.js';

/** The form of participants' names that the team chose, for Slack and issues. */
export type Names = TeamSettings['names'];

const MOST_WORDS = 5;
const WORD = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}.-]|['’](?![sS]\b))*/gu;
/** Marks that change the direction of the text around them. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

const oneLine = (text: string, max: number): string =>
  cut(text.replace(DIRECTION, '').replace(/\s+/g, ' ').trim(), max) || '(empty)';

/** A participant's name as the team shows it: in full, first name and initial, or none. */
export function shownName(displayName: string, names: Names): string {
  switch (names) {
    case 'full':
      return oneLine(displayName, LONGEST_SHOWN);
    case 'hidden':
      return 'A participant';
    case 'short':
      return shortName(oneLine(displayName, 200));
  }
}

/** The sentence with these participants' names as the team shows them. */
export function withShownNames(
  sentence: string,
  participants: readonly (string | null | undefined)[],
  names: Names,
): string {
  if (names === 'full') return sentence;
  return participants
    .filter((name): name is string => Boolean(name && name.trim().length > 1))
    .toSorted((a, b) => b.length - a.length)
    .reduce(
      (text, name) => text.replace(wholeWords([name], 'g'), () => shownName(name, names)),
      sentence,
    );
}

/** The text with the names of all of the team's participants as the team shows them. */
export async function withTeamsNamesShown(
  ctx: Context,
  text: string,
  names: Names,
): Promise<string> {
  if (names === 'full') return text;
  return withShownNames(text, await participantsIn(ctx, [text]), names);
}

/** Every run of two to five words that may be a participant's full name. */
export function possibleNames(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    const words = [...text.matchAll(WORD)].map(([word]) => word.replace(/\.$/, ''));
    for (let start = 0; start < words.length; start++) {
      const most = Math.min(MOST_WORDS, words.length - start);
      for (let count = 2; count <= most; count++) {
        found.add(words.slice(start, start + count).join(' '));
      }
    }
  }
  return [...found];
}

/** The team's participants whose full names occur in these texts. */
export async function participantsIn(ctx: Context, texts: readonly string[]): Promise<string[]> {
  const possible = possibleNames(texts);
  if (possible.length === 0) return [];
  const people = await ctx.db.rows(participantsNamed, possible);
  return people.map(({ displayName }) => displayName);
}

const LONGEST_FIRST = 40;
/** Longest part of a full name that a message shows. */
const LONGEST_SHOWN = 80;

/**
 * The first name and the initial of the last. A code such as "P07" or "Participant 12" stays
 * as it is; an e-mail address loses its host.
 */
function shortName(displayName: string): string {
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
