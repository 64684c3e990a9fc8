import { DECISION_MODALS } from '../messages/decision-modal.js';
import { SAVE_EVIDENCE } from '../messages/evidence-modal.js';
import { SETTINGS_MODAL } from '../messages/settings-modal.js';
import { SNOOZE_UNTIL } from '../messages/snooze-modal.js';
import { submitIssueForm } from '../work-items/create-issue.js';
import { ISSUE_FORM } from '../work-items/issue-form.js';
import { LINK_FORM, submitLinkForm } from '../work-items/link-issue.js';
import { submitDecision } from './decision.js';
import { saveEvidenceSubmission } from './save-evidence.js';
import { checkSettings, submitSettings } from './settings.js';
import { checkSnoozeDay, submitSnoozeDay } from './snooze-day.js';
import type { SubmissionHandler } from './submission.js';

/** Every modal that can be submitted, by its callback id. */
export const SUBMISSIONS: Readonly<Record<string, SubmissionHandler>> = {
  [DECISION_MODALS.accepted]: { run: submitDecision('accepted') },
  [DECISION_MODALS.dismissed]: { run: submitDecision('dismissed') },
  [SETTINGS_MODAL]: { check: checkSettings, run: submitSettings },
  [SAVE_EVIDENCE]: saveEvidenceSubmission,
  [ISSUE_FORM]: submitIssueForm,
  [LINK_FORM]: submitLinkForm,
  [SNOOZE_UNTIL]: { check: checkSnoozeDay, run: submitSnoozeDay },
};
