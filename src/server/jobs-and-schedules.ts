import { vacuum } from '../../db/clear-remains.js';
import { enqueue, enqueueForEveryTeam } from '../../db/queries/enqueue.js';
import { dropAbandonedImports } from '../../db/queries/snapshot/staging.js';
import { systemStatement } from '../../db/statement.js';
import type { SlackIntegration } from '../../integrations/slack/index.js';
import { readWaiting } from '../analysis/read-waiting.js';
import { embedPending } from '../answers/embeddings/embed-pending.js';
import { refreshSearchByPage } from '../answers/search/refresh-search.js';
import { fillDraftedStudy } from '../beliefs/research-gaps/fill-drafted-study.js';
import {
  CARD_CHANGED,
  CARD_NOTE,
  EMBED_EVIDENCE,
  FINISH_IMPORT,
  POSTS_CHANGED,
  PUBLISH_CARDS,
  READ_LATER,
  REFRESH_SEARCH,
} from '../core/announce.js';
import type { Context } from '../core/context.js';
import { ModelFailure } from '../core/models/language-model.js';
import { RUN_ENGINE } from '../engine/queue-engine.js';
import { runEngine } from '../engine/run-engine.js';
import type { WorkItemDeps } from '../issues/adapter.js';
import { SHIP_QUESTION } from '../issues/ship-question.js';
import { workItemJobs } from '../issues/work-item-jobs.js';
import { RetryLater } from '../jobs/retry.js';
import type { JobHandler } from '../jobs/run-job.js';
import type { Schedule } from '../jobs/scheduler.js';
import {
  abandonedSince,
  FINISH_AFTER_MS,
  finishAccepted,
  isBeingStored,
} from '../operations/snapshot/staged-import.js';
import { recountFactsJob } from './recount-facts.js';

const WAIT_MS = 30_000;
const PASSING = ['timeout', 'rate_limited', 'unavailable'];

/** Embeds a team's new quotes. Without an embeddings endpoint, does nothing. */
export const embedEvidence: JobHandler = {
  kind: EMBED_EVIDENCE,
  async run(ctx: Context) {
    try {
      const done = await embedPending(ctx);
      if (!done) await enqueue(ctx.db, { kind: EMBED_EVIDENCE, key: EMBED_EVIDENCE });
    } catch (error) {
      if (error instanceof ModelFailure && PASSING.includes(error.reason)) {
        throw new RetryLater(error.retryAfterMs ?? WAIT_MS, error.message);
      }
      throw error;
    }
  },
};

/** Reads interviews and claims that had to wait for the model. */
const readLaterJob: JobHandler = {
  kind: READ_LATER,
  async run(ctx) {
    const { interviewsRead, waiting } = await readWaiting(ctx);
    ctx.log.info({ interviewsRead, waiting }, 'interviews that waited were read');
  },
};

/** Enqueued when an import is accepted, in case its process dies before finishing it. */
export const finishImportJob: JobHandler = {
  kind: FINISH_IMPORT,
  async run(ctx) {
    if (await isBeingStored(ctx)) throw new RetryLater(FINISH_AFTER_MS, 'it is being stored');
    await finishAccepted(ctx);
  },
};

/** Longer than any schedule's period, so that no slot can be claimed twice. */
const KEPT_DAYS = 40;

const pruneJobRuns = systemStatement<never, [now: Date, days: number]>(
  'jobRuns.prune',
  'delete from job_runs where slot < $1::timestamptz - make_interval(days => $2)',
);

/** Deletes remnants of old jobs, and of imports that were killed while they were read. */
export const pruneSchedule: Schedule = {
  name: 'prune-job-runs',
  cron: '17 3 * * *',
  run: async ({ system }, firedAt) => {
    await system.rows(pruneJobRuns, firedAt, KEPT_DAYS);
    await system.rows(dropAbandonedImports, abandonedSince(firedAt));
  },
};

/** Vacuums and analyzes the embedded database, which has no autovacuum. */
const vacuumSchedule = (url: string): Schedule => ({
  name: 'vacuum-embedded-database',
  cron: '43 3 * * *',
  run: () => vacuum(url),
});

/** Updates stale parts of the index: after an upgrade of the index, or after a process ended early. */
export const refreshSearchJob: JobHandler = {
  kind: REFRESH_SEARCH,
  run: (ctx) => refreshSearchByPage(ctx),
};

/** Evaluates what has changed since the last run. */
const runEngineJob: JobHandler = {
  kind: RUN_ENGINE,
  async run(ctx, payload) {
    const { everything } = payload as { everything?: boolean };
    const { looked, changes } = await runEngine(ctx, everything ? 'everything' : 'changed');
    ctx.log.info({ looked, changes: changes.length }, 'the engine ran');
  },
};

/**
 * Beliefs become stale and shipped fixes come due as time passes. A nightly check of everything also finds changes
 * that were never marked.
 */
const engineSchedule: Schedule = {
  name: 'run-engine',
  cron: '17 4 * * *',
  run: ({ system }) =>
    enqueueForEveryTeam(system, {
      kind: RUN_ENGINE,
      key: 'everything',
      payload: { everything: true },
    }),
};

/** Without a surface that shows cards, there is nothing to redraw. */
const nothingToShow: JobHandler[] = [
  CARD_CHANGED,
  CARD_NOTE,
  POSTS_CHANGED,
  PUBLISH_CARDS,
  SHIP_QUESTION,
].map((kind) => ({
  kind,
  run: async () => {},
}));

/** Every job and schedule of the service, on one page. */
export function jobsAndSchedules(parts: {
  slack: SlackIntegration | undefined;
  /** URL of the embedded database, which this process then maintains. */
  embeddedUrl: string | undefined;
  workItems: WorkItemDeps;
}): { handlers: JobHandler[]; schedules: Schedule[] } {
  const { slack, embeddedUrl } = parts;
  const workItems = workItemJobs(parts.workItems);
  return {
    handlers: [
      fillDraftedStudy,
      embedEvidence,
      refreshSearchJob,
      finishImportJob,
      readLaterJob,
      runEngineJob,
      recountFactsJob,
      ...workItems.handlers,
      ...(slack?.jobHandlers ?? nothingToShow),
    ],
    schedules: [
      pruneSchedule,
      engineSchedule,
      ...workItems.schedules,
      ...(embeddedUrl ? [vacuumSchedule(embeddedUrl)] : []),
      ...(slack?.schedules ?? []),
    ],
  };
}
