import type { TaggedSentence, TaggedWord } from './tagged-sentence.js';

/** The subject of a verb: the speaker, people in general, the tool, or another. */
export type Subject = 'self' | 'anyone' | 'tool' | 'other' | 'none';

const speaker = /^(?:i|we|i (?:am|have|would|will))$/;
/** People often say "you" of themselves, but advice also applies to others. */
const anyone = 'you';
const others = /^(?:he|she|they|people|others|everyone|somebody|someone|nobody)$/;

/** After these, another subject follows: "I think my colleagues check it". */
const reports =
  /^(?:know|think|thought|believe|feel|felt|see|saw|seen|hear|heard|notice|noticed|say|said|guess|suppose|suspect|hope|imagine|tell|told)$/;
/** "Most teachers I know use it" is about the teachers. */
const knows = /^(?:know|talk|talked|work|worked)$/;
const persons =
  /(?:[^ln]ers|ors|ists|ents|mates|folks|kids|guys|friends|colleagues|peers|staff|boss|manager|team|wife|husband|son|daughter|friend|colleague|teacher|client|customer)$/;

/** Finds the subject of the word at a position, in its clause and the two before. */
export function subjectOf({ words, clauses }: TaggedSentence, at: number, tool: RegExp): Subject {
  const own = clauses[at] as number;
  for (let clause = own; clause >= Math.max(0, own - 2); clause--) {
    const start = clauses.indexOf(clause);
    if (start < 0) continue;
    const end = clause === own ? at : clauses.lastIndexOf(clause) + 1;
    const found = subjectIn(words, start, end, tool);
    if (found) return found;
    // "parents who write with it" are not the speaker
    const isOfThem =
      words[start]?.low === 'who' && !/^(?:i|me|us|we)$/.test(words[start - 1]?.low ?? '');
    if (isOfThem) return 'other';
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
  let isReported = false;
  for (let at = start; at < end; at++) {
    const { low, pos } = words[at] as TaggedWord;
    const next = words[at + 1];
    const yields = found === undefined || found === 'other' || isReported;
    if (speaker.test(low)) {
      const isOfOthers = knows.test(next?.low ?? '') && persons.test(words[at - 1]?.low ?? '');
      found = isOfOthers ? 'other' : 'self';
      isReported = false;
    } else if (reports.test(low)) isReported = found === 'self';
    else if (low === anyone) found = found === 'self' ? found : 'anyone';
    else if (others.test(low)) found = yields || found === 'tool' ? 'other' : found;
    else if (pos === 'PRON' && /^(?:it|this|that)$/.test(low)) found ??= 'tool';
    else if (isReported && /NOUN/.test(pos) && persons.test(low)) found = 'other';
    else if (/NOUN|PROPN/.test(pos) && /VERB|AUX|ADV/.test(next?.pos ?? '')) {
      found ??= tool.test(low) ? 'tool' : 'other';
    }
  }
  return found;
}
