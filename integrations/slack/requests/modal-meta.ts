import type { Click } from './click.js';
import type { ModalMeta } from './payloads.js';

/** The metadata a modal needs to act for this click later, within Slack's 3000 characters. */
export function modalMeta(
  { subjectId, responseUrl, home, person, channelId, messageTs }: Click,
  also: Pick<ModalMeta, 'tracker' | 'behind' | 'shows' | 'page'> = {},
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
