import type { Decision } from '../../../db/entities/recommendation.js';
import { decide } from '../../../src/beliefs/recommendations/decide.js';
import type { Action } from '../requests/click.js';
import { modalMeta } from '../requests/modal-meta.js';
import { cardSubject } from './card-subject.js';
import { decisionModal } from './decision-modal.js';
import { recommendationOf } from './recommendation-of.js';
import { refuseIfLate } from './refuse-if-late.js';

export const accept: Action = (click) =>
  refuseIfLate(click, async () => {
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
