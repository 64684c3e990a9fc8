import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { type ShipQuestionRow, shipQuestion } from '../../../db/queries/ship-questions.js';
import { channelElsewhere } from '../../../db/queries/slack-channel-cards.js';
import {
  messageRedrawn,
  messagesOfSubject,
  type SlackMessageRow,
} from '../../../db/queries/slack-messages.js';
import { OUTCOME_NAMES } from '../../../src/beliefs/names.js';
import type { Context } from '../../../src/core/context.js';
import { Refusal } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { counted } from '../../../src/core/words.js';
import { answerShipQuestion, SHIP_QUESTION } from '../../../src/issues/ship-question.js';
import { type JobHandler, RetryLater } from '../../../src/jobs/index.js';
import type { Message } from '../blocks/message.js';
import { bold, line, richText, words } from '../blocks/rich-text.js';
import { showPeople } from '../blocks/show-people.js';
import { context, itemLink, label, literal, ours, ownSentence } from '../blocks/text.js';
import { renderingHash } from '../cards/card-message.js';
import { POST_UNDER_WAY_MS } from '../connection/app-settings.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { actOnFailure, mayWorkAgain } from '../delivery/act-on-failure.js';
import { postOnce } from '../delivery/post-once.js';
import { channelOf, isQuiet, timeZoneOf } from '../delivery/when-to-write.js';
import type { Action } from '../requests/handlers.js';

const ANSWERS = {
  shipped: `:rocket: ${OUTCOME_NAMES.shipped}`,
  not_yet: ':hourglass: Not yet',
  settled: ':white_check_mark: Decided otherwise',
  withdrawn: ':leftwards_arrow_with_hook: No longer completed',
} as const;

/**
 * Asks whether work that a tracker reports as completed has shipped; once answered, shows the answer and who gave
 * it.
 */
function shipQuestionMessage(
  question: ShipQuestionRow,
  trackers: ReadonlyMap<string, { name: string }>,
): Message {
  const { title, url, externalId, completedBy, unfinished, pullName, pullUrl } = question;
  const tracker = trackers.get(question.tracker ?? '')?.name;
  const item = externalId
    ? [tracker, externalId].filter(Boolean).join(' ')
    : `The ${tracker ? `${tracker} ` : ''}issue`;
  const by = completedBy ? ` by ${literal(completedBy, 80)}` : '';
  const rest = unfinished > 0 ? ` · ${counted(unfinished, 'other issue')} not finished` : '';
  const [what, linked] =
    pullName && pullUrl
      ? [
          `The pull request for ${literal(item, 120)} was merged`,
          `${itemLink(pullUrl, pullName)} for ${itemLink(url, item)} was merged`,
        ]
      : [`${literal(item, 120)} was completed`, `${itemLink(url, item)} was completed`];
  return {
    text: `${what}${by}. Mark “${literal(title, 200)}” as shipped?`,
    blocks: [
      richText(line(words('Shipped? '), bold(label(title, 300)))),
      context(`:ticket: ${linked}${by}${rest}`),
      ...answers(question),
    ],
  };
}

function answers({ questionId, closedAs, closedBy }: ShipQuestionRow): KnownBlock[] {
  if (closedAs) {
    const by = closedBy ? ` by ${literal(closedBy, 80)}` : '';
    return [context(`${ANSWERS[closedAs]}${by}`)];
  }
  return [
    {
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: 'work.shipped',
          value: questionId,
          style: 'primary',
          text: ours('Mark as shipped'),
        },
        { type: 'button', action_id: 'work.not-yet', value: questionId, text: ours('Not yet') },
      ],
    },
  ];
}

const Payload = z.object({ questionId: z.string() });
const LATER_MS = 10 * 60_000;

/** Asks once, in the channel for cards. Redraws the question when it is answered or withdrawn. */
export const askShip = (slack: Slack): JobHandler => ({
  kind: SHIP_QUESTION,
  async run(ctx, payload) {
    const { questionId } = Payload.parse(payload);
    const question = await ctx.db.row(shipQuestion, questionId);
    if (!question) return;
    let channelId = channelOf(slack, await readSettings(ctx.db));
    try {
      const { workspaceId } = await slack.connection.connect();
      const all = await ctx.db.rows(messagesOfSubject, 'ship_question', questionId);
      const asked = all.filter((message) => message.workspaceId === workspaceId);
      channelId = asked[0]?.channelId ?? channelId;
      if (asked.length === 0) return await ask(ctx, slack, workspaceId, question);
      for (const message of asked) await redraw(ctx, slack, question, message);
    } catch (error) {
      if (error instanceof RetryLater) throw error;
      const failure = slackFailure(error);
      await actOnFailure(ctx, slack, failure, channelId);
      if (await mayWorkAgain(ctx, slack, failure, channelId)) {
        throw new RetryLater(LATER_MS, `Slack: ${failure.code}`);
      }
    }
  },
});

async function ask(
  ctx: Context,
  slack: Slack,
  workspaceId: string,
  question: ShipQuestionRow,
): Promise<void> {
  const settings = await readSettings(ctx.db);
  const channelId = channelOf(slack, settings);
  if (question.closedAt || !channelId) return;
  if (await ctx.db.row(channelElsewhere, workspaceId, channelId)) return;
  if (isQuiet(settings.quietHours, timeZoneOf(slack, settings), ctx.now)) {
    throw new RetryLater(LATER_MS, 'the team has quiet hours');
  }
  const message = await render(ctx, slack, question);
  const place = {
    workspaceId,
    channelId,
    subjectType: 'ship_question' as const,
    subjectId: question.questionId,
  };
  await postOnce(ctx, slack, place, message, renderingHash(message));
}

const render = async (ctx: Context, slack: Slack, question: ShipQuestionRow): Promise<Message> =>
  showPeople(
    ctx,
    (await readSettings(ctx.db)).names,
    shipQuestionMessage(question, slack.trackers),
  );

async function redraw(
  ctx: Context,
  slack: Slack,
  question: ShipQuestionRow,
  shown: SlackMessageRow,
): Promise<void> {
  if (shown.failure !== null) return;
  if (shown.ts === null) throw new RetryLater(POST_UNDER_WAY_MS, 'the question is being posted');
  const message = await render(ctx, slack, question);
  const hash = renderingHash(message);
  if (hash === shown.renderedHash) return;
  await slack.client.chat.update({ channel: shown.channelId, ts: shown.ts, ...message });
  await ctx.db.row(messageRedrawn, shown.claimId, hash, shown.version + 1);
}

/** Records the outcome with one click. A user who is too late sees who answered first. */
export const answerShip =
  (answer: 'shipped' | 'not_yet'): Action =>
  async ({ ctx, subjectId, tell }) => {
    try {
      await answerShipQuestion(ctx, subjectId, answer);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'invalid_transition') throw error;
      await tell(ownSentence(error.message, 1_500));
    }
  };
