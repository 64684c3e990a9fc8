import { z } from 'zod';
import { SlackAnswer } from '../../../db/entities/slack.js';
import { answerExists, giveAnswerBack, takeAnswer } from '../../../db/queries/slack-answers.js';
import { Refusal } from '../../../src/errors.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { failureIn, slackFailure } from '../connection/slack-failure.js';
import { answerButtons } from '../messages/answer-buttons.js';
import type { Message } from '../messages/card-message.js';
import { sharedAnswerMessage } from '../messages/shared-answer.js';
import { respond } from '../respond.js';
import type { Slack } from '../slack.js';
import type { Action, Click } from './click.js';

const Stored = z.custom<Message>(
  (value) => z.object({ text: z.string(), blocks: z.array(z.unknown()) }).safeParse(value).success,
);

/** Shows a private answer to the channel, word for word and once; its thread can be asked on in. */
export const shareAnswer: Action = async (click) => {
  const { ctx, person, subjectId, channelId, tell } = click;
  await refuseOutsideReaders(click);
  const answer = await ctx.db.row(takeAnswer, subjectId);
  if (!answer) {
    const known = await ctx.db.row(answerExists, subjectId);
    return tell(
      known ? 'This answer is shared already.' : 'This answer is too old to share: ask again.',
    );
  }
  try {
    const { sources, gap } = answer;
    const stored = Stored.parse(answer.message);
    const { text, blocks } = sharedAnswerMessage(stored, person.name);
    const moves = { sources, gap, covered: answer.covered ?? true };
    const buttons = answerButtons(subjectId, moves, false);
    const threadTs = await show(click, { text, blocks: [...blocks, buttons] });
    if (threadTs)
      await ctx.db.update(SlackAnswer, { answerId: subjectId }, { channelId, threadTs });
  } catch (error) {
    // where Slack may have it, it is not shown twice
    if (failureIn(error)?.kind !== 'unclear') await ctx.db.row(giveAnswerBack, subjectId);
    throw error;
  }
};

/** As a message of ours, whose thread we hear, and whose `ts` this gives; where we may not post, by the press itself. */
async function show(
  { slack, channelId, responseUrl }: Click,
  message: Message,
): Promise<string | undefined> {
  try {
    if (channelId) return await postThere(slack, channelId, message);
  } catch (error) {
    if (slackFailure(error).kind !== 'channel') throw error;
  }
  if (!responseUrl) throw new Refusal('invalid_request', 'Share an answer from where you got it.');
  await respond(responseUrl, { ...message, response_type: 'in_channel', replace_original: false });
  return undefined;
}

async function postThere(
  { pace, client }: Slack,
  channel: string,
  message: Message,
): Promise<string | undefined> {
  await pace.turn(channel);
  const quiet = { unfurl_links: false, unfurl_media: false };
  return (await client.chat.postMessage({ channel, ...message, ...quiet })).ts;
}

/** A conversation of two has no other readers; of a channel that we cannot see nobody knows. */
async function refuseOutsideReaders({ slack, ctx, channelId }: Click): Promise<void> {
  if (!channelId || channelId.startsWith('D')) return;
  const settings = await readSettings(ctx.db);
  const shows = await slack.channels.showsQuotes(channelId, settings).catch((error) => {
    if (slackFailure(error).kind !== 'channel') throw error;
    throw new Refusal(
      'forbidden',
      'Invite Belief Layer to this channel first: it shares quotes only where it can see who reads them.',
    );
  });
  if (!shows) {
    throw new Refusal(
      'forbidden',
      'Quotes are not shared into a channel that another organisation reads.',
    );
  }
}
