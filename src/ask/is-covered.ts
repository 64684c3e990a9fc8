import type { CoverageFeatures } from './coverage-features.js';

// A logistic regression over sets of answerable and unanswerable questions (bench/search).
const weights = { best: 5.4, several: 1.43, mentioned: 1.72, concepts: 1.63 };
const needed = 6.36;

/** True when the material speaks of the question; refusing and answering wrongly are both errors. */
export function isCovered({ best, several, mentioned, concepts }: CoverageFeatures): boolean {
  const logOdds =
    weights.best * Math.sqrt(best) +
    weights.several * several +
    weights.mentioned * mentioned +
    weights.concepts * Math.log(Math.max(1, concepts)) -
    needed;
  return logOdds >= 0;
}
