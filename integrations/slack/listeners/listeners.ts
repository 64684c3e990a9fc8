import {
  draftFromGap,
  draftFromQuestion,
  rateAnswer,
  submitWhyNot,
  WHY_NOT,
} from '../answers/answer-feedback.js';
import { openSources } from '../answers/answer-sources.js';
import { askCommand } from '../answers/ask-command.js';
import { appMention, message, reactionAdded } from '../answers/mentions.js';
import { shareAnswer } from '../answers/share-answer.js';
import {
  acceptQuote,
  declineQuote,
  keepBelief,
  openBelief,
  openLikelyQuotes,
  openMergeForm,
  openQuotes,
  openRenameForm,
  openRetireForm,
  openSplitForm,
  refuseBelief,
  takeQuoteOut,
} from '../beliefs/belief-actions.js';
import {
  MERGE_BELIEF,
  NAME_THEME,
  RENAME_BELIEF,
  RETIRE_BELIEF,
  SPLIT_BELIEF,
} from '../beliefs/belief-forms.js';
import {
  findBeliefMenu,
  intoBeliefMenu,
  submitMerge,
  submitRename,
  submitRetire,
  submitSplit,
} from '../beliefs/belief-submissions.js';
import { linkShared } from '../beliefs/link-shared.js';
import { askForSentence, submitSentence } from '../beliefs/name-theme.js';
import { signalCommand } from '../beliefs/signal-command.js';
import { entityDetails } from '../beliefs/work-object.js';
import type { Menu } from '../blocks/menu.js';
import { studyMenu } from '../blocks/menu.js';
import { channelShared } from '../cards/channel-shared.js';
import {
  accept,
  askForNote,
  chooseOutcome,
  reopenRecommendation,
  resolveAs,
  submitDecision,
  submitOutcome,
} from '../cards/decide.js';
import { DECISION_MODALS, VALIDATION } from '../cards/decision-modal.js';
import { openDetails } from '../cards/details-modal.js';
import { draftStudyFor, readDraft, readStudy } from '../cards/draft-study.js';
import { showCard } from '../cards/post-cards.js';
import {
  bringCardBack,
  checkSnoozeDay,
  SNOOZE_UNTIL,
  snoozeCard,
  submitSnoozeDay,
  wakeCard,
} from '../cards/snooze.js';
import type { Slack } from '../connection/slack.js';
import { SAVE_EVIDENCE } from '../evidence/evidence-modal.js';
import { saveAsEvidence } from '../evidence/save-evidence-shortcut.js';
import {
  chooseStudyOfEvidence,
  saveEvidenceSubmission,
  themeMenu,
} from '../evidence/save-evidence-submission.js';
import { chooseStudyForFiles, chooseWhoTakesPart, leaveFiles } from '../files/file-actions.js';
import { appHomeOpened, changeHomeFilter, changeHomeTab, turnHomePage } from '../home/home.js';
import { openRatings } from '../home/ratings.js';
import {
  chooseBelief,
  openIssueForm,
  redrawIssueForm,
  retryPush,
  submitIssueForm,
} from '../issues/create-issue.js';
import {
  HAND_OVER_FORM,
  openHandOverForm,
  submitHandOverForm,
  tryHandOverAgain,
} from '../issues/hand-over-form.js';
import { ISSUE_FORM } from '../issues/issue-form.js';
import { ISSUE_FROM_MESSAGE, issueFromMessage } from '../issues/issue-from-message.js';
import { LINK_FORM, linkThis, openLinkForm, submitLinkForm } from '../issues/link-issue.js';
import { answerShip } from '../issues/ship-question.js';
import type {
  Action,
  EventHandler,
  ShortcutHandler,
  SlackEvent,
  SlashCommand,
  SubmissionHandler,
} from '../requests/handlers.js';
import { SETTINGS_MODAL } from '../requests/may-act.js';
import { openSettings } from '../settings/open-settings.js';
import { settingsSubmission } from '../settings/settings-submission.js';

/** Every button and menu. The text after the colon of an action id is the click's detail. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  'card.followed': resolveAs('followed'),
  'card.dismissed': resolveAs('dismissed'),
  'card.contacted': resolveAs('contacted'),
  'card.snooze': snoozeCard,
  'card.wake': wakeCard,
  'card.bring-back': bringCardBack,
  'card.details': openDetails,
  'card.show': showCard,
  'recommendation.accept': accept,
  'recommendation.dismiss': askForNote('dismissed'),
  'recommendation.create-issue': openIssueForm,
  'recommendation.accept-with-note': askForNote('accepted'),
  'recommendation.link-issue': openLinkForm,
  'recommendation.hand-over': openHandOverForm,
  'recommendation.outcome': chooseOutcome,
  'recommendation.reopen': reopenRecommendation,
  'work.tracker': redrawIssueForm,
  'work.place': redrawIssueForm,
  'work.belief': chooseBelief,
  'work.link-this': linkThis,
  'work.retry': retryPush,
  'work.hand-over-again': tryHandOverAgain,
  'work.shipped': answerShip('shipped'),
  'work.not-yet': answerShip('not_yet'),
  'gap.draft-study': draftStudyFor,
  'gap.read-draft': readDraft,
  'study.read': readStudy,
  'evidence.study': chooseStudyOfEvidence,
  'files.study': chooseStudyForFiles,
  'files.leave': leaveFiles,
  'files.speakers': chooseWhoTakesPart,
  'answer.share': shareAnswer,
  'answer.sources': openSources,
  'answer.helpful': rateAnswer,
  'answer.draft-study': draftFromQuestion,
  'answer.draft-gap': draftFromGap,
  'belief.open': openBelief,
  'belief.find': openBelief,
  'belief.quotes': openQuotes,
  'belief.keep': keepBelief,
  'belief.rename': openRenameForm,
  'belief.merge': openMergeForm,
  'belief.split': openSplitForm,
  'belief.retire': openRetireForm,
  'belief.refuse': refuseBelief,
  'belief.seek': openLikelyQuotes,
  'quote.reject': takeQuoteOut,
  'quote.add': acceptQuote,
  'quote.refuse': declineQuote,
  'theme.name': askForSentence,
  'home.tab': changeHomeTab,
  'home.filter': changeHomeFilter,
  'home.page': turnHomePage,
  'home.settings': openSettings,
  'home.ratings': openRatings,
};

/** Every modal that can be submitted, by its callback id. */
export const SUBMISSIONS: Readonly<Record<string, SubmissionHandler>> = {
  [DECISION_MODALS.accepted]: { run: submitDecision('accepted') },
  [DECISION_MODALS.dismissed]: { run: submitDecision('dismissed') },
  [VALIDATION]: { run: submitOutcome('validated') },
  [SETTINGS_MODAL]: settingsSubmission,
  [SAVE_EVIDENCE]: saveEvidenceSubmission,
  [ISSUE_FORM]: submitIssueForm,
  [LINK_FORM]: submitLinkForm,
  [HAND_OVER_FORM]: submitHandOverForm,
  [NAME_THEME]: submitSentence,
  [RENAME_BELIEF]: submitRename,
  [MERGE_BELIEF]: submitMerge,
  [SPLIT_BELIEF]: submitSplit,
  [RETIRE_BELIEF]: submitRetire,
  [WHY_NOT]: { run: submitWhyNot },
  [SNOOZE_UNTIL]: { check: checkSnoozeDay, run: submitSnoozeDay },
};

/** Every slash command, as in manifest.yml. */
export const COMMANDS: Readonly<Record<string, SlashCommand>> = {
  '/ask': askCommand,
  '/signal': signalCommand,
};

/** Every user event subscribed to in manifest.yml. */
export const EVENTS: Readonly<Record<string, EventHandler>> = {
  app_home_opened: appHomeOpened,
  app_mention: appMention,
  entity_details_requested: entityDetails,
  link_shared: linkShared,
  message,
};

/** Events that are not addressed to the bot, so that no reply is sent. */
export const NOTICES: Readonly<Record<string, (slack: Slack, event: SlackEvent) => Promise<void>>> =
  { channel_shared: channelShared, reaction_added: reactionAdded };

/** Every message shortcut by its callback id, as in manifest.yml. */
export const SHORTCUTS: Readonly<Record<string, ShortcutHandler>> = {
  [SAVE_EVIDENCE]: saveAsEvidence,
  [ISSUE_FROM_MESSAGE]: issueFromMessage,
};

/** Every menu whose options are looked up while the user types, by action id. */
export const MENUS: Readonly<Record<string, Menu>> = {
  'belief.find': findBeliefMenu,
  'belief.into': intoBeliefMenu,
  'evidence.study': studyMenu,
  'evidence.theme': themeMenu,
  'files.study': studyMenu,
};
