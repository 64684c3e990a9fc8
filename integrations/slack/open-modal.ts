import type { ModalView } from '@slack/types';
import { loadingModal } from './messages/details-modal.js';
import type { Slack } from './slack.js';

/** Opens a modal at once, for its trigger lives three seconds; what this gives fills it. Throws Slack's errors. */
export async function openModal(
  { client }: Slack,
  triggerId: string,
): Promise<(view: ModalView) => Promise<void>> {
  const opened = await client.views.open({ trigger_id: triggerId, view: loadingModal() });
  return async (view) => {
    await client.views.update({ view_id: opened.view?.id ?? '', view });
  };
}
