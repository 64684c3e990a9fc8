import {
  type StudyReadoutRow,
  studyReadout,
  studyThemes,
  type ThemeRow,
} from '../../db/queries/studies.js';
import type { Context } from '../context.js';
import { notFound } from '../errors.js';
import { settleTrajectories } from '../signals/refresh-facts.js';
import { coverage, type ThinTarget } from './coverage.js';

/** A study with what it found (api.md 2.9). */
export interface StudyReadout {
  study: StudyReadoutRow;
  themes: ThemeRow[];
  coverage: ThinTarget[];
  /** The share of source items that are analysed, 0 to 1; null without source items. */
  completionRate: number | null;
}

/** Throws `not_found`. */
export async function readReadout(ctx: Context, studyId: string): Promise<StudyReadout> {
  await settleTrajectories(ctx);
  const study = await ctx.db.row(studyReadout, studyId);
  if (!study) throw notFound('study', studyId);
  const { learningTargets, touched, analyzedCount, sourceItemCount } = study;
  return {
    study,
    themes: await ctx.db.rows(studyThemes, studyId),
    coverage: coverage(learningTargets, touched, analyzedCount),
    completionRate: sourceItemCount > 0 ? analyzedCount / sourceItemCount : null,
  };
}
