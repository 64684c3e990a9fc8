import type { ModalView } from '@slack/types';
import { invalidRequest } from '../../../src/core/errors.js';
import { agentsOf, handOver, handOverAgain } from '../../../src/issues/hand-over.js';
import { issuesToHandOver } from '../../../src/issues/queries/handovers.js';
import { itemLink, mrkdwn, ours } from '../blocks/text.js';
import { cardSubject } from '../cards/card-subject.js';
import { recommendationOf } from '../cards/decide.js';
import type { Action, Click, SubmissionHandler } from '../requests/handlers.js';
import { modalMeta, showView } from '../requests/modals.js';
import { agentField } from './issue-form.js';
import { workingView } from './work-views.js';

export const HAND_OVER_FORM = 'work.hand-over-form';

/** The first issue that this service created for the card's recommendation and that no agent was given. */
async function issueToHandOver({ ctx, slack, subjectId }: Click, provider?: string) {
  const recommendationId = await recommendationOf(ctx, subjectId);
  for (const issue of await ctx.db.rows(issuesToHandOver, recommendationId)) {
    const tracker = [...slack.trackers.values()].find(
      (one) => one.agents && one.parse(issue.url) && (!provider || one.provider === provider),
    );
    if (tracker) return { ...issue, recommendationId, tracker };
  }
  throw invalidRequest(
    'Every issue of this recommendation has already been handed over or is closed.',
  );
}

/** Opens the form at once, and lists the agents when the tracker has responded. */
export const openHandOverForm: Action = async (click) => {
  const issue = await issueToHandOver(click);
  const { tracker, externalId } = issue;
  const opened = await click.slack.client.views.open({
    trigger_id: click.triggerId,
    view: workingView(`Looking into ${tracker.name}…`),
  });
  const about = await cardSubject(click.ctx, click.subjectId);
  const list = await agentsOf(tracker, { issue: { externalId } });
  const isPossible = Boolean(list?.agents.length);
  const view: ModalView = {
    type: 'modal',
    callback_id: HAND_OVER_FORM,
    private_metadata: modalMeta(click, { tracker: tracker.provider }),
    title: ours('Hand over'),
    close: ours('Cancel'),
    ...(isPossible && { submit: ours('Hand over') }),
    blocks: [
      about,
      {
        type: 'section',
        text: mrkdwn(
          `:ticket: ${itemLink(issue.url, `${tracker.name} ${externalId}`)}: the agent reads it as it is now.`,
        ),
      },
      ...agentField('agent', list, undefined, false),
    ],
  };
  await showView(click, opened.view?.id ?? '', view);
};

export const submitHandOverForm: SubmissionHandler = {
  check: ({ agent }): Record<string, string> => (agent ? {} : { agent: 'Choose an agent.' }),
  async run(click, { agent = '' }, { tracker }) {
    const issue = await issueToHandOver(click, tracker);
    await handOver(click.ctx, issue, agent);
  },
};

/** Hands an issue over again, after a failure or if the agent has not begun. */
export const tryHandOverAgain: Action = ({ ctx, subjectId }) => handOverAgain(ctx, subjectId);
