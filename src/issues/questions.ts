import { z } from 'zod';
import type { QuestionState, ReplyKind } from '../../db/entities/work-item.js';
import { enqueue } from '../../db/queries/enqueue.js';
import type { TeamDatabase } from '../../db/team-database.js';
import type { Context } from '../core/context.js';
import { QUESTIONS_PER_ISSUE_AND_HOUR } from '../core/numbers.js';
import { parseWorkItemUrl } from '../core/work-item-url.js';
import type { JobHandler } from '../jobs/run-job.js';
import type { WorkItemDeps } from './adapter.js';
import { postOnce } from './post-once.js';
import {
  addQuestion,
  apologize,
  lockIssue,
  moveQuestion,
  noticeQuestion,
  openQuestion,
  type QuestionRow,
  replyNotSent,
  sendReply,
  stopThread,
} from './queries/issue-questions.js';
import { beliefsOfIssue } from './queries/message-issues.js';
import { linksOfIssue } from './queries/work-item-states.js';
import { type AskedInIssue, answerMarkdown } from './question-answer.js';
import type { QuestionDesk, QuestionInIssue, StoredQuestion, Tracker } from './tracker.js';
import { asJobFailure, isRefused } from './tracker-failure.js';

/**
 * A question that someone asks inside an issue. Every step is stored before the next begins, so a process may end
 * at any point and the next one continues. There is exactly one reply.
 *
 *     asked ──notice──▶ noticed ──send──▶ sent ──answer──▶ answered
 *       │                  ▲                │
 *       └─▶ declined       └────refuse──────┘       any of the three ──▶ stopped, failed
 */
const QUESTION_STEPS = {
  /** The person was shown that the question was read. */
  notice: { from: ['asked'], to: 'noticed' },
  /** Settles a question of a person who may not ask here; no reply is sent. */
  decline: { from: ['asked'], to: 'declined' },
  /** Stored before the reply is sent: from now on it may exist. */
  send: { from: ['noticed', 'sent'], to: 'sent' },
  /** The tracker refused the reply, so it does not exist. */
  refuse: { from: ['sent'], to: 'noticed' },
  answer: { from: ['sent'], to: 'answered' },
  /** The person asked us to stop. */
  stop: { from: ['asked', 'noticed', 'sent'], to: 'stopped' },
  /** The reply becomes an apology; the state stays the same. */
  apologize: { from: ['asked', 'noticed', 'sent'] },
  /** Not even the apology could be sent. */
  fail: { from: ['asked', 'noticed', 'sent'], to: 'failed' },
} as const satisfies Record<string, { from: readonly QuestionState[]; to?: QuestionState }>;

const ANSWER_IN_ISSUE = 'answer-in-issue';

/** Identifies a question: the tracker and the question's id there. */
const QuestionKey = z.object({ provider: z.string(), questionId: z.string() });
type QuestionKey = z.infer<typeof QuestionKey>;

/**
 * Stores a question within the caller's transaction, with an urgent job that answers it. A known question changes
 * nothing. A request to stop settles the thread's questions.
 */
export async function takeQuestion(
  tx: TeamDatabase,
  provider: string,
  { questionId, threadId, issue, askedBy, text, stops }: QuestionInIssue,
): Promise<void> {
  await tx.row(lockIssue, provider, issue.nativeId);
  const added = await tx.row(addQuestion, {
    ...{ provider, questionId, threadId: threadId ?? null, stops, askedBy },
    ...{ externalId: issue.externalId, nativeId: issue.nativeId, url: issue.url },
    question: text,
    limit: QUESTIONS_PER_ISSUE_AND_HOUR,
  });
  if (!added) return;
  if (stops && threadId) await tx.rows(stopThread, provider, threadId, QUESTION_STEPS.stop.from);
  const key: QuestionKey = { provider, questionId };
  await enqueue(tx, { kind: ANSWER_IN_ISSUE, key: keyOf(key), payload: key, urgent: true });
}

const keyOf = ({ provider, questionId }: QuestionKey): string => `${provider} ${questionId}`;

/**
 * Shows at once that a question was read, before its job runs: trackers wait only seconds. Any failure is left to
 * the job. Never throws.
 */
export async function noticeAtOnce(
  ctx: Context,
  tracker: Tracker,
  key: QuestionKey,
): Promise<void> {
  try {
    const row = await ctx.db.row(openQuestion, key.provider, key.questionId);
    if (row && tracker.questions) await notice(ctx, tracker, tracker.questions, row);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log.info({ ...key, reason }, 'a question in an issue was not acknowledged at once');
  }
}

/** Answers one question exactly once, even if the job is repeated, crashes or loses a response. */
export const answerInIssue = (deps: WorkItemDeps): JobHandler => ({
  kind: ANSWER_IN_ISSUE,
  async run(ctx, payload) {
    const key = QuestionKey.parse(payload);
    try {
      await answer(ctx, deps, key);
    } catch (error) {
      if (!isRefused(error)) throw asJobFailure(error);
      if (!(await sayThatItFailed(ctx, key, error.message))) return;
      await answer(ctx, deps, key).catch(async (again: unknown) => {
        if (!isRefused(again)) throw asJobFailure(again);
        await sayThatItFailed(ctx, key, again.message);
      });
    }
  },
  async gaveUp(ctx, payload, reason) {
    const key = QuestionKey.parse(payload);
    // the apology gets attempts of its own
    if (await sayThatItFailed(ctx, key, reason)) {
      await enqueue(ctx.db, { kind: ANSWER_IN_ISSUE, key: keyOf(key), payload: key });
    }
  },
});

/** Turns the reply into an apology; if it is one already, settles the question without a reply. */
async function sayThatItFailed(ctx: Context, key: QuestionKey, reason: string): Promise<boolean> {
  ctx.log.warn({ ...key, reason }, 'a question in an issue could not be answered');
  if (await ctx.db.row(apologize, { ...key, from: QUESTION_STEPS.apologize.from })) return true;
  await ctx.db.row(moveQuestion, { ...key, ...QUESTION_STEPS.fail });
  return false;
}

async function answer(ctx: Context, deps: WorkItemDeps, key: QuestionKey): Promise<void> {
  const row = await ctx.db.row(openQuestion, key.provider, key.questionId);
  if (!row) return;
  const tracker = deps.trackers.get(key.provider);
  const desk = tracker?.questions;
  if (!tracker || !desk) {
    await ctx.db.row(moveQuestion, { ...key, ...QUESTION_STEPS.fail });
    return;
  }
  if (!(await notice(ctx, tracker, desk, row))) return;
  const question = stored(row);
  let { turn } = row;
  let markdown = '';
  const posted = await postOnce({
    sinceSentMs: row.sinceSentMs,
    inDoubtMs: tracker.inDoubtMs,
    exists: () => desk.hasReply(question),
    post: () => desk.reply(question, { says: row.reply, markdown }),
    async claim() {
      markdown = await replyMarkdown(ctx, tracker, desk, row);
      const mine = await ctx.db.row(sendReply, { ...key, ...QUESTION_STEPS.send, turn });
      turn = mine?.turn ?? turn;
      return mine !== undefined;
    },
    async notSent() {
      await ctx.db.row(replyNotSent, { ...key, ...QUESTION_STEPS.refuse, turn });
    },
  });
  if (posted) await ctx.db.row(moveQuestion, { ...key, ...QUESTION_STEPS.answer });
}

/** Shows that the question was read; false if it must not be answered. */
async function notice(
  ctx: Context,
  tracker: Tracker,
  desk: QuestionDesk,
  row: QuestionRow,
): Promise<boolean> {
  if (row.state !== 'asked') return true;
  const key: QuestionKey = { provider: tracker.provider, questionId: row.questionId };
  const question = stored(row);
  const { recommendationIds, refNumbers } = await behindIssue(ctx, tracker, row);
  const linked = recommendationIds.length + refNumbers.length > 0;
  if (!(await desk.mayAsk(question, linked))) {
    await ctx.db.row(moveQuestion, { ...key, ...QUESTION_STEPS.decline });
    return false;
  }
  if (row.reply === 'answer') await desk.acknowledge(question);
  const noticed = await ctx.db.row(noticeQuestion, { ...key, ...QUESTION_STEPS.notice });
  return (
    noticed !== undefined ||
    (await ctx.db.row(openQuestion, key.provider, key.questionId)) !== undefined
  );
}

/**
 * The recommendations that the question's issue is linked to, and the beliefs that it was created about from a
 * message.
 */
async function behindIssue(
  ctx: Context,
  { provider }: Tracker,
  { nativeId, externalId, url }: QuestionRow,
): Promise<Pick<AskedInIssue, 'recommendationIds' | 'refNumbers'>> {
  const { normalizedUrl } = parseWorkItemUrl(url, ctx.addressRules);
  const [links, beliefs] = await Promise.all([
    ctx.db.rows(linksOfIssue, provider, nativeId, [externalId], [normalizedUrl]),
    ctx.db.rows(beliefsOfIssue, provider, nativeId),
  ]);
  return {
    recommendationIds: [...new Set(links.map(({ recommendationId }) => recommendationId))],
    refNumbers: beliefs.map(({ refNumber }) => refNumber),
  };
}

const OTHER_REPLIES: Record<Exclude<ReplyKind, 'answer'>, string> = {
  limit: `I answer ${QUESTIONS_PER_ISSUE_AND_HOUR} questions per issue and hour. Please ask again later.`,
  stop: 'Stopped. Ask again at any time.',
  apology:
    'I could not answer this: the service failed, and its log says why. Please ask again later.',
};

async function replyMarkdown(
  ctx: Context,
  tracker: Tracker,
  desk: QuestionDesk,
  row: QuestionRow,
): Promise<string> {
  if (row.reply !== 'answer') return OTHER_REPLIES[row.reply];
  const question = stored(row);
  const [text, isPublic, behind] = await Promise.all([
    desk.wordsOf(question),
    desk.isPublic(question),
    behindIssue(ctx, tracker, row),
  ]);
  return answerMarkdown(ctx, { text, isPublic, ...behind, repeat: !row.threadId });
}

const stored = (row: QuestionRow): StoredQuestion => ({
  questionId: row.questionId,
  threadId: row.threadId ?? undefined,
  issue: { externalId: row.externalId, nativeId: row.nativeId, url: row.url },
  askedBy: row.askedBy ?? '',
  text: row.question ?? '',
  noticeId: row.noticeId,
  replyId: row.replyId,
  askedAt: row.askedAt,
});
