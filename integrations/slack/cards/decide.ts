import type { Resolution } from '../../../db/entities/action-card.js';
import { type Decision, OUTCOMES, type Outcome } from '../../../db/entities/recommendation.js';
import { cardRow } from '../../../db/queries/card-material.js';
import { signalsToArchive } from '../../../db/queries/recommendation-writes.js';
import { resolve } from '../../../src/beliefs/action-cards/resolve.js';
import { decide, recordOutcome, reopen } from '../../../src/beliefs/recommendations/decide.js';
import type { Context } from '../../../src/core/context.js';
import { invalidRequest, notFound } from '../../../src/core/errors.js';
import type { Action, Click, Entered, SubmissionHandler } from '../requests/handlers.js';
import { modalMeta } from '../requests/modals.js';
import { cardSubject } from './card-subject.js';
import { decisionModal, validationModal } from './decision-modal.js';
import { postConflictNotice, refuseIfOutdated } from './refuse-outdated.js';

export const accept: Action = (click) =>
  refuseIfOutdated(click, async () => {
    const recommendationId = await recommendationOf(click.ctx, click.subjectId);
    await decide(click.ctx, recommendationId, { decision: 'accepted' });
  });

/** A decision with a note: every dismissal, and an acceptance chosen from the menu. */
export const askForNote =
  (decision: Decision): Action =>
  async (click) => {
    const about = await cardSubject(click.ctx, click.subjectId);
    const view = decisionModal(decision, about, modalMeta(click));
    await click.slack.client.views.open({ trigger_id: click.triggerId, view });
  };

/** Resolves the card. The card itself shows the result; only a user who was too late gets a message. */
export const resolveAs =
  (action: Resolution): Action =>
  async (click) => {
    const { changed } = await resolve(click.ctx, click.subjectId, { action });
    if (!changed) await postConflictNotice(click, 'This card has already been resolved.');
  };

/** Records the outcome of a recommendation; `validated` closes beliefs, so it asks for confirmation. */
export const chooseOutcome: Action = async (click) => {
  const outcome = OUTCOMES.find((one) => one === click.detail);
  if (!outcome) throw invalidRequest('Choose one of the outcomes in the menu.');
  await (outcome === 'validated' ? askToValidate(click) : record(click, outcome));
};

const record = (click: Click, outcome: Outcome): Promise<void> =>
  refuseIfOutdated(click, async () => {
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
  refuseIfOutdated(click, async () => {
    const recommendationId = await recommendationOf(click.ctx, click.subjectId);
    await reopen(click.ctx, recommendationId, {});
  });

/** The note of a form, omitted if empty. */
const noteOf = ({ note }: Entered): { note?: string } =>
  note?.trim() ? { note: note.trim() } : {};

export const submitDecision =
  (decision: Decision): SubmissionHandler['run'] =>
  (click, entered) =>
    refuseIfOutdated(click, async () => {
      const recommendationId = await recommendationOf(click.ctx, click.subjectId);
      await decide(click.ctx, recommendationId, { decision, ...noteOf(entered) });
    });

export const submitOutcome =
  (outcome: Outcome): SubmissionHandler['run'] =>
  (click, entered) =>
    refuseIfOutdated(click, async () => {
      const recommendationId = await recommendationOf(click.ctx, click.subjectId);
      await recordOutcome(click.ctx, recommendationId, { outcome, ...noteOf(entered) });
    });

/** The recommendation of a card. Throws `not_found` if it has none. */
export async function recommendationOf(ctx: Context, actionCardId: string): Promise<string> {
  const card = await ctx.db.row(cardRow, actionCardId);
  if (!card) throw notFound('action card', actionCardId);
  if (!card.recommendationId) throw notFound('recommendation for the card', actionCardId);
  return card.recommendationId;
}
