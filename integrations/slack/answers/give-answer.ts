import { randomUUID } from 'node:crypto';
import type { KnownBlock } from '@slack/types';
import { SlackAnswer } from '../../../db/entities/slack.js';
import type { Answer } from '../../../src/answers/ask/answer.js';
import { askInContext } from '../../../src/answers/ask/ask.js';
import type { Context } from '../../../src/core/context.js';
import { readSettings } from '../../../src/core/team-settings.js';
import type { Message } from '../blocks/message.js';
import { showPeople } from '../blocks/show-people.js';
import { context } from '../blocks/text.js';
import { respond } from '../connection/respond.js';
import type { Slack } from '../connection/slack.js';
import { failureIn } from '../connection/slack-failure.js';
import { type Conversation, earlierTurns } from '../requests/question.js';
import { answerButtons, answerMessage, isOpen, movesOf } from './answer-message.js';
import { answerGiven, type DeferredAnswer } from './deferred-answer.js';
import { showThere } from './show-there.js';
import { HOW_TO_END_IT, isFirstAnswer, noteAnswer } from './thread-talk.js';

/** Finds the answer, taking earlier questions into account, and posts it. */
export async function giveAnswer(slack: Slack, ctx: Context, owed: DeferredAnswer): Promise<void> {
  const { question, askedBy, reply } = owed;
  const at: Conversation | undefined = reply.kind === 'there' ? reply : undefined;
  const earlier = at ? await earlierTurns(ctx, at) : [];
  const answer = await askInContext(ctx, { question, earlier });
  const settings = await readSettings(ctx.db);
  const showQuotes = !at || (await slack.channels.showsQuotes(at.channelId, settings));
  const view = { now: ctx.now, names: settings.names, showQuotes, pages: ctx.pages };
  const { names } = settings;
  const message = await showPeople(ctx, names, answerMessage(answer, { ...view, question }));
  const kept = { question, askedBy, answer, message };
  const answerId = await keepAnswer(ctx, at ? { ...kept, at } : kept);
  const buttons = answerButtons(answerId, movesOf(answer), !at);
  const told = at !== undefined && (await isFirstAnswer(slack, ctx, at));
  const hint = told ? [context(HOW_TO_END_IT)] : [];
  const messageTs = await show(slack, owed, message.text, [...message.blocks, ...hint, buttons]);
  if (at) {
    await noteAnswer(slack, ctx, at, { askedBy, told });
    if (messageTs) await ctx.db.update(SlackAnswer, { answerId }, { messageTs });
  }
  await answerGiven(ctx, owed);
}

/** Posts the answer; returns its message if others can see it. */
async function show(
  slack: Slack,
  { key, reply, askedBy }: DeferredAnswer,
  text: string,
  blocks: KnownBlock[],
): Promise<string | undefined> {
  if (reply.kind === 'there') return showThere(slack, key, reply, { text, blocks });
  try {
    await respond(reply.responseUrl, {
      text,
      blocks,
      response_type: 'ephemeral',
      replace_original: false,
    });
  } catch (error) {
    // the response_url expires after half an hour; a direct message to the user still works
    if (failureIn(error)?.kind !== 'gone') throw error;
    await slack.client.chat.postMessage({ channel: askedBy, text, blocks });
  }
  return undefined;
}

interface Answered {
  question: string;
  askedBy: string;
  answer: Answer;
  /** The blocks as shown, without buttons. */
  message: Message;
  /** Absent for an answer that only its asker sees. */
  at?: Conversation;
}

/** Stores an answer, so that it can be shared, opened, rated and followed up. Returns its id. */
async function keepAnswer(ctx: Context, answered: Answered): Promise<string> {
  const { question, askedBy, answer, message, at } = answered;
  const answerId = randomUUID();
  await ctx.db.insert(SlackAnswer, {
    answerId,
    askedBy,
    question,
    message: { ...message },
    askedAt: ctx.now,
    channelId: at?.channelId ?? null,
    threadTs: at?.thread ?? null,
    answer: answer.answer,
    kind: answer.parts.kind,
    covered: isOpen(answer.parts.kind) ? false : answer.parts.kind === 'answered' || null,
    citations: answer.citations.map(({ ref, signalId, evidenceIds }) => ({
      ref,
      signalId,
      evidenceIds: [...evidenceIds],
    })),
    researchGapId: answer.parts.gap?.researchGapId ?? null,
  });
  return answerId;
}
