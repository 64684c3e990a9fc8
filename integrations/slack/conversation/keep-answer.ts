import { randomUUID } from 'node:crypto';
import { SlackAnswer } from '../../../db/entities/slack.js';
import type { Answer } from '../../../src/ask/answer.js';
import type { Context } from '../../../src/context.js';
import type { Message } from '../messages/card-message.js';
import type { Conversation } from './earlier.js';

export interface Answered {
  question: string;
  askedBy: string;
  answer: Answer;
  /** As shown, without its buttons. */
  message: Message;
  /** Absent for an answer that only who asked sees. */
  at?: Conversation;
}

/** Keeps an answer, so that it can be shared, looked into, judged and asked on about. Gives its id. */
export async function keepAnswer(ctx: Context, answered: Answered): Promise<string> {
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
    covered: answer.parts.covered,
    citations: answer.citations.map(({ ref, signalId, evidenceIds }) => ({
      ref,
      signalId,
      evidenceIds: [...evidenceIds],
    })),
    researchGapId: answer.parts.nearest?.gap?.researchGapId ?? null,
  });
  return answerId;
}
