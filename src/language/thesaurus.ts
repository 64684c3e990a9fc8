import { wordLines } from './stop-words.js';
import { termOf } from './tokens.js';

const relatedWords = wordLines('related-words.txt');
const related = readGroups(relatedWords);
const alternatives = readGroups([...relatedWords, ...wordLines('everyday-synonyms.txt')]);

/** The stems related to a stem in product language; none for most. */
export function relatedTerms(term: string): ReadonlySet<string> {
  return related.get(term) ?? none;
}

/** The stems that may stand for a stem: its related terms and everyday synonyms. */
export function alternativeTerms(term: string): ReadonlySet<string> {
  return alternatives.get(term) ?? none;
}

const none: ReadonlySet<string> = new Set();

function readGroups(lines: readonly string[]): Map<string, Set<string>> {
  const result = new Map<string, Set<string>>();
  for (const line of lines) {
    const group = line.split(' ').map(termOf);
    for (const term of group) {
      const others = result.get(term) ?? new Set<string>();
      for (const other of group) if (other !== term) others.add(other);
      result.set(term, others);
    }
  }
  return result;
}
