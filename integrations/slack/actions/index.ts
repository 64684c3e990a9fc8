import { answerShip } from '../work-items/answer-ship.js';
import { openIssueForm, redrawIssueForm } from '../work-items/create-issue.js';
import { linkThis } from '../work-items/link-issue.js';
import { retryPush } from '../work-items/retry-push.js';
import { draftFromGap, draftFromQuestion } from './answer-draft.js';
import { sayIfHelpful } from './answer-feedback.js';
import { openSources } from './answer-sources.js';
import { bringCardBack, wakeCard } from './bring-back.js';
import type { Action } from './click.js';
import { accept, askForNote } from './decide.js';
import { openDetails } from './details.js';
import { draftStudyFor } from './draft-study.js';
import { chooseStudyForFiles, leaveFiles } from './files.js';
import { changeHomeFilter, openSettings, turnHomePage } from './home.js';
import { markAsShipped, recordMore } from './outcome.js';
import { resolveAs } from './resolve.js';
import { shareAnswer } from './share-answer.js';
import { showCard } from './show-card.js';
import { snoozeCard } from './snooze.js';

/** Every button and menu there is. What follows a colon in an action id is the click's detail. */
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
  'recommendation.ship': markAsShipped,
  'recommendation.more': recordMore,
  'work.tracker': redrawIssueForm,
  'work.place': redrawIssueForm,
  'work.link-this': linkThis,
  'work.retry': retryPush,
  'work.shipped': answerShip('shipped'),
  'work.not-yet': answerShip('not_yet'),
  'gap.draft-study': draftStudyFor,
  'files.study': chooseStudyForFiles,
  'files.leave': leaveFiles,
  'answer.share': shareAnswer,
  'answer.sources': openSources,
  'answer.helpful': sayIfHelpful,
  'answer.draft-study': draftFromQuestion,
  'answer.draft-gap': draftFromGap,
  'home.filter': changeHomeFilter,
  'home.page': turnHomePage,
  'home.settings': openSettings,
};
