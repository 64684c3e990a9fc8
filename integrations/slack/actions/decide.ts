import type { Decision } from '../../../db/entities/recommendation.js';
import { decide } from '../../../src/recommendations/decide.js';
import { decisionModal } from '../messages/decision-modal.js';
import { recommendationOf } from '../recommendation-of.js';
import { modalMeta } from '../requests/modal-meta.js';
import type { Action } from './click.js';
import { unlessTooLate } from './unless-too-late.js';

export const accept: Action = (click) =>
  unlessTooLate(click, async () => {
    const recommendationId = await recommendationOf(click.ctx, click.subjectId);
    await decide(click.ctx, recommendationId, { decision: 'accepted' });
  });

/** A decision with a note: always so for a dismissal, from the menu for an acceptance. */
export const askForNote =
  (decision: Decision): Action =>
  async (click) => {
    await click.slack.client.views.open({
      trigger_id: click.triggerId,
      view: decisionModal(decision, modalMeta(click)),
    });
  };
