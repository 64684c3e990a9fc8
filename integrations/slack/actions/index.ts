import type { Action } from './click.js';
import { createIssue } from './create-issue.js';
import { accept, askForDismissalNote } from './decide.js';
import { openDetails } from './details.js';
import { draftStudyFor } from './draft-study.js';
import { changeHomeFilter, turnHomePage } from './home.js';
import { recordMore } from './outcome.js';
import { resolveAs } from './resolve.js';
import { shareAnswer } from './share-answer.js';
import { snoozeCard } from './snooze.js';

/** Every button and menu there is. What follows a colon in an action id is the click's detail. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  'card.followed': resolveAs('followed'),
  'card.dismissed': resolveAs('dismissed'),
  'card.contacted': resolveAs('contacted'),
  'card.snooze': snoozeCard,
  'card.details': openDetails,
  'recommendation.accept': accept,
  'recommendation.dismiss': askForDismissalNote,
  'recommendation.create-issue': createIssue,
  'recommendation.more': recordMore,
  'gap.draft-study': draftStudyFor,
  'answer.share': shareAnswer,
  'home.filter': changeHomeFilter,
  'home.page': turnHomePage,
};
