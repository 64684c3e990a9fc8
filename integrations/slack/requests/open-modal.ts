import type { ModalView } from '@slack/types';
import { ours } from '../blocks/text.js';
import type { Slack } from '../connection/slack.js';

/** Shown at once, because the trigger that opens a modal expires after three seconds. */
const loadingModal = (): ModalView => ({
  type: 'modal',
  title: ours('Details'),
  close: ours('Close'),
  blocks: [{ type: 'section', text: ours(':hourglass_flowing_sand: Gathering the evidence…') }],
});

/**
 * Opens a loading modal at once, because its trigger expires after three seconds, then fills it; `over` the modal
 * that the user clicked in. Throws Slack's errors.
 */
export async function openModal(
  { client }: Slack,
  triggerId: string,
  { over = false }: { over?: boolean } = {},
): Promise<(view: ModalView) => Promise<void>> {
  const loading = { trigger_id: triggerId, view: loadingModal() };
  const opened = await (over ? client.views.push(loading) : client.views.open(loading));
  return async (view) => {
    await client.views.update({ view_id: opened.view?.id ?? '', view });
  };
}
