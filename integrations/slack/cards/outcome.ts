import { OUTCOMES, type Outcome } from '../../../db/entities/recommendation.js';
import { signalsToArchive } from '../../../db/queries/recommendation-writes.js';
import { recordOutcome } from '../../../src/beliefs/recommendations/record-outcome.js';
import { reopen } from '../../../src/beliefs/recommendations/reopen.js';
import { invalidRequest } from '../../../src/core/errors.js';
import type { Action, Click } from '../requests/click.js';
import { modalMeta } from '../requests/modal-meta.js';
import { cardSubject } from './card-subject.js';
import { recommendationOf } from './recommendation-of.js';
import { refuseIfLate } from './refuse-if-late.js';
import { validationModal } from './validation-modal.js';

/** Records the outcome of a recommendation; `validated` closes beliefs, so it asks for confirmation. */
export const chooseOutcome: Action = async (click) => {
  const outcome = OUTCOMES.find((one) => one === click.detail);
  if (!outcome) throw invalidRequest('Choose one of the outcomes in the menu.');
  await (outcome === 'validated' ? askToValidate(click) : record(click, outcome));
};

const record = (click: Click, outcome: Outcome): Promise<void> =>
  refuseIfLate(click, async () => {
    const recommendationId = await recommendationOf(click.ctx, click.subjectId);
    await recordOutcome(click.ctx, recommendationId, { outcome });
  });

async function askToValidate(click: Click): Promise<void> {
  const { ctx, slack, subjectId, triggerId } = click;
  const recommendationId = await recommendationOf(ctx, subjectId);
  const [about, beliefs] = await Promise.all([
    cardSubject(ctx, subjectId),
    ctx.db.rows(signalsToArchive, recommendationId),
  ]);
  const view = validationModal(about, beliefs, modalMeta(click));
  await slack.client.views.open({ trigger_id: triggerId, view });
}

export const reopenRecommendation: Action = (click) =>
  refuseIfLate(click, async () => {
    const recommendationId = await recommendationOf(click.ctx, click.subjectId);
    await reopen(click.ctx, recommendationId, {});
  });
