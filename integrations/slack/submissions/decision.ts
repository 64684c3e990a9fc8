import type { Decision } from '../../../db/entities/recommendation.js';
import { decide } from '../../../src/recommendations/decide.js';
import { unlessTooLate } from '../actions/unless-too-late.js';
import { recommendationOf } from '../recommendation-of.js';
import type { SubmissionHandler } from './submission.js';

export const submitDecision =
  (decision: Decision): SubmissionHandler['run'] =>
  (click, { note }) =>
    unlessTooLate(click, async () => {
      const recommendationId = await recommendationOf(click.ctx, click.subjectId);
      const reason = note?.trim();
      await decide(click.ctx, recommendationId, {
        decision,
        ...(reason ? { note: reason } : {}),
      });
    });
