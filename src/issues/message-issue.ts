import { WorkItemLink } from '../../db/entities/recommendation.js';
import { type Names, withTeamsNamesShown } from '../beliefs/participants/shown-name.js';
import type { NextStep } from '../beliefs/signals/next-step.js';
import { readSignalPacket, type SignalPacket } from '../beliefs/signals/read-signal-packet.js';
import { type Context, inTransaction } from '../core/context.js';
import { Refusal } from '../core/errors.js';
import { MAX_WORK_ITEMS } from '../core/numbers.js';
import { signedPageAddress } from '../core/page-tokens.js';
import { readSettings } from '../core/team-settings.js';
import { type CreatedIssue, fitTitle, type IssueDraft, type IssueRequest } from './issue.js';
import { messageMarkdown, type SourceMessage, titleOfMessage } from './message-markdown.js';
import {
  asMade,
  createIssue,
  type IssueSubject,
  linkCreated,
  type WorkItemResult,
} from './push.js';
import { setBelief } from './queries/message-issues.js';
import type { Tracker } from './tracker.js';
import { nextStatus } from './update-status.js';

/** The issue that was created from a message, and the belief that it is now about. */
export interface MessageIssueResult extends WorkItemResult {
  belief?: SignalPacket | undefined;
  /** The belief's recommendation that the issue is linked to; absent if there is none to act on. */
  recommendation?: { title: string } | undefined;
}

/**
 * Creates an issue from a message, or returns the existing one: at most one per tracker and `copy`, which numbers
 * the issues that users asked for. If a belief is chosen, the issue is linked to the belief's recommendation to act
 * on; if there is none, the belief itself keeps the issue and its state. Throws as `createIssue` does.
 */
export async function createIssueOfMessage(
  ctx: Context,
  tracker: Tracker,
  message: SourceMessage,
  copy: number,
  request: IssueRequest,
): Promise<MessageIssueResult> {
  let linked: Pick<MessageIssueResult, 'belief' | 'recommendation'> = {};
  const subject: IssueSubject = {
    key: { messageKey: message.key, copy },
    draft: (asked) => messageDraft(ctx, message, asked),
    async link(issue, { clientId, request: { signalId } }) {
      const belief = signalId === undefined ? undefined : await beliefOf(ctx, signalId);
      if (belief) linked = await linkToBelief(ctx, tracker, clientId, belief, issue);
    },
  };
  const result = await createIssue(ctx, tracker, subject, request);
  return { ...result, ...linked };
}

/** The issue as it will be created. */
export async function messageDraft(
  ctx: Context,
  message: SourceMessage,
  { signalId, title, labels, handTo: _, ...chosen }: IssueRequest,
): Promise<IssueDraft> {
  const [belief, { names }, pageUrl] = await Promise.all([
    signalId === undefined ? undefined : beliefOf(ctx, signalId),
    readSettings(ctx.db),
    signalId === undefined ? undefined : signedPageAddress(ctx, { signalId }),
  ]);
  const signal = belief && (await withNamesShown(ctx, belief.signal, names));
  const around = { names, now: ctx.now, madeBy: ctx.actor.name, belief: signal, pageUrl };
  return {
    ...(signal && { signalId, pageUrl }),
    title: fitTitle(title ?? titleOfMessage(message.text)),
    markdown: messageMarkdown(message, around),
    messageUrl: message.url,
    labels: labels ?? [],
    ...chosen,
  };
}

/** Applies the name setting to a belief, since people may have written a full name into it. */
const withNamesShown = async (
  ctx: Context,
  signal: SignalPacket['signal'],
  names: Names,
): Promise<SignalPacket['signal']> => ({
  ...signal,
  label: await withTeamsNamesShown(ctx, signal.label, names),
  description: await withTeamsNamesShown(ctx, signal.description, names),
});

/** The belief; undefined if it is gone. */
const beliefOf = (ctx: Context, signalId: string): Promise<SignalPacket | undefined> =>
  readSignalPacket(ctx, signalId).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') return undefined;
    throw error;
  });

const linkToBelief = (
  ctx: Context,
  tracker: Tracker,
  clientId: string,
  belief: SignalPacket,
  issue: CreatedIssue,
): Promise<Pick<MessageIssueResult, 'belief' | 'recommendation'>> =>
  inTransaction(ctx, async (tx) => {
    const recommendation = await roomIn(tx, belief.nextStep);
    if (recommendation) await linkCreated(tx, tracker, recommendation.recommendationId, issue);
    const status = recommendation ? null : nextStatus(undefined, asMade(issue), 'delivery');
    await tx.db.row(setBelief, clientId, belief.signal.signalId, status ?? null);
    return { belief, recommendation };
  });

/** The recommendation to act on, if it has room for one more issue. */
async function roomIn(tx: Context, step: NextStep) {
  if (step.type !== 'act') return undefined;
  const { recommendationId } = step.recommendation;
  const links = await tx.db.find(WorkItemLink, { recommendationId });
  return links.length < MAX_WORK_ITEMS ? step.recommendation : undefined;
}
