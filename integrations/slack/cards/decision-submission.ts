import type { Decision, Outcome } from '../../../db/entities/recommendation.js';
import { decide } from '../../../src/beliefs/recommendations/decide.js';
import { recordOutcome } from '../../../src/beliefs/recommendations/record-outcome.js';
import type { Entered, SubmissionHandler } from '../requests/submission.js';
import { recommendationOf } from './recommendation-of.js';
import { refuseIfLate } from './refuse-if-late.js';

/** The note of a form, omitted if empty. */
const noteOf = ({ note }: Entered): { note?: string } =>
  note?.trim() ? { note: note.trim() } : {};

export const submitDecision =
  (decision: Decision): SubmissionHandler['run'] =>
  (click, entered) =>
    refuseIfLate(click, async () => {
      const recommendationId = await recommendationOf(click.ctx, click.subjectId);
      await decide(click.ctx, recommendationId, { decision, ...noteOf(entered) });
    });

export const submitOutcome =
  (outcome: Outcome): SubmissionHandler['run'] =>
  (click, entered) =>
    refuseIfLate(click, async () => {
      const recommendationId = await recommendationOf(click.ctx, click.subjectId);
      await recordOutcome(click.ctx, recommendationId, { outcome, ...noteOf(entered) });
    });
