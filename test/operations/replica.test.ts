import { expect, it, onTestFinished, vi } from 'vitest';
import { createDataSource } from '../../db/data-source.js';
import { migrate } from '../../db/migrate.js';
import { SystemDatabase } from '../../db/system-database.js';
import type { Context } from '../../src/context.js';
import { createKey } from '../../src/keys/create-key.js';
import { createLog } from '../../src/log.js';
import { decide } from '../../src/recommendations/decide.js';
import { importSnapshot } from '../../src/snapshot/import-snapshot.js';
import { createTeam } from '../../src/teams/teams.js';
import { addressOf, useFolder, useService } from '../start/support.js';
import { ndjson, smallTeam } from '../support/snapshot.js';
import { programs } from './postgres-programs.js';
import { replicaOf, scratchPostgres } from './scratch-postgres.js';

const start = useService(useFolder());
const [here, there] = [useFolder(), useFolder()];
const native = process.env.TEST_DATABASE_URL !== undefined;
const wait = { timeout: 30_000, interval: 100 };

it.skipIf(!native || !programs)(
  'a web process on a streaming replica reads what the primary stores, and refuses writes saying why (needs Postgres and its programs)',
  { timeout: 240_000 },
  async () => {
    const primary = await scratchPostgres(here);
    const dataSource = await createDataSource({ url: primary, poolSize: 2 }).initialize();
    onTestFinished(() => dataSource.destroy());
    await migrate(dataSource);
    const system = new SystemDatabase(dataSource);
    const { teamId } = await createTeam(system, 'Team');
    const ctx: Context = {
      db: system.team(teamId),
      actor: { type: 'operator', id: 'test', name: 'Test' },
      now: new Date(),
      log: createLog('silent'),
    };
    await importSnapshot(ctx, () => ndjson(smallTeam()));
    const { key } = await createKey(ctx, { name: 'k', scope: 'write' });
    // a read that finds one would settle it, which a replica cannot
    await dataSource.query(`update signals set trajectory_until = now() - interval '1 hour'`);

    const replica = await replicaOf(primary, there);
    const base = await addressOf(start({ DATABASE_URL: replica, DEMO: 'off' }, 'web'));
    const call = (path: string, body?: object) =>
      fetch(`${base}/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const lists = ['signals', 'studies', 'recommendations', 'research-gaps', 'action-cards'];
    for (const path of [...lists, 'recommendations/r1/work-packet', 'evidence?signalId=sg1']) {
      const answer = await call(path);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    expect((await call('ask', { question: 'Where do people stop?' })).status).toBe(200);
    const refused = await call('recommendations/r1/decision', { decision: 'accepted' });
    expect(refused.status).toBe(503);
    expect((await refused.json()).error.message).toContain('only reads at the moment');

    await decide(ctx, 'r1', { decision: 'accepted' });
    await vi.waitFor(async () => {
      const { data } = await (await call('recommendations/r1')).json();
      expect(data.lifecycleState).toBe('accepted');
    }, wait);
  },
);
