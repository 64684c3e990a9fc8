import type { LearningTarget } from '../../../db/entities/study.js';
import {
  type StudyReadoutRow,
  studyReadout,
  studyThemes,
  type ThemeRow,
} from '../../../db/queries/studies.js';
import { read } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { notFound } from '../../core/errors.js';
import { COVERAGE_MIN_INTERVIEWS, COVERAGE_SHARE } from '../../core/numbers.js';
import { readSettled, trajectoryIsDue } from '../signals/list-signals.js';

/** A study with its findings. */
export interface StudyReadout {
  study: StudyReadoutRow;
  themes: ThemeRow[];
  coverage: ThinTarget[];
  /** The share of source items that are analyzed, 0 to 1; null without source items. */
  completionRate: number | null;
}

/** Reads a study with its findings. Throws `not_found`. */
export async function readReadout(ctx: Context, studyId: string): Promise<StudyReadout> {
  const [[study], themes] = await readSettled(
    ctx,
    () => ctx.db.together(read(studyReadout, studyId), read(studyThemes, studyId)),
    ([, found]) => found.some((theme) => trajectoryIsDue(theme, ctx.now)),
  );
  if (!study) throw notFound('study', studyId);
  const { learningTargets, touched, analyzedCount, sourceItemCount } = study;
  return {
    study,
    themes,
    coverage: coverage(learningTargets, touched, analyzedCount),
    completionRate: sourceItemCount > 0 ? analyzedCount / sourceItemCount : null,
  };
}

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
