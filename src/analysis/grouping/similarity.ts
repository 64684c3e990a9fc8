import { everydayShare } from '../../language/frame-words.js';
import { relatedTerms } from '../../language/thesaurus.js';
import { terms } from '../../language/tokens.js';
import { talkWeight } from './subjects.js';

// Tuned on five sets of real material (bench/themes); the results change little around them.
const pairShare = 0.5;
const relatedShare = 0.3;
const everydayTexts = 300;

/** A way to split texts into features. */
type Features = (text: string) => Map<string, number>;

/** Stems, and pairs of consecutive stems. */
const stemsAndPairs: Features = (text) => {
  const sequence = terms(text);
  const found = counted(sequence);
  for (const [index, term] of sequence.slice(1).entries()) {
    found.set(`${sequence[index]} ${term}`, pairShare);
  }
  return found;
};

/** Stems, with related words at a lower weight. */
const stemsAndRelated: Features = (text) => {
  const said = counted(terms(text));
  const found = new Map(said);
  for (const [term, count] of said) {
    for (const related of relatedTerms(term)) {
      found.set(related, Math.max(found.get(related) ?? 0, relatedShare * count));
    }
  }
  return found;
};

/** The weight of a term or pair among `texts` texts. A study has few texts, so frequencies in everyday English are used as well. */
function rarity(term: string, inTexts: number, texts: number): number {
  const held = inTexts + everydayTexts * everydayShare(term);
  const rare = Math.log(1 + (texts + everydayTexts - held + 0.5) / (held + 0.5));
  return rare * Math.min(...term.split(' ').map(talkWeight));
}

function counted(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** Pairwise similarity of `size` items: `values[row * size + column]`, symmetric. */
export interface Similarity {
  size: number;
  values: Float32Array;
}

/** Two ways to compare texts, whose errors partly cancel out. */
const views: readonly [Features, share: number][] = [
  [stemsAndPairs, 0.6],
  [stemsAndRelated, 0.4],
];

interface Posting {
  text: number;
  weight: number;
}

/**
 * Computes pairwise similarity by words, 0 to 1, from these texts and frequencies in everyday English. Memory
 * grows with the square of their number; callers bound it.
 */
export function similarityOf(texts: readonly string[]): Similarity {
  const size = texts.length;
  const values = new Float32Array(size * size);
  for (const [features, share] of views) {
    for (const postings of weighted(texts, features)) addProducts(values, size, postings, share);
  }
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < row; column++) {
      values[column * size + row] = values[row * size + column] as number;
    }
  }
  return { size, values };
}

/** For each feature that two texts share: the texts that contain it, with their cosine weights. */
function weighted(texts: readonly string[], features: Features): Posting[][] {
  const byFeature = new Map<string, Posting[]>();
  for (const [text, content] of texts.entries()) {
    for (const [feature, count] of features(content)) {
      const posting = { text, weight: count > 1 ? 1 + Math.log(count) : count };
      const known = byFeature.get(feature);
      if (known) known.push(posting);
      else byFeature.set(feature, [posting]);
    }
  }
  const squares = new Float64Array(texts.length);
  for (const [feature, postings] of byFeature) {
    const worth = rarity(feature, postings.length, texts.length);
    for (const posting of postings) {
      posting.weight *= worth;
      squares[posting.text] = (squares[posting.text] as number) + posting.weight ** 2;
    }
    if (worth === 0) byFeature.delete(feature);
  }
  for (const postings of byFeature.values()) {
    for (const posting of postings) {
      posting.weight /= Math.sqrt(squares[posting.text] as number) || 1;
    }
  }
  return [...byFeature.values()];
}

/** Adds to the lower triangle and the diagonal; texts come in ascending order. */
function addProducts(
  values: Float32Array,
  size: number,
  postings: readonly Posting[],
  share: number,
): void {
  for (const [index, { text, weight }] of postings.entries()) {
    const row = text * size;
    const shared = share * weight;
    for (let other = 0; other <= index; other++) {
      const { text: column, weight: theirs } = postings[other] as Posting;
      values[row + column] = (values[row + column] as number) + shared * theirs;
    }
  }
}
