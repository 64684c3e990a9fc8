import { DECISION_MODALS } from '../messages/decision-modal.js';
import { SNOOZE_UNTIL } from '../messages/snooze-modal.js';
import { submitDecision } from './decision.js';
import { checkSnoozeDay, submitSnoozeDay } from './snooze-day.js';
import type { SubmissionHandler } from './submission.js';

/** Every modal that can be submitted, by its callback id. */
export const SUBMISSIONS: Readonly<Record<string, SubmissionHandler>> = {
  [DECISION_MODALS.accepted]: { run: submitDecision('accepted') },
  [DECISION_MODALS.dismissed]: { run: submitDecision('dismissed') },
  [SNOOZE_UNTIL]: { check: checkSnoozeDay, run: submitSnoozeDay },
};
