import type { Click } from '../actions/click.js';
import type { ModalMeta } from './payloads.js';

/** What the modal must know to act for this click later, within Slack's 3000 characters. */
export function modalMeta(
  { subjectId, responseUrl, home, person }: Click,
  also: Pick<ModalMeta, 'tracker'> = {},
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
