import type { KnownBlock } from '@slack/types';
import { askInContext } from '../../../src/ask/ask-in-context.js';
import type { Context } from '../../../src/context.js';
import { readSettings } from '../../../src/settings/team-settings.js';
import { answerButtons, movesOf } from '../messages/answer-buttons.js';
import { answerMessage } from '../messages/answer-message.js';
import { showPeople } from '../people/show-people.js';
import { respond } from '../respond.js';
import type { Slack } from '../slack.js';
import { type Conversation, earlierTurns } from './earlier.js';
import { keepAnswer } from './keep-answer.js';
import { answerGiven, type OwedAnswer } from './owed-answer.js';
import { showThere } from './show-there.js';

/** Finds the answer, knowing what was asked before, and shows it where it belongs. */
export async function giveAnswer(slack: Slack, ctx: Context, owed: OwedAnswer): Promise<void> {
  const { question, askedBy, reply } = owed;
  const at: Conversation | undefined = reply.kind === 'there' ? reply : undefined;
  const earlier = at ? await earlierTurns(ctx, at) : [];
  const answer = await askInContext(ctx, { question, earlier });
  const settings = await readSettings(ctx.db);
  const showQuotes = !at || (await slack.channels.showsQuotes(at.channelId, settings));
  const view = { now: ctx.now, names: settings.names, showQuotes };
  const { names } = settings;
  const message = await showPeople(ctx, names, answerMessage(answer, { ...view, question }));
  const kept = { question, askedBy, answer, message };
  const answerId = await keepAnswer(ctx, at ? { ...kept, at } : kept);
  const buttons = answerButtons(answerId, movesOf(answer), !at);
  await show(slack, owed, message.text, [...message.blocks, buttons]);
  await answerGiven(ctx, owed);
}

async function show(
  slack: Slack,
  { key, reply }: OwedAnswer,
  text: string,
  blocks: KnownBlock[],
): Promise<void> {
  if (reply.kind === 'there') return showThere(slack, key, reply, { text, blocks });
  await respond(reply.responseUrl, {
    text,
    blocks,
    response_type: 'ephemeral',
    replace_original: true,
  });
}
