import type { Click } from './click.js';
import type { ModalMeta } from './payloads.js';

/** The metadata a modal needs to act for this click later, within Slack's 3000 characters. */
export function modalMeta(
  { subjectId, responseUrl, home, person }: Click,
  also: Pick<ModalMeta, 'tracker' | 'behind' | 'page'> = {},
): string {
  const meta: ModalMeta = {
    subjectId,
    timeZone: person.timeZone,
    ...(responseUrl ? { responseUrl } : {}),
    ...(home ? { home } : {}),
    ...also,
  };
  return JSON.stringify(meta);
}
