import type { Context } from '../../core/context.js';
import type { Span } from '../../language/sentences.js';
import { namesOfTeam } from '../queries/model.js';

/** A text without names, and the way back to the places of the original. */
export interface Hidden {
  text: string;
  /** The span of the original that a span of `text` covers; a name counts whole. */
  original(span: Span): Span;
}

/** Replaces names by pseudonyms; several texts of one question share them. */
export type HideNames = (text: string) => Hidden;

const leastLetters = 3;
/** Labels that name nobody: "Participant 3", "Speaker A", "P07". */
const generic =
  /^(?:participant|speaker|user|guest|interviewee|interviewer|respondent|customer|person|moderator|host|anonymous|unknown|erased)$/i;
const nameOrAddress =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu;

const plain = (word: string): string => word.toLowerCase().replace(/['’]s$/, '');

/** The words of names and the addresses of the team's participants and of `others`, by which they are found. */
export async function namesToHide(
  ctx: Context,
  others: readonly string[] = [],
): Promise<ReadonlyMap<string, string>> {
  const words = new Map<string, string>();
  if (ctx.models?.reading?.sendNames) return words;
  const people = await ctx.db.rows(namesOfTeam);
  for (const { displayName, email } of people) {
    if (email) words.set(email.toLowerCase(), displayName);
    addName(words, displayName);
  }
  for (const name of others) addName(words, name);
  return words;
}

function addName(words: Map<string, string>, name: string): void {
  if (name.includes('@')) words.set(name.toLowerCase(), name);
  for (const word of name.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []) {
    const isName =
      word.length >= leastLetters && /^\p{Lu}|^\p{Lo}/u.test(word) && !generic.test(word);
    if (isName && !words.has(word.toLowerCase())) words.set(word.toLowerCase(), name);
  }
}

interface Piece {
  person: string;
  /** The place of the pseudonym. */
  at: number;
  length: number;
  /** The place of the name. */
  from: number;
  to: number;
}

/** Pseudonyms "Participant 1", "Participant 2"… in order of appearance within one question. */
export function pseudonyms(names: ReadonlyMap<string, string>): HideNames {
  const numbers = new Map<string, number>();
  const aliasOf = (person: string): string => {
    numbers.set(person, numbers.get(person) ?? numbers.size + 1);
    return `Participant ${numbers.get(person)}`;
  };
  return (text) => {
    const pieces: Piece[] = [];
    let hidden = '';
    let last = 0;
    for (const { 0: word, index } of text.matchAll(nameOrAddress)) {
      const person = isCapital(word) ? names.get(plain(word))?.toLowerCase() : undefined;
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
}

const isCapital = (word: string): boolean => word.includes('@') || !/^\p{Ll}/u.test(word);

function originalPlace(pieces: readonly Piece[], place: number, within: 'from' | 'to'): number {
  let shift = 0;
  for (const piece of pieces) {
    if (place <= piece.at) break;
    if (place < piece.at + piece.length) return piece[within];
    shift = piece.to - (piece.at + piece.length);
  }
  return place + shift;
}
