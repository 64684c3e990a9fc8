import { expect, it, vi } from 'vitest';
import { decide } from '../../src/beliefs/recommendations/decide.js';
import { addressOf, useFolder, useService } from '../start/support.js';
import { programs } from './postgres-programs.js';
import { replicaOf, scratchPostgres } from './scratch-postgres.js';
import { teamAt } from './team-at.js';

const start = useService(useFolder());
const [here, there] = [useFolder(), useFolder()];
const native = process.env.TEST_DATABASE_URL !== undefined;
const wait = { timeout: 60_000, interval: 100 };

it.skipIf(!native || !programs)(
  'a web process on a streaming replica reads what the primary stores, and refuses writes saying why (needs Postgres and its programs)',
  { timeout: 240_000 },
  async () => {
    const primary = await scratchPostgres(here);
    const { ctx, dataSource, key } = await teamAt(primary);
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
    expect((await refused.json()).error.message).toContain('is read-only at the moment');

    await decide(ctx, 'r1', { decision: 'accepted' });
    await vi.waitFor(async () => {
      const { data } = await (await call('recommendations/r1')).json();
      expect(data.lifecycleState).toBe('accepted');
    }, wait);
  },
);
