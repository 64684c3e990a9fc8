import type { Click } from '../actions/click.js';
import type { ModalMeta } from '../requests.js';

/** What was entered, by the input block's id. */
export type Entered = Readonly<Record<string, string | undefined>>;

export interface SubmissionHandler {
  /** Problems by block id, shown beside their fields. Pure, for Slack waits for it. */
  check?(entered: Entered, meta: ModalMeta, now: Date): Record<string, string>;
  run(click: Click, entered: Entered, meta: ModalMeta): Promise<void>;
}
