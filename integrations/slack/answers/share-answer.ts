import { z } from 'zod';
import { Refusal } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import type { Message } from '../blocks/message.js';
import { context, itemLink, literal } from '../blocks/text.js';
import { permalinkOf } from '../connection/permalink.js';
import { respond } from '../connection/respond.js';
import type { Slack } from '../connection/slack.js';
import { failureIn, slackFailure } from '../connection/slack-failure.js';
import {
  giveAnswerBack,
  placeOfAnswer,
  type SharedAnswer,
  takeAnswer,
} from '../queries/answers.js';
import type { Action, Click } from '../requests/handlers.js';
import { answerButtons } from './answer-message.js';
import { answerIsAt } from './give-answer.js';
import { noteAnswer } from './thread-conversation.js';

/** An answer with the name of the person who asked; a mention would notify them. */
export const sharedAnswerMessage = (answer: Message, askedBy: string): Message => ({
  text: answer.text,
  blocks: [context(`:speech_balloon: Asked by ${literal(askedBy, 80)}`), ...answer.blocks],
});

const Stored = z.custom<Message>(
  (value) => z.object({ text: z.string(), blocks: z.array(z.unknown()) }).safeParse(value).success,
);

/** A stored answer with its buttons, as others see it; `sharedBy` is absent if it was posted for everyone. */
export function storedMessage(answerId: string, answer: SharedAnswer, sharedBy?: string): Message {
  const stored = Stored.parse(answer.message);
  const { text, blocks } = sharedBy ? sharedAnswerMessage(stored, sharedBy) : stored;
  const { sources, gap, covered } = answer;
  const buttons = answerButtons(answerId, { sources, gap, open: covered === false }, false);
  return { text, blocks: [...blocks, buttons] };
}

/** Shares a private answer with the channel, verbatim and once; its thread accepts follow-ups. */
export const shareAnswer: Action = async (click) => {
  const { slack, ctx, person, subjectId, channelId, tell } = click;
  await refuseOutsideReaders(click);
  const answer = await ctx.db.row(takeAnswer, subjectId);
  if (!answer) {
    const known = await ctx.db.row(placeOfAnswer, subjectId);
    if (!known) return tell('This answer is too old to share: ask again.');
    const { channelId: at, messageTs } = known;
    const url = at && messageTs ? await permalinkOf(slack, at, messageTs) : undefined;
    return tell(
      `This answer has already been shared${url ? `: ${itemLink(url, 'open it')}` : ''}.`,
    );
  }
  try {
    const threadTs = await show(click, storedMessage(subjectId, answer, person.name));
    if (threadTs && channelId) {
      const { workspaceId } = await slack.connection.connect();
      const at = { workspaceId, channelId, threadTs, messageTs: threadTs };
      await answerIsAt(ctx, { answerId: subjectId, ...at });
      const asked = { askedBy: person.userId, told: false };
      await noteAnswer(slack, ctx, { channelId, thread: threadTs }, asked);
    }
  } catch (error) {
    // if Slack may have posted it, it is not posted twice
    if (failureIn(error)?.kind !== 'unclear') await ctx.db.row(giveAnswerBack, subjectId);
    throw error;
  }
  await removeButton(click, storedMessage(subjectId, answer));
};

/** Shows the private answer without "Share to channel"; if Slack no longer allows that, the button stays. */
async function removeButton({ slack, responseUrl }: Click, message: Message): Promise<void> {
  if (!responseUrl) return;
  try {
    await respond(responseUrl, { ...message, response_type: 'ephemeral', replace_original: true });
  } catch (error) {
    slack.log.debug({ err: error }, 'could not remove a button from a private answer');
  }
}

/**
 * Posts it as our own message, so that we receive its thread, and returns its `ts`; if we may not post there,
 * posts through the response_url.
 */
async function show(
  { slack, channelId, responseUrl }: Click,
  message: Message,
): Promise<string | undefined> {
  try {
    if (channelId) return await postInChannel(slack, channelId, message);
  } catch (error) {
    if (slackFailure(error).kind !== 'channel') throw error;
  }
  if (!responseUrl) throw new Refusal('invalid_request', 'Share an answer from where you got it.');
  await respond(responseUrl, { ...message, response_type: 'in_channel', replace_original: false });
  return undefined;
}

async function postInChannel(
  { pace, client }: Slack,
  channel: string,
  message: Message,
): Promise<string | undefined> {
  await pace.turn(channel);
  const quiet = { unfurl_links: false, unfurl_media: false };
  return (await client.chat.postMessage({ channel, ...message, ...quiet })).ts;
}

/**
 * Throws `forbidden` if outsiders can read the channel, or if we cannot see who can. A direct message has no other
 * readers.
 */
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
      'Quotes are not shared into a channel that another organization reads.',
    );
  }
}
