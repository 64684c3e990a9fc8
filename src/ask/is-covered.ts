import type { CoverageFeatures } from './coverage-features.js';

// A logistic regression over sets of answerable and unanswerable questions (bench/search).
const weights = { best: 6.75, mentioned: 1.06, unknown: -0.27, concepts: 1.66 };
const needed = 6.24;

/** True when the material speaks of the question; refusing and answering wrongly are both errors. */
export function isCovered({ best, mentioned, unknown, concepts }: CoverageFeatures): boolean {
  const logOdds =
    weights.best * Math.sqrt(best) +
    weights.mentioned * mentioned +
    weights.unknown * unknown +
    weights.concepts * Math.log(Math.max(1, concepts)) -
    needed;
  return logOdds >= 0;
}
