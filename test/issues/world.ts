import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { Recommendation, type RecommendationState } from '../../db/entities/recommendation.js';
import { ShipQuestion, WorkItemStatus } from '../../db/entities/work-item.js';
import { webhooks } from '../../integrations/webhooks.js';
import type { Context } from '../../src/core/context.js';
import type { WorkItemDeps } from '../../src/issues/adapter.js';
import type { Tracker } from '../../src/issues/tracker.js';
import { workItemJobs } from '../../src/issues/work-item-jobs.js';
import { createJobRunner } from '../../src/jobs/index.js';
import { ADDRESS_RULES } from '../support/address-rules.js';
import type { TestDatabase } from '../support/database.js';
import { publicUrl } from './draft.js';

export const ID = 'rec-1';

/** A team with trackers, its webhooks on a port, and somebody who works its jobs. */
export interface World {
  ctx: Context;
  deps: WorkItemDeps;
  /** Sends a delivery. */
  deliver(provider: string, body: string, headers: Record<string, string>): Promise<Response>;
  /** Works every job of the team that is due. */
  settle(): Promise<void>;
  status(): Promise<WorkItemStatus | undefined>;
  questions(): Promise<ShipQuestion[]>;
  close(): Promise<void>;
}

export async function createWorld(
  database: TestDatabase,
  trackers: readonly Tracker[] | ((world: Pick<World, 'ctx'>) => Tracker),
  {
    autoPush = 'off',
    state = 'accepted',
  }: Partial<WorkItemDeps> & { state?: RecommendationState } = {},
): Promise<World> {
  const teamId = await database.createTeam();
  const ctx = database.context(teamId, { pages: { publicUrl, openTo: 'token' } });
  await addRecommendation(ctx, ID, state);
  const all = typeof trackers === 'function' ? [trackers({ ctx })] : trackers;
  const byProvider = new Map(all.map((tracker) => [tracker.provider, tracker]));
  const deps: WorkItemDeps = { teamId, trackers: byProvider, autoPush };
  const koa = new Koa();
  koa.use(
    webhooks({ trackers: byProvider, db: ctx.db, log: ctx.log, addressRules: ADDRESS_RULES }),
  );
  const server = http.createServer(koa.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  return {
    ctx,
    deps,
    deliver: (provider, body, headers) =>
      fetch(`${url}/${provider}`, { method: 'POST', body, headers }),
    settle: () => workJobs(database, deps),
    status: () => ctx.db.findOne(WorkItemStatus, { recommendationId: ID }),
    questions: () => ctx.db.find(ShipQuestion, {}, { order: { askedAt: 'asc' } }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function addRecommendation(
  ctx: Context,
  recommendationId: string,
  state: RecommendationState,
): Promise<void> {
  await ctx.db.insert(Recommendation, {
    recommendationId,
    title: 'Say why an import failed',
    body: 'People read "failed" as their own fault.',
    confidence: 'high',
    actionItems: [{ action: 'Name the row', priority: 'high', supportingEvidence: '' }],
    generatedAt: new Date(),
    updatedAt: new Date(),
    state,
    ...(state === 'accepted' && { decision: 'accepted', decidedAt: new Date() }),
  });
}

/** Works every job of these kinds that is due. */
export async function workJobs(database: TestDatabase, deps: WorkItemDeps): Promise<void> {
  const { handlers } = workItemJobs(deps);
  const kinds = handlers.map(({ kind }) => kind);
  const due = async (): Promise<number> => {
    const rows: { due: number }[] = await database.dataSource.query(
      `select count(*)::int as due from jobs
        where team_id = $1 and kind = any($2) and failed_at is null and run_at <= now() + interval '600 ms'`,
      [deps.teamId, kinds],
    );
    return rows[0]?.due ?? 0;
  };
  const runner = createJobRunner({
    system: database.system,
    log: database.context(deps.teamId ?? '').log,
    handlers,
    addressRules: ADDRESS_RULES,
    pages: { publicUrl, openTo: 'token' },
    pollMs: 50,
    backOff: () => 1,
  });
  runner.start();
  while ((await due()) > 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await runner.stop();
}
