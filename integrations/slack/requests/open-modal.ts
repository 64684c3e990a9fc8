import type { ModalView } from '@slack/types';
import { loadingModal } from '../blocks/loading-modal.js';
import type { Slack } from '../connection/slack.js';

/**
 * Opens a loading modal at once, because its trigger expires after three seconds, then fills it. Throws Slack's
 * errors.
 */
export async function openModal(
  { client }: Slack,
  triggerId: string,
): Promise<(view: ModalView) => Promise<void>> {
  const opened = await client.views.open({ trigger_id: triggerId, view: loadingModal() });
  return async (view) => {
    await client.views.update({ view_id: opened.view?.id ?? '', view });
  };
}
