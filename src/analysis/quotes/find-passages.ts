import { type Span, sentencesOf } from '../../language/sentences.js';
import { type Rated, rateSentence, worthQuoting } from './rate-sentence.js';

/** One to three sentences of a turn that are worth quoting; the span is trimmed to sentence boundaries. */
interface Passage extends Span {
  rated: Rated;
}

export const LONGEST_QUOTE = 400;
const MOST_SENTENCES = 3;
/** A following sentence is included if it scores at least this share. */
const worthTaking = 0.75;

const leansBack =
  /^(?:and|but|so|because|cause|which|that|this|it|they|those|these|he|she|then|or|also|plus|like|especially|for example|for instance|otherwise|therefore)\b/i;

interface Sentence extends Span {
  text: string;
  rated: Rated;
}

/**
 * Returns the passages of a turn worth quoting, best first; no two overlap.
 *
 * @param least minimum score of a quoted sentence
 */
export function findPassages(turn: string, least = worthQuoting): Passage[] {
  const sentences = sentencesOf(turn).map(({ start, end }): Sentence => {
    const text = turn.slice(start, end);
    return { start, end, text, rated: rateSentence(text) };
  });
  const taken = new Set<number>();
  const seeds = [...sentences.keys()]
    .filter((index) => (sentences[index] as Sentence).rated.score >= least)
    .sort((a, b) => score(sentences, b) - score(sentences, a) || a - b);
  const passages: Passage[] = [];
  for (const seed of seeds) {
    if (taken.has(seed)) continue;
    const [first, last] = grow(sentences, seed, taken, least);
    for (let index = first; index <= last; index++) taken.add(index);
    passages.push({
      start: (sentences[first] as Sentence).start,
      end: (sentences[last] as Sentence).end,
      rated: (sentences[seed] as Sentence).rated,
    });
  }
  return passages;
}

const score = (sentences: readonly Sentence[], index: number): number =>
  (sentences[index] as Sentence).rated.score;

/** Extends a passage around its strongest sentence; returns its first and last sentence. */
function grow(
  sentences: readonly Sentence[],
  seed: number,
  taken: ReadonlySet<number>,
  least: number,
): [first: number, last: number] {
  let [first, last] = [seed, seed];
  const fits = (from: number, to: number): boolean =>
    to - from < MOST_SENTENCES &&
    (sentences[to] as Sentence).end - (sentences[from] as Sentence).start <= LONGEST_QUOTE;
  const before = sentences[first - 1];
  if (before && leansBack.test((sentences[first] as Sentence).text) && !taken.has(first - 1)) {
    if (before.rated.score > 0 && fits(first - 1, last)) first--;
  }
  while (last + 1 < sentences.length && !taken.has(last + 1) && fits(first, last + 1)) {
    const next = sentences[last + 1] as Sentence;
    const says = next.rated.score >= worthTaking * least;
    if (!says || !(leansBack.test(next.text) || next.rated.score >= least)) break;
    last++;
  }
  return [first, last];
}
