import net, { type Socket } from 'node:net';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createKey } from '../../src/core/keys.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { addressOf, useFolder, useService } from '../start/support.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';

const database = useDatabase();
const start = useService(useFolder());
/** The embedded database has one backend: an open transaction blocks all others, for a limited time. */
const native = process.env.TEST_DATABASE_URL !== undefined;

async function service() {
  const teamId = await database.createTeam();
  const ctx = database.context(teamId);
  await importSnapshot(ctx, () => ndjson(smallTeam()));
  const { key } = await createKey(ctx, { name: 'k', scope: 'write' });
  const base = await addressOf(start({ DATABASE_URL: database.url, DEMO: 'off' }, 'web'));
  const headers = { authorization: `Bearer ${key}` };
  return { base, get: (path: string) => fetch(base + path, { headers }) };
}

async function connectMany(base: string, count: number, say: string): Promise<Socket[]> {
  const { hostname, port } = new URL(base);
  const sockets = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = net.connect(Number(port), hostname, () => resolve(socket));
          socket.once('error', reject);
        }),
    ),
  );
  for (const socket of sockets) {
    socket.on('error', () => {});
    if (say) socket.write(say);
  }
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return sockets;
}

it('a thousand idle and slow connections do not block other clients', {
  timeout: 120_000,
}, async () => {
  const { base, get } = await service();
  const idle = await connectMany(base, 600, '');
  const slow = await connectMany(base, 400, 'POST /v1/ask HTTP/1.1\r\nHost: here\r\nContent-Le');
  const answers = await Promise.all(Array.from({ length: 50 }, () => get('/v1/signals')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect([...idle, ...slow].filter(({ destroyed }) => destroyed)).toHaveLength(0);
});

it.skipIf(!native)(
  'with every connection of the pool busy, requests end in a clear 503 and the process stays well (needs a Postgres server)',
  {
    timeout: 120_000,
  },
  async () => {
    const { base, get } = await service();
    const blocker = new pg.Client({ connectionString: database.url });
    await blocker.connect();
    onTestFinished(() => blocker.end());
    await blocker.query('begin; lock table studies in access exclusive mode');
    const stuck = await Promise.all(Array.from({ length: 30 }, () => get('/v1/studies')));
    expect(new Set(stuck.map(({ status }) => status))).toEqual(new Set([503]));
    expect((await stuck[0]!.json()).error).toMatchObject({ code: 'internal' });
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    await blocker.query('rollback');
    await expect.poll(async () => (await get('/v1/studies')).status, { timeout: 60_000 }).toBe(200);
  },
);
