import type { ModalView } from '@slack/types';
import { ours } from '../blocks/text.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { tellPerson } from './acting-user.js';
import type { Click } from './handlers.js';
import { ModalMeta } from './payloads.js';

/** Shown at once, because the trigger that opens a modal expires after three seconds. */
const loadingModal = (): ModalView => ({
  type: 'modal',
  title: ours('Details'),
  close: ours('Close'),
  blocks: [{ type: 'section', text: ours(':hourglass_flowing_sand: Gathering the evidence…') }],
});

/**
 * Opens a loading modal at once, because its trigger expires after three seconds, then fills it. `over` is the
 * modal that the user clicked in. Throws Slack's errors.
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

/** Updates an open modal; if the user has closed it, sends them the text instead. */
export async function showView(
  { slack, person, responseUrl }: Click,
  viewId: string,
  view: ModalView,
  otherwise?: string,
): Promise<void> {
  try {
    await slack.client.views.update({ view_id: viewId, view });
  } catch (error) {
    if (slackFailure(error).kind !== 'refused') throw error;
    if (otherwise) await tellPerson(slack, { userId: person.userId, responseUrl }, otherwise);
  }
}

/** The metadata a modal needs to act for this click later, within Slack's 3000 characters. */
export function modalMeta(
  { subjectId, responseUrl, home, person, channelId, messageTs }: Click,
  also: Pick<ModalMeta, 'tracker' | 'copy' | 'behind' | 'shows' | 'page'> = {},
): string {
  const meta: ModalMeta = {
    subjectId,
    timeZone: person.timeZone,
    ...(responseUrl ? { responseUrl } : {}),
    ...(home ? { home } : {}),
    ...(channelId && messageTs ? { message: { channel: channelId, ts: messageTs } } : {}),
    ...also,
  };
  return JSON.stringify(meta);
}

/** The metadata a modal was opened with; undefined if an earlier version of this service opened it. */
export function carriedBy(metadata: string): ModalMeta | undefined {
  try {
    return ModalMeta.parse(JSON.parse(metadata));
  } catch {
    return undefined;
  }
}

export const OPEN_IT_AGAIN =
  'This window was opened by an earlier version of Belief Layer, and nothing was changed. Open it again.';

/** Replaces a modal whose metadata can no longer be read. */
export const outdatedModal = (): ModalView => ({
  type: 'modal',
  title: ours('Belief Layer'),
  close: ours('Close'),
  blocks: [{ type: 'section', text: ours(`:hourglass: ${OPEN_IT_AGAIN}`) }],
});
