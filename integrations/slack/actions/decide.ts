import { decide } from '../../../src/recommendations/decide.js';
import { dismissalModal } from '../messages/dismissal-modal.js';
import { modalMeta } from '../modal-meta.js';
import { recommendationOf } from '../recommendation-of.js';
import type { Action } from './click.js';
import { unlessTooLate } from './unless-too-late.js';

export const accept: Action = (click) =>
  unlessTooLate(click, async () => {
    const recommendationId = await recommendationOf(click.ctx, click.subjectId);
    await decide(click.ctx, recommendationId, { decision: 'accepted' });
  });

/** A dismissal is asked for its reason, which may be left empty. */
export const askForDismissalNote: Action = async (click) => {
  await click.slack.client.views.open({
    trigger_id: click.triggerId,
    view: dismissalModal(modalMeta(click)),
  });
};
