import { coversWell } from '../../../src/answers/ask/ask.js';
import { contentOf } from '../../../src/answers/ask/follow-up.js';
import type { Context } from '../../../src/core/context.js';
import { contextOf, type Slack } from '../connection/slack.js';
import {
  answeredInThread,
  leaveThread,
  quietThread,
  threadOfAnswer,
  threadState,
} from '../queries/threads.js';
import {
  type Conversation,
  earlierTurns,
  IN_LINE,
  isCourtesy,
  questionOf,
} from '../requests/question.js';

/** Openings of a question without a question mark. */
const ASKS =
  /^(?:(?:and|but|so|ok|okay|also)[\s,]+)?(?:what|why|how|who|whom|whose|which|when|where|is it|is there|are there|do (?:they|we|people)|does|did|can you|could you|show me|tell me|give me)\b/i;
/** Addresses other people, not the bot. */
const ADDRESSES_OTHERS = /<[@!][^<>]*>/;
/** Words that make a short fragment a question ("why?", "any quotes?", but not "really?"). */
const ASKS_ON =
  /\b(?:what|why|how|who|whom|whose|which|when|where|warum|wieso|quotes?|examples?|evidence|proof|sources?|else|more|often|sure|against|opposite|contradict\w*|disagree\w*|interviews?|stud(?:y|ies))\b/i;

/** True if a question without a subject continues the previous answer. */
const asksOnAboutTheSame = (text: string): boolean => ASKS_ON.test(text);

/**
 * True if a message in a thread may be a follow-up for the bot. People also talk to each other there: messages
 * that are not questions, or that name someone, are left alone.
 */
export function isFollowUp(text: string): boolean {
  const said = text.trim();
  if (said === '' || ADDRESSES_OTHERS.test(said)) return false;
  // a link's URL may contain question marks
  const own = said.replace(/<[^<>]*>/g, ' ').trim();
  return /[?？؟]/.test(own) || ASKS.test(own);
}

/** Openings of a question to the bot, even though it contains "you" or "we". */
const TO_THE_BOT =
  /^(?:(?:and|but|so|ok|okay|also)[\s,]+)?(?:(?:can|could) you (?:show|tell|give|find)|(?:show|tell|give) me|what do we know|do we know|how do we know|how sure are we|are we sure|have we heard|did we hear)\b/i;
const TO_PEOPLE = /\b(?:you|your|yours|i|i'm|me|my|we|we're|us|our|let's)\b/i;
const LOGISTICS =
  /\b(?:lunch|dinner|breakfast|coffee|beers?|drinks|hungry|stand-?up|retro|meeting|calendar|zoom|holidays?|vacation|weekend|birthday|weather|pto|ooo|tonight|tomorrow|o'clock)\b|\bat \d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?\b/i;

/** True for questions people ask each other: when and where, who is coming, what you or we should do. */
function isSmallTalk(text: string): boolean {
  const said = text.replaceAll('’', "'").trim();
  return LOGISTICS.test(said) || (TO_PEOPLE.test(said) && !TO_THE_BOT.test(said));
}

/** Milliseconds after an answer from which a question is unlikely to be about it; a mention is quickly written. */
const FOLLOW_UP_MS = 60 * 60_000;

/** Posted once per thread, below the first answer there. */
export const HOW_TO_END_IT =
  'Ask a follow-up below, no mention needed. Say “stop” or react with :mute:, and I’ll answer here only when mentioned.';
const QUIET_NOW =
  'I’ll stay quiet in this thread from now on. Mention me if you want an answer here.';

interface Said {
  userId: string;
  text: string;
}

const serviceOf = (slack: Slack): Context =>
  contextOf(slack, { type: 'service', id: 'slack', name: 'Slack' });

const keyOf = async ({ connection }: Slack, { channelId, thread }: Conversation) =>
  [(await connection.connect()).workspaceId, channelId, thread] as const;

/**
 * True if a message in a thread, without a mention, is meant for the bot: a question right after the bot's own
 * answer, from the person it answered, that beliefs cover well. After any other message the thread belongs to the
 * people in it.
 */
export async function isMeantForUs(
  slack: Slack,
  at: Conversation,
  { userId, text }: Said,
): Promise<boolean> {
  const { connection } = slack;
  const identity = connection.identity ?? (await connection.connect().catch(() => undefined));
  if (!identity) return false;
  const ctx = serviceOf(slack);
  const key = await keyOf(slack, at);
  const state = await ctx.db.row(threadState, ...key);
  if (!state || state.quietAt !== null) return false;
  const question = questionOf(text);
  if (isStop(question)) {
    // people are talking to each other here by now, so it may not be meant for the bot: stays silent
    if (state.asker === null) await ctx.db.row(quietThread, ...key);
    else await beQuiet(slack, at, userId);
    return false;
  }
  if (state.asker === null || (state.asker === userId && isCourtesy(question))) return false;
  const mayAsk =
    state.asker === userId && ctx.now.getTime() - state.answeredAt.getTime() < FOLLOW_UP_MS;
  if (mayAsk && isFollowUp(text) && (await isAnswerable(ctx, at, question))) return true;
  await ctx.db.row(leaveThread, ...key);
  return false;
}

async function isAnswerable(ctx: Context, at: Conversation, question: string): Promise<boolean> {
  if (isSmallTalk(question)) return false;
  if (contentOf(question).length === 0 && !asksOnAboutTheSame(question)) return false;
  return coversWell(ctx, { question, earlier: await earlierTurns(ctx, at) });
}

/** From now on answers only mentions in the thread, and confirms this to the user who asked for it. */
export async function beQuiet(slack: Slack, at: Conversation, userId: string): Promise<void> {
  const { db } = serviceOf(slack);
  if (!(await db.row(quietThread, ...(await keyOf(slack, at))))) return;
  await slack.client.chat.postEphemeral({
    channel: at.channelId,
    user: userId,
    thread_ts: at.thread,
    text: QUIET_NOW,
  });
}

/** Like `beQuiet`, for the thread of one of our messages; does nothing for any other message. */
export async function beQuietAround(slack: Slack, channelId: string, ts: string): Promise<void> {
  const { db } = serviceOf(slack);
  const found = await db.row(threadOfAnswer, channelId, ts);
  if (!found || found.threadTs === IN_LINE) return;
  await db.row(quietThread, ...(await keyOf(slack, { channelId, thread: found.threadTs })));
}

const isThread = ({ channelId, thread }: Conversation): boolean =>
  thread !== IN_LINE && !channelId.startsWith('D');

/** True if the next answer in a thread has to say how to silence the bot. */
export async function isFirstAnswer(
  slack: Slack,
  ctx: Context,
  at: Conversation,
): Promise<boolean> {
  if (!isThread(at)) return false;
  const state = await ctx.db.row(threadState, ...(await keyOf(slack, at)));
  return (state?.toldAt ?? null) === null;
}

/** Records that the thread has an answer: the user who asked may follow up. */
export async function noteAnswer(
  slack: Slack,
  ctx: Context,
  at: Conversation,
  { askedBy, told }: { askedBy: string; told: boolean },
): Promise<void> {
  if (!isThread(at)) return;
  const [workspaceId, channelId, threadTs] = await keyOf(slack, at);
  await ctx.db.row(answeredInThread, { workspaceId, channelId, threadTs, asker: askedBy, told });
}

const STOP =
  /^(?:please )?(?:stop|stop it|stop (?:that|this)|be quiet|quiet|hush|shush|shut up|mute|enough|go away)(?: please| now| here)?$/i;

/** True if the message asks the bot to be quiet. */
export const isStop = (said: string): boolean =>
  STOP.test(
    said
      .replace(/:[\w+'-]+:/g, ' ')
      .replace(/[!.,\s]+/g, ' ')
      .trim(),
  );
