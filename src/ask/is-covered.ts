import type { CoverageFeatures } from './coverage-features.js';

// Fitted on sets of answerable and unanswerable questions (bench/search); the results change little around them.
const weights = { best: 2.8, bestIfSaid: 2.3, bestIfBelieved: 1.8, weight: 0.95 };
const needed = 5.3;

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
