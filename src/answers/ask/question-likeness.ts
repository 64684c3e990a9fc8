import { everydayShare, isFrameTerm } from '../../language/frame-words.js';
import { alternativeTerms } from '../../language/thesaurus.js';
import { terms } from '../../language/tokens.js';
import { type Concept, frameWeight, leastShareOfName } from '../search/concept.js';
import { type KnownQuestion, synonymShare } from './rank-beliefs.js';

/** Likeness of a question asked to those that a belief is said to answer, or that it borrows. */
export interface Likeness {
  /** 0 if they have no more in common than chance brings, or one word; rarely above 1. */
  likeness: number;
  /** Its own questions that are most like the one asked. */
  nearestQuestions: readonly KnownQuestion[];
}

// Chosen on 350 covered and 168 uncovered questions (docs/decisions/answers.md); nearby values give the same order.
/** Likeness of one question to another that has no more in common with it than any two have. */
const chance = 0.07;
/** Usual length of a question, as the root of its words' squared rarities. */
const usualLength = 7.75;
/** Words of the question asked, other than those that frame it, that a belief's questions have: one proves nothing, … */
export const leastShared = 2;
/** … unless a question has hardly any other words: its cosine is at least this. */
const nearlySame = 0.8;
/** Number of questions in everyday English that the team's few are counted with. */
const everydayQuestions = 100;
/** Share of the nearest question's likeness that another has to have to be among the nearest. */
const nearlyMost = 0.5;

/**
 * Compares a question with those of each belief: by the cosine of their words, weighted by how few of all these
 * questions have them (tf–idf: Salton and Buckley 1988). Squares are added up, so that several similar questions
 * count for more than one, and many distant ones for nothing.
 */
export function questionLikeness(
  concepts: readonly Concept[],
  questions: ReadonlyMap<string, readonly KnownQuestion[]>,
  rarity = rarityAmong(questions),
): (belief: string) => Likeness {
  const asked = strengths(concepts);
  const length = Math.hypot(
    ...concepts.map(({ term }) => rarity(term) * (isFrameTerm(term) ? frameWeight : 1)),
  );
  // Half of the usual cosine's penalty: in a long question, many words tell why somebody asks, and not what.
  const damped = Math.sqrt(length * usualLength);
  const cosine = ({ terms }: KnownQuestion): number => {
    let common = 0;
    let squares = 0;
    for (const term of terms) {
      const square = rarity(term) ** 2;
      squares += square;
      common += square * (asked.get(term) ?? 0);
    }
    return common > 0 ? common / (Math.sqrt(squares) * damped) : 0;
  };
  return (belief) => {
    const compared = (questions.get(belief) ?? []).map((question) => ({
      question,
      cosine: cosine(question),
    }));
    const all = new Set(compared.flatMap(({ question }) => [...question.terms]));
    const shared = sharedWith(all, concepts);
    const most = Math.max(0, ...compared.map((one) => one.cosine));
    const isChance = shared.length < leastShared && most * damped < nearlySame * length;
    const sum = compared.reduce((total, one) => total + one.cosine ** 2 - chance ** 2, 0);
    return {
      likeness: isChance ? 0 : Math.sqrt(Math.max(0, sum)),
      nearestQuestions: compared
        .filter((one) => one.cosine > 0 && one.cosine >= nearlyMost * most)
        .map(({ question }) => question),
    };
  };
}

/** The concepts of a question, other than those that frame it, that are among `terms`. */
export const sharedWith = (
  terms: Pick<ReadonlySet<string>, 'has'>,
  concepts: readonly Concept[],
): readonly Concept[] =>
  concepts.filter(
    ({ term, mentions }) =>
      !isFrameTerm(term) &&
      mentions.some((one) => one.share >= leastShareOfName && terms.has(one.term)),
  );

/** A question with its terms. */
export const knownQuestion = (text: string): KnownQuestion => ({
  text,
  terms: new Set(terms(text)),
});

/** Rarity of a term among the questions. A few questions say little of it, so everyday English counts, too. */
export function rarityAmong(
  questions: ReadonlyMap<string, readonly KnownQuestion[]>,
): (term: string) => number {
  const counts = new Map<string, number>();
  let all = everydayQuestions;
  for (const some of questions.values()) {
    all += some.length;
    for (const { terms } of some) {
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  const rarityOf = (term: string, count: number): number => {
    const having = count + everydayQuestions * everydayShare(term);
    return Math.log(1 + (all - having + 0.5) / (having + 0.5));
  };
  const known = new Map([...counts].map(([term, count]) => [term, rarityOf(term, count)]));
  return (term) => known.get(term) ?? rarityOf(term, 0);
}

/** The strength with which a question asked mentions each term, above 0 to 1. */
function strengths(concepts: readonly Concept[]): Map<string, number> {
  const asked = new Map<string, number>();
  for (const { term, mentions } of concepts) {
    const share = isFrameTerm(term) ? frameWeight : 1;
    const add = (other: string, strength: number): void => {
      asked.set(other, Math.max(asked.get(other) ?? 0, share * strength));
    };
    for (const mention of mentions) add(mention.term, mention.share);
    for (const other of alternativeTerms(term)) add(other, synonymShare);
  }
  return asked;
}
