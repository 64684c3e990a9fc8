import { mayBeEnglish } from '../../../language/english.js';
import {
  directionOf,
  similarityOfTexts,
  similarityOfWords,
} from '../../../language/word-vectors.js';
import type { Talk } from '../../queries/transcripts.js';
import type { QueryModel } from '../../search/concept.js';
import type { Pause } from './pauses.js';
import type { Window } from './windows.js';

// Values chosen on 400 questions about sixteen studies (docs/quality.md).
/** Weights of the question before a window, for the window's subject and for its words. */
const shareOfAsked = { subject: 0.4, word: 0.5 };
/** Minimum similarity for a word to stand for another. */
const leastAlike = 0.5;
const weightOfWords = 0.6;
/** Similarity of windows in a language without word vectors: usual for a near window in English. */
const unknown = 1;
/** Characters of a talk from which its language is recognized. */
const sample = 4000;

/**
 * Returns a function that rates how alike each window and a query are in other words, 0 to 1.6: by what both are
 * about as a whole, and by the word nearest to each word of the query.
 */
export async function similarityIn(
  windows: readonly Window[],
  pause: Pause,
): Promise<(query: QueryModel) => Promise<number[]>> {
  const talks = new Set(windows.map(({ turn }) => turn.talk));
  const english = new Set([...talks].filter(isInEnglish));
  const known: (Known | undefined)[] = [];
  for (const window of windows) {
    known.push(english.has(window.turn.talk) ? read(window) : undefined);
    await pause();
  }
  return async (query) => {
    const subject = directionOf(query.sequence);
    const words = query.concepts.map(({ term, weight }) => ({ weight, similarity: toWord(term) }));
    const total = words.reduce((sum, { weight }) => sum + weight, 0);
    const found: number[] = [];
    for (const window of known) {
      await pause();
      if (!window) {
        found.push(unknown);
        continue;
      }
      const said = words.reduce((sum, one) => sum + one.weight * bestOf(window, one.similarity), 0);
      const asWhole = Math.max(0, similarityOfTexts(subject, window.subject));
      found.push(asWhole + (total === 0 ? 0 : (weightOfWords * said) / total));
    }
    return found;
  };
}

/** A window prepared for comparison by word vectors. */
interface Known {
  quote: readonly string[];
  asked: readonly string[];
  subject: Float32Array;
}

function read({ quoteTerms, contextTerms }: Window): Known {
  const [quote, asked] = [quoteTerms.split(' '), contextTerms.split(' ')];
  const before = directionOf(asked);
  const subject = directionOf(quote).map((part, at) => part + shareOfAsked.subject * before[at]!);
  return { quote, asked, subject };
}

function bestOf({ quote, asked }: Known, similarity: (term: string) => number): number {
  let best = 0;
  for (const term of quote) best = Math.max(best, similarity(term));
  for (const term of asked) best = Math.max(best, shareOfAsked.word * similarity(term));
  return best;
}

/** Returns a function that rates how well another word stands for `term`, 0 to 1. */
function toWord(term: string): (other: string) => number {
  const known = new Map<string, number>([[term, 1]]);
  return (other) => {
    const share =
      known.get(other) ??
      Math.max(0, (similarityOfWords(term, other) - leastAlike) / (1 - leastAlike));
    known.set(other, share);
    return share;
  };
}

const isInEnglish = ({ transcript }: Talk): boolean =>
  mayBeEnglish(
    transcript
      .map(({ text }) => text)
      .join(' ')
      .slice(0, sample),
  );
