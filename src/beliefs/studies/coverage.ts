import type { LearningTarget } from '../../../db/entities/study.js';
import { COVERAGE_MIN_INTERVIEWS, COVERAGE_SHARE } from '../../core/decisions.js';

export interface ThinTarget extends LearningTarget {
  /** Analyzed source items with substantial material on it. */
  substantiveSourceItems: number;
  /** All analyzed source items of the study. */
  totalSourceItems: number;
}

/** The learning targets that are still thinly covered after enough interviews. */
export function coverage(
  targets: readonly LearningTarget[],
  touched: Readonly<Record<string, number>>,
  analyzedCount: number,
): ThinTarget[] {
  if (analyzedCount < COVERAGE_MIN_INTERVIEWS) return [];
  return targets
    .map((target) => ({
      ...target,
      substantiveSourceItems: Object.hasOwn(touched, target.targetId)
        ? (touched[target.targetId] ?? 0)
        : 0,
      totalSourceItems: analyzedCount,
    }))
    .filter(
      ({ substantiveSourceItems }) => substantiveSourceItems < COVERAGE_SHARE * analyzedCount,
    );
}
