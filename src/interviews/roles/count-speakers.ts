import type { SpeakerCount } from '../../../db/entities/source-file.js';
import type { Turn } from '../../../db/entities/source-item.js';

const QUESTION = /\?/g;

/** Counts per speaker of a talk, in the order of their first turns. */
export function countSpeakers(turns: readonly Turn[]): SpeakerCount[] {
  const counts = new Map<string, SpeakerCount>();
  for (const { speaker, text } of turns) {
    const known = counts.get(speaker) ?? { name: speaker, turns: 0, words: 0, questions: 0 };
    known.turns++;
    known.words += text.split(/\s+/).length;
    known.questions += text.match(QUESTION)?.length ?? 0;
    counts.set(speaker, known);
  }
  return [...counts.values()];
}
