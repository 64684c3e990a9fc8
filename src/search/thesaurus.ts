import { everydaySynonyms } from './everyday-synonyms.js';
import { relatedWords } from './thesaurus-words.js';
import { termOf } from './tokens.js';

const related = readGroups(relatedWords);
const alternatives = readGroups(`${relatedWords.trim()}\n${everydaySynonyms.trim()}`);

/** The stems that stand near a stem in the language of products; none for most. */
export function relatedTerms(term: string): ReadonlySet<string> {
  return related.get(term) ?? none;
}

/** The stems by which what a stem means may be found: its related terms, and everyday words for the same. */
export function alternativeTerms(term: string): ReadonlySet<string> {
  return alternatives.get(term) ?? none;
}

const none: ReadonlySet<string> = new Set();

function readGroups(lines: string): Map<string, Set<string>> {
  const result = new Map<string, Set<string>>();
  for (const line of lines.trim().split('\n')) {
    const group = line.split(' ').map(termOf);
    for (const term of group) {
      const others = result.get(term) ?? new Set<string>();
      for (const other of group) if (other !== term) others.add(other);
      result.set(term, others);
    }
  }
  return result;
}
