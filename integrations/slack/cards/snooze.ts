import { snooze } from '../../../src/beliefs/action-cards/snooze.js';
import { invalidRequest } from '../../../src/core/errors.js';
import type { Action } from '../requests/click.js';
import { modalMeta } from '../requests/modal-meta.js';
import { cardSubject } from './card-subject.js';
import { refuseIfLate } from './refuse-if-late.js';
import { snoozeModal } from './snooze-modal.js';
import { snoozeEnd } from './snooze-times.js';

export const snoozeCard: Action = async (click) => {
  const { ctx, person } = click;
  // some messages still have the menu of an earlier version
  const choice = click.detail || click.choice;
  if (choice === 'date') {
    const about = await cardSubject(ctx, click.subjectId);
    const view = snoozeModal(about, modalMeta(click), ctx.now, person.timeZone);
    await click.slack.client.views.open({ trigger_id: click.triggerId, view });
    return;
  }
  const end = snoozeEnd(choice, ctx.now, person.timeZone);
  if (!end) throw invalidRequest('Choose one of the times in the menu to snooze this card.');
  const durationMs = end.getTime() - ctx.now.getTime();
  await refuseIfLate(click, () => snooze(ctx, click.subjectId, { durationMs }));
};
