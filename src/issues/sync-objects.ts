import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ObjectKind } from '../../db/entities/work-item.js';
import { enqueueMany } from '../../db/queries/enqueue.js';
import type { Context } from '../core/context.js';
import type { Changed } from '../core/events.js';
import type { Schedule } from '../jobs/index.js';
import { RetryLater } from '../jobs/retry.js';
import type { JobHandler } from '../jobs/run-job.js';
import { trackerOf, type WorkItemDeps } from './adapter.js';
import type { IssueRef } from './issue.js';
import { type Wanted, wantedObjects } from './object-contents.js';
import { postOnce } from './post-once.js';
import {
  forgetObject,
  type KeptLinkRow,
  keptLink,
  type LinkKey,
  linksTouched,
  linksWithObjects,
  linksWithOrphans,
  type ObjectRow,
  objectMade,
  objectNotSent,
  objectRefused,
  objectShows,
  objectStays,
  objectsOfLink,
  planObjects,
  sendObject,
} from './queries/tracker-objects.js';
import type { IssueObject, ObjectKeeper } from './tracker.js';
import { asJobFailure, isRefused } from './tracker-failure.js';

/**
 * Objects that we attach to a linked issue: the link to our page, customer requests, labels, sub-issues. A row per
 * object, with the object's id or marker, is stored before the first call. A job then brings rows and tracker in
 * line with the wanted objects. If a quote is withdrawn, its customer request is removed first, and then the row.
 *
 *     planned ──send──▶ sent ──▶ made
 *        ▲               │ ╲
 *        └── not sent ───┘  refused: sent again after a day
 */
const KEEP_OBJECTS = 'keep-tracker-objects';

/** Milliseconds that a job waits, so that the many changes while interviews are read share one run. */
const CALM_MS = 60_000;
/** A little less than the time between two nightly runs. */
const REFUSED_FOR_MS = 20 * 3_600_000;

const asJobs = (links: readonly LinkKey[]) =>
  links.map(({ recommendationId, normalizedUrl }) => ({
    key: `${recommendationId} ${normalizedUrl}`,
    payload: { recommendationId, normalizedUrl },
  }));

/** Schedules a check of the objects of one link, after the caller's transaction has committed. */
export const syncObjectsOf = (tx: Context, link: LinkKey): Promise<void> =>
  enqueueMany(tx.db, KEEP_OBJECTS, asJobs([link]));

/** Schedules updates for changed beliefs: at once if a quote no longer counts, otherwise after CALM_MS. */
export async function syncObjects(tx: Context, changed: Changed): Promise<void> {
  const { signalIds = [], themeIds = [], recommendationIds = [], everything = false } = changed;
  const isNamed = everything || [signalIds, themeIds, recommendationIds].some((ids) => ids.length);
  if (isNamed) {
    const touched = await tx.db.rows(
      linksTouched,
      signalIds,
      themeIds,
      recommendationIds,
      everything,
    );
    await enqueueMany(tx.db, KEEP_OBJECTS, asJobs(touched), new Date(tx.now.getTime() + CALM_MS));
  }
  await enqueueMany(tx.db, KEEP_OBJECTS, asJobs(await tx.db.rows(linksWithOrphans)));
}

/** Schedules a check of every link that has objects, since they may show a person who was erased. */
export const syncAfterErasure = async (tx: Context): Promise<void> =>
  enqueueMany(tx.db, KEEP_OBJECTS, asJobs(await tx.db.rows(linksWithObjects)));

/** Catches what no event reports: a changed setting, a refused object, a tracker that was unavailable. */
export const syncObjectsSchedule = (teamId: string): Schedule => ({
  name: KEEP_OBJECTS,
  cron: '41 2 * * *',
  run: async ({ system }) => {
    const db = system.team(teamId);
    await enqueueMany(db, KEEP_OBJECTS, asJobs(await db.rows(linksTouched, [], [], [], true)));
  },
});

const Payload = z.object({ recommendationId: z.string(), normalizedUrl: z.string() });

/** Brings the objects of one linked issue in line. */
export const syncObjectsJob = (deps: WorkItemDeps): JobHandler => ({
  kind: KEEP_OBJECTS,
  async run(ctx, payload) {
    const { recommendationId, normalizedUrl } = Payload.parse(payload);
    const link = await ctx.db.row(keptLink, recommendationId, normalizedUrl);
    const desk = link && deskOf(deps, link);
    if (!desk) return;
    try {
      await bringIntoLine(ctx, desk);
    } catch (error) {
      throw asJobFailure(error);
    }
  },
  async gaveUp(ctx, payload, reason) {
    const facts = { ...Payload.parse(payload), reason };
    ctx.log.warn(facts, 'what is attached to a linked issue was not brought up to date');
  },
});

/** One linked issue and the object keeper of its tracker. */
interface Desk {
  link: KeptLinkRow;
  keeper: ObjectKeeper;
  issue: IssueRef;
}

function deskOf(deps: WorkItemDeps, link: KeptLinkRow): Desk | undefined {
  const found = trackerOf(deps, link.url);
  const keeper = found?.tracker.objects;
  if (!keeper) return undefined;
  const externalId = link.externalId ?? found.externalId;
  return { link, keeper, issue: { externalId, nativeId: link.nativeId || undefined } };
}

async function bringIntoLine(ctx: Context, desk: Desk): Promise<void> {
  const { keeper, link } = desk;
  const { recommendationId, normalizedUrl } = link;
  const known = await ctx.db.rows(objectsOfLink, recommendationId, normalizedUrl);
  const wanted = await wantedObjects(ctx, link, keeper.kinds, known);
  const wantedFor = ({ kind, key }: Pick<ObjectRow, 'kind' | 'key'>) =>
    wanted.find((one) => one.content.kind === kind && one.key === key);

  const withdrawn = known.filter((row) => row.kind === 'customer_request' && !wantedFor(row));
  const leftInDoubtMs = await removeWithdrawn(ctx, desk, withdrawn);
  for (const row of known) {
    const now = wantedFor(row);
    if (now && row.state === 'made') await change(ctx, desk, row, now.content);
  }
  for (const kind of keeper.kinds) {
    const rows = known.filter((row) => row.kind === kind);
    // An object that may already exist is completed in any case.
    const isSent = (key: string) => rows.some((row) => row.key === key && row.state === 'sent');
    const open = wanted.filter((one) => one.content.kind === kind && (one.add || isSent(one.key)));
    await addMissing(ctx, desk, kind, open, rows);
  }
  if (leftInDoubtMs > 0) throw new RetryLater(leftInDoubtMs, 'an answer of the tracker is missing');
}

/** Removes withdrawn objects. Returns the milliseconds until the rest may be removed, 0 if none is left. */
async function removeWithdrawn(
  ctx: Context,
  { keeper }: Desk,
  rows: readonly ObjectRow[],
): Promise<number> {
  let waitMs = 0;
  for (const row of rows) {
    if (!keeper.remove) continue;
    const leftInDoubtMs =
      row.state !== 'made' && row.sinceSentMs !== null ? keeper.inDoubtMs - row.sinceSentMs : 0;
    if (leftInDoubtMs > 0) {
      waitMs = Math.max(waitMs, leftInDoubtMs);
      continue;
    }
    try {
      if (row.sinceSentMs !== null) await keeper.remove(row);
      await ctx.db.row(forgetObject, row.objectId);
    } catch (error) {
      if (!isRefused(error)) throw error;
      await stays(ctx, row, error.message, 'removed');
    }
  }
  return waitMs;
}

async function change(
  ctx: Context,
  { keeper, issue }: Desk,
  row: ObjectRow,
  content: Wanted['content'],
): Promise<void> {
  const hash = hashOf(content);
  if (!keeper.change || hash === row.contentHash) return;
  try {
    await ctx.db.row(objectShows, row.objectId, null);
    await keeper.change(issue, objectOf(row, content));
    await ctx.db.row(objectShows, row.objectId, hash);
  } catch (error) {
    if (!isRefused(error)) throw error;
    await stays(ctx, row, error.message, 'changed');
  }
}

async function stays(
  ctx: Context,
  { objectId, kind }: ObjectRow,
  reason: string,
  what: 'changed' | 'removed',
): Promise<void> {
  await ctx.db.row(objectStays, objectId, reason);
  ctx.log.warn({ objectId, kind, reason }, `an object attached to an issue could not be ${what}`);
}

const isRefusedLately = ({ state, sinceRefusedMs }: ObjectRow): boolean =>
  state === 'refused' && (sinceRefusedMs ?? 0) < REFUSED_FOR_MS;

/**
 * Adds missing objects of one kind. The first refusal stops this kind for a day, since the next would mostly fail
 * for the same reason; objects that were refused before come last.
 */
async function addMissing(
  ctx: Context,
  desk: Desk,
  kind: ObjectKind,
  wanted: readonly Wanted[],
  rows: readonly ObjectRow[],
): Promise<void> {
  const { link, keeper } = desk;
  if (rows.some(isRefusedLately)) return;
  const stateOf = (key: string) => rows.find((row) => row.key === key)?.state;
  const missing = wanted
    .filter(({ key }) => stateOf(key) !== 'made')
    .toSorted(
      (a, b) => Number(stateOf(a.key) === 'refused') - Number(stateOf(b.key) === 'refused'),
    );
  if (missing.length === 0) return;
  const why = await keeper.whyNot(kind);
  if (why) {
    ctx.log.warn({ url: link.url, kind, reason: why }, 'objects of an issue are left out');
    return;
  }
  const { recommendationId, normalizedUrl } = link;
  const plans = missing.map(({ key }) => ({ kind, key }));
  const planned = await ctx.db.rows(
    planObjects,
    recommendationId,
    normalizedUrl,
    JSON.stringify(plans),
  );
  for (const { key, content } of missing) {
    const row = [...planned, ...rows].find((one) => one.key === key);
    if (!row) continue; // the issue has it for another recommendation
    try {
      await add(ctx, desk, row, content);
    } catch (error) {
      if (!isRefused(error)) throw error;
      const reason = error.message;
      await ctx.db.row(objectRefused, row.objectId, reason);
      ctx.log.warn({ url: link.url, kind, reason }, 'an object was not attached to an issue');
      return;
    }
  }
}

async function add(
  ctx: Context,
  desk: Desk,
  row: ObjectRow,
  content: Wanted['content'],
): Promise<void> {
  const { keeper, issue } = desk;
  const { objectId } = row;
  const object = objectOf(row, content);
  let { turn } = row;
  const isThere = await postOnce({
    sinceSentMs: row.sinceSentMs,
    inDoubtMs: keeper.inDoubtMs,
    exists: () => keeper.has(issue, object),
    post: () => keeper.add(issue, object),
    async claim() {
      const mine = await ctx.db.row(sendObject, objectId, turn, hashOf(content));
      turn = mine?.turn ?? turn;
      return mine !== undefined;
    },
    async notSent() {
      await ctx.db.row(objectNotSent, objectId, turn);
    },
  });
  if (!isThere) return;
  const made = await ctx.db.row(objectMade, objectId);
  // It may show the content of an earlier sending.
  if (made) await change(ctx, desk, { ...row, ...made }, content);
  // Its row was deleted while this process was paused, so no other process knows of the object.
  else await keeper.remove?.(row);
}

const objectOf = ({ objectId, createdAt }: ObjectRow, content: Wanted['content']): IssueObject => ({
  objectId,
  createdAt,
  ...content,
});

const hashOf = (content: Wanted['content']): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url');
