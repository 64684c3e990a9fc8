import { randomUUID } from 'node:crypto';
import { SlackDraft } from '../../../db/entities/slack.js';
import { invalidRequest } from '../../../src/core/errors.js';
import { draftOfMessage } from '../evidence/draft.js';
import { tellPerson } from '../requests/acting-user.js';
import type { Click, ShortcutHandler } from '../requests/handlers.js';
import { showView } from '../requests/modals.js';
import { chooseTracker, fillForm } from './create-issue.js';
import { failedView, workingView } from './work-views.js';

export const ISSUE_FROM_MESSAGE = 'issue.from_message';

const NOTHING_TO_SAY =
  'This message has no text or files, and Slack provided no link to it, so no issue can be created.';

/** Opens the form for an issue from any message; nothing is created until the user submits it. */
export const issueFromMessage: ShortcutHandler = async (slack, ctx, person, shortcut) => {
  const { trigger_id: triggerId, response_url: responseUrl, channel, user } = shortcut;
  const draftId = randomUUID();
  const click: Click = {
    slack,
    ctx,
    person,
    subjectId: draftId,
    detail: '',
    choice: '',
    choices: [],
    triggerId,
    ...(responseUrl ? { responseUrl } : {}),
    tell: (answer) =>
      tellPerson(slack, { userId: user.id, channelId: channel.id, responseUrl }, answer),
  };
  if (slack.trackers.size === 0) {
    throw invalidRequest('No tracker is configured, so no issue can be created.');
  }
  const tracker = await chooseTracker(click, undefined);
  const opened = await slack.client.views.open({
    trigger_id: triggerId,
    view: workingView(`Looking into ${tracker.name}…`),
  });
  const viewId = opened.view?.id ?? '';
  const draft = await draftOfMessage(slack, shortcut);
  if (draft.text === '' && draft.files.length === 0 && !draft.link) {
    await showView(click, viewId, failedView(NOTHING_TO_SAY));
    return;
  }
  await ctx.db.insert(SlackDraft, {
    draftId,
    kind: 'issue',
    madeBy: person.userId,
    content: draft,
    createdAt: ctx.now,
  });
  await fillForm(click, viewId, tracker, {}, { copy: 1 });
};
