import { wholeWords } from '../../language/whole-words.js';

/** Minimum length of a first name that is matched on its own. */
const LEAST_LETTERS = 3;

/** Replaces each full name, and its first name alone, with an alias; whole words, case-sensitive. */
export function hideNames(text: string, aliases: ReadonlyMap<string, string>): string {
  let hidden = text;
  for (const [name, alias] of aliases) {
    const first = name.split(/\s+/)[0] as string;
    const spellings = [
      name,
      ...(first.length >= LEAST_LETTERS && /^\p{Lu}/u.test(first) ? [first] : []),
    ];
    hidden = hidden.replace(wholeWords(spellings, 'g'), alias);
  }
  return hidden;
}
