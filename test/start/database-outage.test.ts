import { expect, it, vi } from 'vitest';
import { Job } from '../../db/entities/job.js';
import { enqueue } from '../../db/queries/enqueue.js';
import { PUBLISH_CARDS } from '../../src/core/announce.js';
import { createKey } from '../../src/core/keys.js';
import { useDatabase } from '../support/database.js';
import { databaseProxy } from '../support/database-proxy.js';
import { addressOf, useFolder, useService } from './support.js';

const database = useDatabase();
const start = useService(useFolder());
const wait = { timeout: 120_000, interval: 100 };

it('a database that goes away makes the service unready, and it recovers by itself', {
  timeout: 300_000,
}, async () => {
  const teamId = await database.createTeam();
  const { key } = await createKey(database.context(teamId), { name: 'k', scope: 'read' });
  const proxy = await databaseProxy(database.url);
  const service = start({ DATABASE_URL: proxy.url });
  const url = await addressOf(service);
  const status = async (path: string): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(url + path, { headers })).status;
  };
  expect([await status('/readyz'), await status('/v1/signals')]).toEqual([200, 200]);

  proxy.cut();
  await vi.waitFor(async () => expect(await status('/readyz')).toBe(503), wait);
  expect(await status('/healthz')).toBe(200);
  const refused = await fetch(`${url}/v1/signals`, { headers: { authorization: `Bearer ${key}` } });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await refused.json()).toEqual({
    error: {
      code: 'internal',
      message: 'The database cannot be reached at the moment. Try again shortly.',
    },
  });
  const db = database.system.team(teamId);
  await enqueue(db, { kind: PUBLISH_CARDS, key: 'asked for meanwhile' });

  proxy.recovered();
  await vi.waitFor(async () => expect(await status('/readyz')).toBe(200), wait);
  await vi.waitFor(async () => expect(await status('/v1/signals')).toBe(200), wait);
  await vi.waitFor(
    async () => expect(await db.find(Job, { kind: PUBLISH_CARDS })).toEqual([]),
    wait,
  );
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
});
