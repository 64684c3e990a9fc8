import { randomUUID } from 'node:crypto';
import { SlackAnswer } from '../../../db/entities/slack.js';
import type { Answer } from '../../../src/answers/ask/answer.js';
import type { Context } from '../../../src/core/context.js';
import type { Message } from '../blocks/message.js';
import type { Conversation } from '../requests/earlier-answers.js';
import { isOpen } from './answer-buttons.js';

export interface Answered {
  question: string;
  askedBy: string;
  answer: Answer;
  /** The blocks as shown, without buttons. */
  message: Message;
  /** Absent for an answer that only its asker sees. */
  at?: Conversation;
}

/** Stores an answer, so that it can be shared, opened, rated and followed up. Returns its id. */
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
