import { setTimeout as sleep } from 'node:timers/promises';
import type { PushState } from '../../db/entities/work-item.js';
import { linkWorkItem } from '../beliefs/recommendations/link-work-item.js';
import { type Context, inTransaction } from '../core/context.js';
import { invalidTransition, Refusal } from '../core/errors.js';
import { MAX_WORK_ITEMS } from '../core/numbers.js';
import { parseWorkItemUrl } from '../core/work-item-url.js';
import { handOver } from './hand-over.js';
import {
  type CreatedIssue,
  fitTitle,
  type IssueDraft,
  type IssueRequest,
  issueDraft,
  type TrackedIssue,
} from './issue.js';
import { issuePacket } from './issue-packet.js';
import {
  claimPush,
  finishPush,
  type HeldPush,
  markPush,
  type Push,
  type PushKey,
  type PushStep,
  type PushSubject,
  readPush,
  recordIssue,
  releasePush,
} from './push-store.js';
import type { Tracker } from './tracker.js';
import { rateLimited, TrackerFailure } from './tracker-failure.js';
import { updateStatus } from './update-status.js';

/**
 * Pushes an issue to a tracker. A claim is a lease: a process that dies loses it after a minute, and the next
 * process continues from the stored state.
 *
 *     planned ──send──▶ sent ──record──▶ made ──link──▶ linked
 *        ▲                │
 *        └────refuse──────┘
 */
const PUSH_STEPS = {
  /** Takes the push over if no process is working on it. */
  claim: { from: ['planned', 'sent', 'made'], byHolder: false },
  /** Keeps the push for one more question to the tracker. */
  hold: { from: ['planned', 'sent', 'made'], byHolder: true },
  /** Stored before a creation is sent: from now on the issue may exist. */
  send: { from: ['planned', 'sent'], to: 'sent', byHolder: true },
  /** The tracker refused the creation: no issue was created. */
  refuse: { from: ['sent'], to: 'planned', byHolder: true },
  /** Stores the issue once it is known, even if another process now holds the push: there is only one issue. */
  record: { from: ['planned', 'sent', 'made'], to: 'made', byHolder: false },
  link: { from: ['made'], to: 'linked', byHolder: false },
  /** Releases the push, with the reason why there is no linked issue yet. */
  release: { from: ['planned', 'sent', 'made'], byHolder: true },
} as const satisfies Record<string, PushStep>;

/** Milliseconds that a second caller waits for the first caller's issue. */
const PATIENCE_MS = 20_000;
const POLL_MS = 200;
/** Creations sent within one call; the second only if the first is known to have had no effect. */
const SENDS = 2;

export interface WorkItemResult extends Pick<CreatedIssue, 'externalId' | 'url' | 'dropped'> {
  /** False if the issue existed before this call or another caller created it. */
  created: boolean;
}

/** The subject of an issue, with the steps that depend on it. */
export interface IssueSubject {
  readonly key: PushSubject;
  draft(request: IssueRequest): Promise<IssueDraft>;
  /** An issue that the subject already has from elsewhere. Throws if there is none and no room for one. */
  existing?(push: Push | undefined): Pick<CreatedIssue, 'externalId' | 'url'> | undefined;
  /** Links the new issue; called again if it failed. */
  link(issue: CreatedIssue, push: Pick<Push, 'clientId' | 'request'>): Promise<void>;
  /** Called instead if the issue was already created and linked. */
  askedAgain?(issue: CreatedIssue, request: IssueRequest): Promise<void>;
}

/**
 * Creates the issue with the recommendation's work packet and links it, or returns the one that already exists. At
 * most one issue exists per recommendation and tracker.
 * Throws `not_found` for an unknown recommendation, and TrackerFailure if there is no linked issue yet.
 */
export async function createWorkItem(
  ctx: Context,
  tracker: Tracker,
  recommendationId: string,
  request: IssueRequest = {},
): Promise<WorkItemResult> {
  outsideTransaction(ctx);
  const packet = await issuePacket(ctx, recommendationId);
  return createIssue(ctx, tracker, recommendationSubject(ctx, tracker, packet), request);
}

function recommendationSubject(
  ctx: Context,
  tracker: Tracker,
  packet: Awaited<ReturnType<typeof issuePacket>>,
): IssueSubject {
  const { recommendationId, workItemLinks: links } = packet.recommendation;
  return {
    key: { recommendationId },
    draft: async (request) => issueDraft(packet, request, packet.pageUrl),
    existing(push) {
      const linked = mayExist(push) ? undefined : linkedIssue(links, tracker);
      if (linked || push?.issue || links.length < MAX_WORK_ITEMS) return linked;
      throw invalidTransition(
        `The recommendation already has ${MAX_WORK_ITEMS} work items, so no ${tracker.name} issue was created.`,
      );
    },
    link: (issue, { request: { handTo } }) =>
      inTransaction(ctx, async (tx) => {
        const link = await linkCreated(tx, tracker, recommendationId, issue);
        if (handTo) await handOver(tx, link, handTo);
      }),
    async askedAgain({ url }, { handTo }) {
      const { normalizedUrl } = parseWorkItemUrl(url, ctx.addressRules);
      if (handTo) await handOver(ctx, { recommendationId, normalizedUrl }, handTo);
    },
  };
}

/**
 * Links a created issue to a recommendation, in its initial state; any report from the tracker is newer. From now
 * on a coding agent may get the issue: its body is complete.
 */
export async function linkCreated(
  tx: Context,
  tracker: Tracker,
  recommendationId: string,
  issue: CreatedIssue,
): Promise<{ recommendationId: string; normalizedUrl: string }> {
  const { url, externalId, dropped } = issue;
  const { normalizedUrl } = parseWorkItemUrl(url, tx.addressRules);
  const link = { recommendationId, normalizedUrl };
  const made = { tracker: tracker.name, dropped };
  await linkWorkItem(tx, recommendationId, { url, title: fitTitle(issue.title), externalId, made });
  await updateStatus(tx, tracker, link, asMade(issue), 'delivery');
  return link;
}

/** A new issue, with a time before any report of it. */
export const asMade = (issue: CreatedIssue): TrackedIssue => ({
  ...issue,
  state: 'open',
  updatedAt: new Date(0),
});

/**
 * Creates the subject's issue and links it, or returns the one that already exists. At most one issue is created,
 * even if a response is lost, a process crashes or two callers race. Calls the tracker, so it must not run inside a
 * transaction. Throws TrackerFailure if there is no linked issue yet.
 */
export async function createIssue(
  ctx: Context,
  tracker: Tracker,
  subject: IssueSubject,
  request: IssueRequest,
): Promise<WorkItemResult> {
  outsideTransaction(ctx);
  const key: PushKey = { ...subject.key, provider: tracker.provider };
  const { place = tracker.place } = request;
  for (const giveUpAt = performance.now() + PATIENCE_MS; ; await sleep(POLL_MS)) {
    const push = await readPush(ctx.db, key);
    if (push?.state === 'linked' && push.issue) {
      await subject.askedAgain?.(push.issue, request);
      return { ...push.issue, created: false };
    }
    const existing = subject.existing?.(push);
    if (existing) return { ...existing, dropped: [], created: false };
    const held = await claimPush(ctx.db, key, PUSH_STEPS.claim, { ...request, place });
    if (held) return complete(ctx, tracker, subject, held);
    if (performance.now() > giveUpAt) {
      throw invalidTransition(
        `The ${tracker.name} issue is being created by someone else right now: check again in a moment.`,
      );
    }
  }
}

function outsideTransaction({ db }: Context): void {
  if (db.inTransaction) {
    throw new Error('an issue is created by a tracker, which is waited for: outside transactions');
  }
}

/** True once the tracker may hold an issue of this push, linked or not. */
export const mayExist = (push: { state: PushState } | undefined): boolean =>
  push !== undefined && push.state !== 'planned';

function linkedIssue(links: readonly { url: string }[], tracker: Tracker) {
  const [found] = links.flatMap(({ url }) => {
    const externalId = tracker.parse(url);
    return externalId ? [{ externalId, url }] : [];
  });
  return found;
}

/**
 * The work of the process that holds the push: find or create, record, link, finish; or release with the reason.
 */
async function complete(
  ctx: Context,
  tracker: Tracker,
  subject: IssueSubject,
  push: HeldPush,
): Promise<WorkItemResult> {
  try {
    if (push.waitMs > 0) throw rateLimited(tracker.name, push.waitMs);
    const issue =
      push.issue ?? (await findOrCreate(ctx, tracker, push, await subject.draft(push.request)));
    if (!push.issue) await recordIssue(ctx.db, push, PUSH_STEPS.record, issue);
    await link(subject, issue, push);
    await finishPush(ctx.db, push, PUSH_STEPS.link);
    return { ...issue, created: true };
  } catch (error) {
    const failure =
      error instanceof Refusal
        ? { message: error.message, ...error.details }
        : { message: 'The service failed; its log says why.' };
    await releasePush(ctx.db, push, PUSH_STEPS.release, failure);
    const facts = { provider: tracker.provider, ...subject.key, failure: failure.message };
    ctx.log.warn(facts, 'an issue was not created');
    throw error;
  }
}

/**
 * The push's issue: created, or found if an earlier creation succeeded and its response was lost. Throws
 * TrackerFailure; the push remembers whether a creation may still have taken effect.
 */
async function findOrCreate(
  ctx: Context,
  tracker: Tracker,
  push: HeldPush,
  draft: IssueDraft,
): Promise<CreatedIssue> {
  const attempt = { clientId: push.clientId, startedAt: push.createdAt };
  const find = () =>
    tracker.find(draft, attempt).catch((error: unknown) => {
      throw error instanceof TrackerFailure ? notFindable(tracker.name, error) : error;
    });

  /** Looks twice: at once, and when a pending creation can no longer take effect. */
  const lookUp = async (sinceSentMs: number): Promise<CreatedIssue | undefined> => {
    await mark(ctx, push, 'hold');
    const found = await find();
    const leftInDoubtMs = tracker.inDoubtMs - sinceSentMs;
    if (found || leftInDoubtMs <= 0) return found;
    await sleep(leftInDoubtMs);
    return find();
  };

  const earlier = push.state === 'sent' ? await lookUp(push.sinceSentMs ?? 0) : undefined;
  if (earlier) return earlier;
  for (let sends = 1; ; sends++) {
    await mark(ctx, push, 'send');
    const sentAt = performance.now();
    try {
      return await tracker.create(draft, attempt);
    } catch (error) {
      if (!(error instanceof TrackerFailure)) throw error;
      if (error.kind !== 'unclear') {
        await markPush(ctx.db, push, PUSH_STEPS.refuse);
        throw error;
      }
      const found = await lookUp(performance.now() - sentAt);
      if (found) return found;
      if (sends >= SENDS) throw error;
    }
  }
}

/** Throws if another process took the push over, because it may be creating the issue now. */
async function mark(ctx: Context, push: HeldPush, step: 'hold' | 'send'): Promise<void> {
  if (await markPush(ctx.db, push, PUSH_STEPS[step])) return;
  throw invalidTransition(
    'Another process took over creating this issue: check again in a moment.',
  );
}

const notFindable = (name: string, failure: TrackerFailure): TrackerFailure =>
  new TrackerFailure(
    'unclear',
    `A response from ${name} was lost, so the issue may exist, and looking for it failed. ${failure.message}`,
    failure.retryAfterMs,
  );

async function link(subject: IssueSubject, issue: CreatedIssue, push: HeldPush): Promise<void> {
  try {
    await subject.link(issue, push);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = `${issue.externalId} exists at ${issue.url}, but is not linked yet. ${error.message}`;
    throw new Refusal(error.code, message, error.details);
  }
}
