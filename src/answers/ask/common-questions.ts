import { readFileSync } from 'node:fs';
import { isFrameTerm } from '../../language/frame-words.js';
import { terms } from '../../language/tokens.js';
import type { Concept } from '../search/concept.js';
import {
  knownQuestion,
  type Likeness,
  leastShared,
  questionLikeness,
  rarityAmong,
  sharedWith,
} from './question-likeness.js';
import type { KnownQuestion } from './rank-beliefs.js';

// Chosen on ten sets of questions about two teams, and 60 about the demo (docs/decisions/answers.md, Common questions).
/** Weight of a borrowed likeness, next to a likeness to questions of a belief's own. */
const borrowedWeight = 4;
/** Share of that weight that is lost if a belief mentions the whole question in its own words. */
const lostIfMentioned = 0.6;
/** Exponent of the similarity of two beliefs: the more they say the same, the more their questions count. */
const sharpness = 2;

type Vector = ReadonlyMap<string, number>;

interface CommonQuestions {
  /** By the sentence of the belief that answers them. */
  questions: ReadonlyMap<string, readonly KnownQuestion[]>;
  rarity: (term: string) => number;
  /** Each belief with its questions as one text. */
  vectors: ReadonlyMap<string, Vector>;
}

/** A common belief, with the likeness of its questions to the one asked. */
interface Like {
  vector: Vector;
  likeness: number;
}

let loaded: CommonQuestions | undefined;

/**
 * Compares a question with those that colleagues commonly ask (common-questions.txt), for beliefs whose questions
 * nobody has written. The function returned gives the likeness that a belief borrows, by its text, from the questions
 * of common beliefs that say much the same: 0 if none does, rarely above 1. None of these is shown or answers.
 * @param mentioned the largest share of the question that a belief mentions: who asks in the words of the material
 * needs no others
 */
export function commonLikeness(
  concepts: readonly Concept[],
  mentioned: number,
): (text: string) => Likeness {
  const weight = borrowedWeight * (1 - lostIfMentioned * mentioned);
  let like: readonly Like[] | undefined;
  return (text) => {
    loaded ??= readCommonQuestions();
    like ??= likeBeliefs(concepts, loaded);
    const own = vectorOf(text, loaded.rarity);
    const squares = like.map(
      ({ vector, likeness }) => likeness ** 2 * cosine(own, vector) ** sharpness,
    );
    const sum = squares.reduce((total, square) => total + square, 0);
    return { likeness: weight * Math.sqrt(sum), nearestQuestions: [] };
  };
}

/** The common beliefs whose questions are like the one asked. */
function likeBeliefs(
  concepts: readonly Concept[],
  { questions, rarity, vectors }: CommonQuestions,
): Like[] {
  const likenessOf = questionLikeness(concepts, questions, rarity);
  return [...vectors].flatMap(([belief, vector]) => {
    if (sharedWith(vector, concepts).length < leastShared) return [];
    const { likeness } = likenessOf(belief);
    return likeness > 0 ? [{ vector, likeness }] : [];
  });
}

function readCommonQuestions(): CommonQuestions {
  const text = readFileSync(new URL('./common-questions.txt', import.meta.url), 'utf8');
  const [, ...groups] = text.split('\n= ').map((group) => group.trim().split('\n'));
  const questions = new Map(
    groups.map(([belief = '', ...asked]) => [belief, asked.map(knownQuestion)] as const),
  );
  const rarity = rarityAmong(questions);
  const vectors = new Map(
    groups.map((lines) => [lines[0] ?? '', vectorOf(lines.join(' '), rarity)] as const),
  );
  return { questions, rarity, vectors };
}

/** Unit vector of a text's words, by their number and rarity; words that frame a question are left out. */
function vectorOf(text: string, rarity: (term: string) => number): Vector {
  const counts = new Map<string, number>();
  for (const term of terms(text)) {
    if (!isFrameTerm(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const weights = [...counts].map(
    ([term, count]) => [term, (1 + Math.log(count)) * rarity(term)] as const,
  );
  const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
  return new Map(weights.map(([term, weight]) => [term, weight / length]));
}

function cosine(a: Vector, b: Vector): number {
  let sum = 0;
  for (const [term, weight] of a) sum += weight * (b.get(term) ?? 0);
  return sum;
}
