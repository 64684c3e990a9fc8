import type { ModalView } from '@slack/types';
import type { Click } from './click.js';
import type { ModalMeta } from './payloads.js';

/** The input by block id; several choices in one field are joined by commas. */
export type Entered = Readonly<Record<string, string | undefined>>;

export interface SubmissionHandler {
  /** Problems by block id, shown next to their fields. Pure, because Slack waits for it. */
  check?(entered: Entered, meta: ModalMeta, now: Date): Record<string, string>;
  /** Shown in place of the modal while `run` works; without it the modal closes. */
  waiting?(): ModalView;
  /** The modal's final content if `run` failed; without it the user gets a message. */
  failed?(sentence: string): ModalView;
  run(click: Click, entered: Entered, meta: ModalMeta): Promise<void>;
}
