import { doubtMessage } from '../../../db/queries/slack-messages.js';
import { snooze } from '../../../src/action-cards/snooze.js';
import { invalidRequest } from '../../../src/errors.js';
import { cardChanged } from '../../../src/outbox.js';
import { snoozeModal } from '../messages/snooze-modal.js';
import { modalMeta } from '../requests/modal-meta.js';
import { snoozeEnd } from '../schedules/snooze-times.js';
import type { Action } from './click.js';
import { unlessTooLate } from './unless-too-late.js';

export const snoozeCard: Action = async (click) => {
  const { ctx, person, choice } = click;
  if (choice === 'date') {
    const view = snoozeModal(modalMeta(click), ctx.now, person.timeZone);
    await click.slack.client.views.open({ trigger_id: click.triggerId, view });
    // Slack does not tell of a choice that stands already: the menu is drawn without one
    if (click.channelId) await ctx.db.row(doubtMessage, click.channelId, click.subjectId);
    await cardChanged(ctx, click.subjectId);
    return;
  }
  const end = snoozeEnd(choice, ctx.now, person.timeZone);
  if (!end) throw invalidRequest('Choose one of the times in the menu to snooze this card.');
  const durationMs = end.getTime() - ctx.now.getTime();
  await unlessTooLate(click, () => snooze(ctx, click.subjectId, { durationMs }));
};
