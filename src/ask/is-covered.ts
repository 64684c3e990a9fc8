import type { CoverageFeatures } from './coverage-features.js';

// A logistic regression over three sets of answerable and unanswerable questions (bench/search).
const weights: CoverageFeatures = {
  best: 4.8,
  several: 1.9,
  inOne: 1.2,
  inAll: 1.7,
  unknown: -0.3,
  heaviestMissed: 2.4,
  concepts: 2.0,
};
const needed = 6.2;

/** True when the material speaks of the question; both refusing and answering wrongly count as errors. */
export function isCovered(features: CoverageFeatures): boolean {
  return evidenceForCoverage(features) >= 0;
}

/** Log odds that the material covers the question. */
export function evidenceForCoverage(features: CoverageFeatures): number {
  return (
    weights.best * features.best +
    weights.several * features.several +
    weights.inOne * features.inOne +
    weights.inAll * features.inAll +
    weights.unknown * features.unknown +
    weights.heaviestMissed * features.heaviestMissed +
    weights.concepts * Math.log(Math.max(1, features.concepts)) -
    needed
  );
}
