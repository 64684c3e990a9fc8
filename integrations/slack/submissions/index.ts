import { DISMISSAL } from '../messages/dismissal-modal.js';
import { SNOOZE_UNTIL } from '../messages/snooze-modal.js';
import { submitDismissal } from './dismissal.js';
import { checkSnoozeDay, submitSnoozeDay } from './snooze-day.js';
import type { SubmissionHandler } from './submission.js';

/** Every modal that can be submitted, by its callback id. */
export const SUBMISSIONS: Readonly<Record<string, SubmissionHandler>> = {
  [DISMISSAL]: { run: submitDismissal },
  [SNOOZE_UNTIL]: { check: checkSnoozeDay, run: submitSnoozeDay },
};
