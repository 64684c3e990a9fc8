import type { TaggedSentence, TaggedWord } from './tagged-sentence.js';

/** The subject of a verb: the speaker, people in general, the tool, or another. */
export type Subject = 'self' | 'anyone' | 'tool' | 'other' | 'none';

const speaker = /^(?:i|we|i (?:am|have|would|will))$/;
/** People often say "you" of themselves, but advice also applies to others. */
const anyone = 'you';
const others = /^(?:he|she|they|people|others|everyone|somebody|someone|nobody)$/;

/** Finds the subject of the word at a position, in its clause and the two before. */
export function subjectOf({ words, clauses }: TaggedSentence, at: number, tool: RegExp): Subject {
  const own = clauses[at] as number;
  for (let clause = own; clause >= Math.max(0, own - 2); clause--) {
    const start = clauses.indexOf(clause);
    if (start < 0) continue;
    const end = clause === own ? at : clauses.lastIndexOf(clause) + 1;
    const found = subjectIn(words, start, end, tool);
    if (found) return found;
  }
  return 'none';
}

function subjectIn(
  words: readonly TaggedWord[],
  start: number,
  end: number,
  tool: RegExp,
): Subject | undefined {
  let found: Subject | undefined;
  for (let at = start; at < end; at++) {
    const { low, pos } = words[at] as TaggedWord;
    if (speaker.test(low)) found = 'self';
    else if (low === anyone) found = found === 'self' ? found : 'anyone';
    else if (others.test(low)) found = found === 'self' || found === 'anyone' ? found : 'other';
    else if (pos === 'PRON' && /^(?:it|this|that)$/.test(low)) found ??= 'tool';
    else if (/NOUN|PROPN/.test(pos) && /VERB|AUX|ADV/.test(words[at + 1]?.pos ?? '')) {
      found ??= tool.test(low) ? 'tool' : 'other';
    }
  }
  return found;
}
