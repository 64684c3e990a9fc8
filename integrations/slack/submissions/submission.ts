import type { ModalView } from '@slack/types';
import type { Click } from '../actions/click.js';
import type { ModalMeta } from '../requests/payloads.js';

/** What was entered, by the input block's id; several choices in one field are joined by commas. */
export type Entered = Readonly<Record<string, string | undefined>>;

export interface SubmissionHandler {
  /** Problems by block id, shown beside their fields. Pure, for Slack waits for it. */
  check?(entered: Entered, meta: ModalMeta, now: Date): Record<string, string>;
  /** Shown in place of the modal while `run` is at it; without one the modal closes. */
  waiting?(): ModalView;
  /** What the modal shows in the end where `run` failed; without one the person is told where they are. */
  failed?(sentence: string): ModalView;
  run(click: Click, entered: Entered, meta: ModalMeta): Promise<void>;
}
