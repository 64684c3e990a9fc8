import type { CoverageFeatures } from './coverage-features.js';

// A logistic regression over sets of answerable and unanswerable questions (bench/search).
const weights = { best: 1.5, bestIfSaid: 3.2, bestIfBelieved: 0.9, weight: 1.5 };
const needed = 6.2;

/**
 * True when the material speaks of the question; refusing and answering wrongly are both errors. A
 * near quote counts for more the less of the question is unsaid everywhere and the more one belief
 * speaks of it as a whole: half a question answered well is another question.
 */
export function isCovered({ best, unsaid, ofBelief, weight }: CoverageFeatures): boolean {
  const nearness =
    weights.best + weights.bestIfSaid * (1 - unsaid) + weights.bestIfBelieved * ofBelief;
  return Math.sqrt(best) * nearness + weights.weight * Math.log1p(weight) >= needed;
}
