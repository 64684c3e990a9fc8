import type { LearningTarget } from '../../db/entities/study.js';
import { COVERAGE_MIN_INTERVIEWS, COVERAGE_SHARE } from '../decisions.js';

export interface ThinTarget extends LearningTarget {
  /** Analysed source items that touch it with substance. */
  substantiveSourceItems: number;
  /** All analysed source items of the study. */
  totalSourceItems: number;
}

/** The learning targets that stayed thin across enough interviews (api.md 2.9; decisions.md, Signals). */
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
