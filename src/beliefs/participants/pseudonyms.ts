import { namesOfTeam, wordsInNames, wordsOfRoles } from '../../../db/queries/participants.js';
import { read } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import type { Span } from '../../language/sentences.js';

/** A text without names, and the mapping back to positions in the original. */
export interface Hidden {
  text: string;
  /** The span of the original that a span of `text` covers; names are covered whole. */
  original(span: Span): Span;
}

/** Replaces names by pseudonyms; several texts of one question share them. */
export type HideNames = (text: string) => Hidden;

/** Words of names and addresses, lower case, with the person or address that they stand for. */
type Names = ReadonlyMap<string, string>;

const leastLetters = 3;
/**
 * A word that this many participants have in names with a number ("Nurse 3") is their role and does not identify
 * anyone.
 */
const leastOfRole = 3;
/** Labels that do not identify anyone: "Participant 3", "Speaker A", "P07". */
const generic =
  /^(?:participant|speaker|user|guest|interviewee|interviewer|respondent|customer|person|moderator|host|anonymous|unknown|erased)$/i;
const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const nameOrAddress = new RegExp(
  `${address.source}|\\p{L}[\\p{L}\\p{M}]*(?:['’-]\\p{L}[\\p{L}\\p{M}]*)*`,
  'gu',
);

const plain = (word: string): string => word.toLowerCase().replace(/['’]s$/, '');

const isCapital = (word: string): boolean => word.includes('@') || !/^\p{Ll}/u.test(word);

/**
 * The words of the names, and the e-mail addresses, of the team's participants and of `others`. Empty if a setting
 * allows names to be sent.
 */
export async function namesToHide(ctx: Context, others: readonly string[] = []): Promise<Names> {
  const words = new Map<string, string>();
  if (ctx.models?.sendNames) return words;
  const people = await ctx.db.rows(namesOfTeam);
  const roles = rolesIn(people.map(({ displayName }) => displayName));
  for (const { displayName, email } of people) {
    if (email) words.set(email.toLowerCase(), displayName);
    addName(words, displayName, roles);
  }
  for (const name of others) addName(words, name, roles);
  return words;
}

/** The words that are roles rather than names, as `wordsOfRoles` finds them. */
function rolesIn(names: readonly string[]): Set<string> {
  const counts = new Map<string, number>();
  for (const name of names) {
    if (!/\d/.test(name) || name.includes('@')) continue;
    for (const part of new Set(wordsOf(name).flatMap(partsOf))) {
      counts.set(part, (counts.get(part) ?? 0) + 1);
    }
  }
  return new Set([...counts].filter(([, count]) => count >= leastOfRole).map(([part]) => part));
}

/**
 * Returns the names to hide in these texts only, which reads fewer participants than `namesToHide`: `people` by their
 * whole names, other participants by the words of their names, and every e-mail address.
 */
export async function namesIn(
  ctx: Context,
  texts: readonly string[],
  people: readonly string[],
): Promise<Names> {
  const names = new Map<string, string>();
  if (ctx.models?.sendNames) return names;
  const unknown = new Map<string, string>();
  for (const text of texts) {
    for (const [found] of text.matchAll(address)) {
      if (!names.has(found.toLowerCase())) names.set(found.toLowerCase(), found);
    }
    for (const [word] of text.matchAll(nameOrAddress)) {
      const mayBeName = isCapital(word) && !word.includes('@') && word.length >= leastLetters;
      if (mayBeName && !generic.test(word)) unknown.set(plain(word), word.replace(/['’]s$/, ''));
    }
  }
  const parts = [...new Set([...unknown.keys(), ...people.flatMap(wordsOf)].flatMap(partsOf))];
  const [inNames, ofRoles] = await ctx.db.together(
    read(wordsInNames, parts),
    read(wordsOfRoles, parts, leastOfRole),
  );
  const roles = new Set(ofRoles.map(({ word }) => word));
  for (const name of people) addName(names, name, roles);
  const found = new Set(inNames.map(({ word }) => word).filter((word) => !roles.has(word)));
  for (const [word, asWritten] of unknown) {
    if (!names.has(word) && partsOf(word).some((part) => found.has(part))) {
      names.set(word, asWritten);
    }
  }
  return names;
}

/** "anne-marie" is two words of a name. */
const partsOf = (word: string): string[] =>
  word.split(/[-’]/).filter((part) => part.length >= leastLetters && !generic.test(part));

/** The words of a name that may identify a person, in lower case. */
const wordsOf = (name: string): string[] =>
  (name.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [])
    .filter(
      (word) => word.length >= leastLetters && /^\p{Lu}|^\p{Lo}/u.test(word) && !generic.test(word),
    )
    .map((word) => word.toLowerCase());

function addName(words: Map<string, string>, name: string, roles: ReadonlySet<string>): void {
  if (name.includes('@')) words.set(name.toLowerCase(), name);
  for (const word of wordsOf(name)) {
    const parts = partsOf(word);
    const isRole = parts.length > 0 && parts.every((part) => roles.has(part));
    if (!isRole && !words.has(word)) words.set(word, name);
  }
}

interface Piece {
  person: string;
  /** Position of the pseudonym in the new text. */
  at: number;
  length: number;
  /** Span of the name in the original. */
  from: number;
  to: number;
}

/** Pseudonyms "Participant 1", "Participant 2"… in order of appearance within one question. */
export const pseudonyms = (names: Names): HideNames => numberedPseudonyms(names, 1).hide;

/** Pseudonyms numbered from `first` on; `reveal` puts the names back into a text. */
export function numberedPseudonyms(
  names: Names,
  first: number,
): { hide: HideNames; reveal(text: string): string } {
  const people = new Map([...new Set(names.values())].map((name) => [name.toLowerCase(), name]));
  const numbers = new Map<string, number>();
  const aliasOf = (person: string): string => {
    numbers.set(person, numbers.get(person) ?? first + numbers.size);
    return `Participant ${numbers.get(person)}`;
  };
  const personAt = (word: string): string | undefined =>
    isCapital(word) ? names.get(plain(word))?.toLowerCase() : undefined;
  const hide: HideNames = (text) => {
    const whole = text.trim().toLowerCase();
    const pieces: Piece[] = [];
    let hidden = '';
    let last = 0;
    for (const { 0: word, index } of text.matchAll(nameOrAddress)) {
      const person = personAt(word) && people.has(whole) ? whole : personAt(word);
      if (person === undefined) continue;
      const to = index + word.replace(/['’]s$/, '').length;
      const before = pieces.at(-1);
      if (before?.person === person && text.slice(before.to, index).trim() === '') {
        // first and last name become one pseudonym
        before.to = to;
      } else {
        hidden += text.slice(last, index);
        const alias = aliasOf(person);
        pieces.push({ person, at: hidden.length, length: alias.length, from: index, to });
        hidden += alias;
      }
      last = to;
    }
    hidden += text.slice(last);
    return {
      text: hidden,
      original: ({ start, end }) => ({
        start: originalPlace(pieces, start, 'from'),
        end: originalPlace(pieces, end, 'to'),
      }),
    };
  };
  const reveal = (text: string): string => {
    const byNumber = new Map([...numbers].map(([person, number]) => [number, people.get(person)]));
    return text.replace(
      /\bparticipant (\d+)\b/gi,
      (alias, number) => byNumber.get(Number(number)) ?? alias,
    );
  };
  return { hide, reveal };
}

function originalPlace(pieces: readonly Piece[], place: number, within: 'from' | 'to'): number {
  let shift = 0;
  for (const piece of pieces) {
    if (place <= piece.at) break;
    if (place < piece.at + piece.length) return piece[within];
    shift = piece.to - (piece.at + piece.length);
  }
  return place + shift;
}
