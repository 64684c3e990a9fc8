import { randomUUID } from 'node:crypto';
import type { KnownBlock } from '@slack/types';
import { SlackAnswer } from '../../../db/entities/slack.js';
import { countErasures, shareErasures } from '../../../db/queries/erasures.js';
import type { Answer } from '../../../src/answers/ask/answer.js';
import { askInContext } from '../../../src/answers/ask/ask.js';
import { postsChanged } from '../../../src/core/announce.js';
import { type Context, inTransaction } from '../../../src/core/context.js';
import { readSettings } from '../../../src/core/team-settings.js';
import type { Message } from '../blocks/message.js';
import { showPeople } from '../blocks/show-people.js';
import { context } from '../blocks/text.js';
import { respond } from '../connection/respond.js';
import type { Slack } from '../connection/slack.js';
import { failureIn } from '../connection/slack-failure.js';
import { type AnswerPlace, answerPosted } from '../queries/answers.js';
import { type Conversation, earlierTurns } from '../requests/question.js';
import { answerButtons, answerMessage, buttonFacts, isOpen } from './answer-message.js';
import { answerGiven, type DeferredAnswer } from './deferred-answer.js';
import { showInConversation } from './show-in-conversation.js';
import { HOW_TO_END_IT, isFirstAnswer, noteAnswer } from './thread-conversation.js';

/**
 * Finds the answer, taking earlier questions into account, and posts it. If a participant was erased in the
 * meantime, it is found again, since it may contain their words.
 */
export async function giveAnswer(slack: Slack, ctx: Context, owed: DeferredAnswer): Promise<void> {
  const { question, askedBy, reply } = owed;
  const erasures = await ctx.db.row(countErasures);
  const at: Conversation | undefined = reply.kind === 'there' ? reply : undefined;
  const earlier = at ? await earlierTurns(ctx, at) : [];
  const answer = await askInContext(ctx, { question, earlier, alone: !at });
  const settings = await readSettings(ctx.db);
  const showQuotes = !at || (await slack.channels.showsQuotes(at.channelId, settings));
  const view = { now: ctx.now, names: settings.names, showQuotes, pages: ctx.pages };
  const { names } = settings;
  const shown = await showPeople(ctx, names, answerMessage(answer, { ...view, question }));
  const told = at !== undefined && (await isFirstAnswer(slack, ctx, at));
  const message = told ? { ...shown, blocks: [...shown.blocks, context(HOW_TO_END_IT)] } : shown;
  const kept = { question, askedBy, answer, message };
  const answerId = await inTransaction(ctx, async (tx) => {
    await tx.db.row(shareErasures);
    const now = await tx.db.row(countErasures);
    if (now?.count !== erasures?.count) return undefined;
    return keepAnswer(tx, at ? { ...kept, at } : kept);
  });
  if (answerId === undefined) return giveAnswer(slack, ctx, owed);
  const buttons = answerButtons(answerId, buttonFacts(answer), !at);
  const messageTs = await show(slack, owed, message.text, [...message.blocks, buttons]);
  if (at) {
    await noteAnswer(slack, ctx, at, { askedBy, told });
    if (messageTs) {
      const { channelId, thread: threadTs } = at;
      await answerIsAt(ctx, {
        ...{ answerId, channelId, threadTs, messageTs },
        workspaceId: owed.workspaceId,
      });
    }
  }
  await answerGiven(ctx, owed);
}

/** Stores where an answer was posted; redraws it if its text was changed by an erasure since it was sent. */
export async function answerIsAt(ctx: Context, place: AnswerPlace): Promise<void> {
  const stored = await ctx.db.row(answerPosted, place);
  if (stored?.isOutdated) await postsChanged(ctx);
}

/** Posts the answer; returns its message if others can see it. */
async function show(
  slack: Slack,
  { key, reply, askedBy }: DeferredAnswer,
  text: string,
  blocks: KnownBlock[],
): Promise<string | undefined> {
  if (reply.kind === 'there') return showInConversation(slack, key, reply, { text, blocks });
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
  /** Absent for an answer that only the asker can see. */
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
