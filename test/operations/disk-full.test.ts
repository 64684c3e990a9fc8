import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { readHolder } from '../../db/embedded/directory-lock.js';
import { HistoryEntry } from '../../db/entities/history-entry.js';
import { createKey } from '../../src/core/keys.js';
import { addressOf, refusal, useFolder, useService } from '../start/support.js';
import { programs } from './postgres-programs.js';
import { scratchPostgres } from './scratch-postgres.js';
import { type SmallDisk, smallDisk } from './small-disk.js';
import { teamAt } from './team-at.js';

const start = useService(useFolder());
/** Each run of the suite fills the disk of the database that it is about. */
const native = process.env.TEST_DATABASE_URL !== undefined;
const ROOM_MB = 160;
const CANNOT_MOUNT = 'this user may not mount a file system';
/** More rows than the tables of keys and limits have room for. */
const UNUSED_KEYS = 300;
const wait = { timeout: 60_000, interval: 200 };

/** The service on a database on that disk, with the small team in it. */
async function serviceOn(disk: SmallDisk) {
  const url = native ? await scratchPostgres(disk.path) : undefined;
  const migrated = url === undefined ? undefined : await teamAt(url);
  const service = start({
    DATA_DIR: disk.path,
    DEMO: 'off',
    ...(url && { DATABASE_URL: url }),
  });
  const base = await addressOf(service);
  const team = migrated ?? (await teamAt(readHolder(join(disk.path, 'pg'))?.url as string));
  const call = (key: string, path: string, body?: object) =>
    fetch(`${base}/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const isReady = async () => (await fetch(`${base}/readyz`)).status === 200;
  return { ...team, call, isReady };
}

it('while the disk is full writes get a 503 that says so and reads go on; room alone mends it, and nothing acknowledged is lost (needs to mount a disk)', {
  timeout: 240_000,
}, async ({ skip }) => {
  const disk = smallDisk(ROOM_MB);
  if (!disk) return skip(CANNOT_MOUNT);
  if (native && !programs) return skip("this machine has no Postgres' programs");
  const { ctx, key, call } = await serviceOn(disk);
  const unused: string[] = [];
  for (let at = 0; at < UNUSED_KEYS; at++) {
    unused.push((await createKey(ctx, { name: `reader ${at}`, scope: 'read' })).key);
  }
  let acknowledged = 0;
  const write = async () => {
    const note = `${acknowledged} `.padEnd(1_500, 'x');
    const answer = await (acknowledged % 2 === 0
      ? call(key, 'recommendations/r1/decision', { decision: 'accepted', note })
      : call(key, 'recommendations/r1/reopen', { note }));
    if (answer.status === 200) acknowledged += 1;
    return answer;
  };
  expect((await write()).status).toBe(200);

  disk.fill();
  let refused = await write();
  for (let at = 0; refused.status === 200 && at < 2_000; at++) refused = await write();
  expect([refused.status, await refused.json()]).toEqual([
    503,
    {
      error: {
        code: 'internal',
        message:
          "The disk of the database is full, so nothing was stored; reading goes on. Try again when the service's operator has made room.",
      },
    },
  ]);
  expect(refused.headers.get('retry-after')).toBe('5');
  for (const reader of unused) expect((await call(reader, 'signals')).status).toBe(200);

  disk.free();
  await vi.waitFor(async () => expect((await write()).status).toBe(200), wait);
  const told = await ctx.db.find(HistoryEntry, { subjectId: 'r1' });
  expect(
    told
      .map(({ note }) => note?.split(' ')[0])
      .map(Number)
      .sort((a, b) => a - b),
  ).toEqual(Array.from({ length: acknowledged }, (_, at) => at));
});

it.skipIf(native)(
  'an embedded database that cannot write its log begins again by itself once there is room (needs to mount a disk)',
  { timeout: 240_000 },
  async ({ skip }) => {
    const disk = smallDisk(ROOM_MB);
    if (!disk) return skip(CANNOT_MOUNT);
    const { dataSource, key, call, isReady } = await serviceOn(disk);
    disk.fill();
    const fillLog = async () => {
      for (;;) {
        await dataSource.query(
          `select pg_logical_emit_message(false, 'test', repeat('x', 500000))`,
        );
      }
    };
    await expect(fillLog()).rejects.toThrow();
    await vi.waitFor(async () => expect(await isReady()).toBe(false), wait);

    disk.free();
    await vi.waitFor(async () => expect(await isReady()).toBe(true), wait);
    const decided = await call(key, 'recommendations/r1/decision', { decision: 'accepted' });
    expect(decided.status).toBe(200);
  },
);

it.skipIf(native)(
  'a start on a full disk says that it is full, and how full, and that nothing is lost; with room again it starts (needs to mount a disk)',
  { timeout: 240_000 },
  async ({ skip }) => {
    const disk = smallDisk(ROOM_MB);
    if (!disk) return skip(CANNOT_MOUNT);
    const begin = () => start({ DATA_DIR: disk.path, DEMO: 'off' });
    const first = begin();
    await addressOf(first);
    await first.end('SIGKILL');
    disk.fill();
    const { code, said } = await refusal(begin());
    expect(code).toBe(1);
    expect(said).toMatch(
      /^The disk of the data directory .+ is full \(0\.0 MB free\)\. Nothing is lost or damaged\. Make .+ start again\.\n$/,
    );
    disk.free();
    await addressOf(begin());
  },
);
