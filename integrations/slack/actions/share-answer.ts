import { z } from 'zod';
import { answerExists, giveAnswerBack, takeAnswer } from '../../../db/queries/slack-answers.js';
import { Refusal } from '../../../src/errors.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { answerButtons } from '../messages/answer-buttons.js';
import type { Message } from '../messages/card-message.js';
import { sharedAnswerMessage } from '../messages/shared-answer.js';
import { respond } from '../respond.js';
import { slackFailure } from '../slack-failure.js';
import type { Action, Click } from './click.js';

const Stored = z.custom<Message>(
  (value) => z.object({ text: z.string(), blocks: z.array(z.unknown()) }).safeParse(value).success,
);

/** Shows a private answer to the channel, word for word and once. */
export const shareAnswer: Action = async (click) => {
  const { ctx, subjectId, responseUrl, tell } = click;
  await refuseOutsideReaders(click);
  if (!responseUrl) throw new Refusal('invalid_request', 'Share an answer from where you got it.');
  const answer = await ctx.db.row(takeAnswer, subjectId);
  if (!answer) {
    const known = await ctx.db.row(answerExists, subjectId);
    return tell(
      known ? 'This answer is shared already.' : 'This answer is too old to share: ask again.',
    );
  }
  try {
    const { askedBy, question, sources, gap } = answer;
    const message = sharedAnswerMessage(Stored.parse(answer.message), { askedBy, question });
    const moves = { sources, gap, covered: answer.covered ?? true };
    await respond(responseUrl, {
      ...message,
      blocks: [...message.blocks, answerButtons(subjectId, moves, false)],
      response_type: 'in_channel',
      replace_original: false,
    });
  } catch (error) {
    await ctx.db.row(giveAnswerBack, subjectId);
    throw error;
  }
};

/** A conversation of two has no other readers; of a channel that we cannot see nobody knows. */
async function refuseOutsideReaders({ slack, ctx, channelId }: Click): Promise<void> {
  if (!channelId || channelId.startsWith('D')) return;
  const settings = await readSettings(ctx.db);
  const shows = await slack.channels.showsQuotes(slack, channelId, settings).catch((error) => {
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
