import { wholeWords } from '../../whole-words.js';

/** Shortest first name that is looked for on its own. */
const LEAST_LETTERS = 3;

/** Replaces each name, and its first name alone, by what stands for the person; whole words with their case. */
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
