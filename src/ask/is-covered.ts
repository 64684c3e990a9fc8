import type { CoverageFeatures } from './coverage-features.js';

// A logistic regression over sets of answerable and unanswerable questions (bench/search).
const weights = { best: 0.8, bestIfSaid: 2.5, bestIfBelieved: 2.3, weight: 1.6 };
const needed = 6.25;

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
