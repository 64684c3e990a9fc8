import { z } from 'zod';
import { type ShipQuestionRow, shipQuestion } from '../../../db/queries/ship-questions.js';
import {
  channelElsewhere,
  messageRedrawn,
  messagesOfSubject,
  type SlackMessageRow,
} from '../../../db/queries/slack-messages.js';
import type { Context } from '../../../src/core/context.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { SHIP_QUESTION } from '../../../src/issues/settle-ship-question.js';
import { type JobHandler, RetryLater } from '../../../src/jobs/index.js';
import type { Message } from '../blocks/message.js';
import { showPeople } from '../blocks/show-people.js';
import { renderingHash } from '../cards/card-message.js';
import { POST_UNDER_WAY_MS } from '../connection/app-settings.js';
import type { Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { actOnFailure, mayWorkAgain } from '../delivery/act-on-failure.js';
import { channelOf, timeZoneOf } from '../delivery/channel-of.js';
import { postOnce } from '../delivery/post-once.js';
import { isQuiet } from '../delivery/quiet-hours.js';
import { shipQuestionMessage } from './ship-question-message.js';

const Payload = z.object({ questionId: z.string() });
const LATER_MS = 10 * 60_000;

/** Asks in the channel of the cards, once; redraws the question when it is answered or withdrawn. */
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
