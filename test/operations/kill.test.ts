import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { HistoryEntry } from '../../db/entities/history-entry.js';
import { createKey } from '../../src/core/keys.js';
import { RetryLater } from '../../src/jobs/index.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { finishImportJob } from '../../src/server/jobs-and-schedules.js';
import { addressOf, useFolder, useService } from '../start/support.js';
import { useDatabase } from '../support/database.js';
import { TestProcess } from '../support/process.js';
import { ndjson, smallTeam, T0 } from '../support/snapshot.js';

const database = useDatabase();
const folder = useFolder();
const start = useService(folder);

it('every decision that was acknowledged before a kill -9 is there, with its history, and none is there by half', {
  timeout: 240_000,
}, async () => {
  const teamId = await database.createTeam();
  const ctx = database.context(teamId);
  await importSnapshot(ctx, () => ndjson(smallTeam()));
  const { key } = await createKey(ctx, { name: 'k', scope: 'write' });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  let acknowledged = 0;
  let sent = 0;
  for (const afterMs of [30, 110, 260]) {
    const service = start({ DATABASE_URL: database.url, DEMO: 'off' }, 'web');
    const base = await addressOf(service);
    let killed: Promise<unknown> | undefined;
    for (let alive = true; alive; ) {
      const [path, body] =
        (await stateNow()) === 'open'
          ? ['decision', { decision: 'accepted', note: `number ${sent}` }]
          : ['reopen', { note: `number ${sent}` }];
      sent += 1;
      const answer = await fetch(`${base}/v1/recommendations/r1/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      }).catch(() => undefined);
      if (answer?.status === 200) {
        acknowledged += 1;
        killed ??= sleep(afterMs).then(() => service.end('SIGKILL'));
      }
      alive = answer !== undefined;
    }
    await killed;
  }
  const history = await database.system
    .team(teamId)
    .find(HistoryEntry, {}, { order: { entryId: 'ASC' } });
  const changes = history.filter(({ subjectType }) => subjectType === 'recommendation');
  const cards = history.filter(({ subjectType }) => subjectType === 'action_card');
  // one a kill may have been committed and never answered
  expect(changes.length).toBeGreaterThanOrEqual(acknowledged);
  expect(changes.length).toBeLessThanOrEqual(sent);
  expect(acknowledged).toBeGreaterThan(0);
  // decided and reopened in turns: a half write would show as two of a kind in a row
  const kinds = changes.map(({ action }) => action);
  expect(kinds.every((kind, at) => kind !== kinds[at - 1])).toBe(true);
  // each takes its card along, in the same transaction
  expect(cards.map(({ action }) => action)).toEqual(
    kinds.map((kind) => (kind === 'decide' ? 'resolve' : 'bring_back')),
  );
  expect(await stateNow()).toBe(kinds.at(-1) === 'decide' ? 'accepted' : 'open');

  async function stateNow(): Promise<string> {
    const [{ decision }] = await database.dataSource.query(
      'select decision from recommendations where team_id = $1',
      [teamId],
    );
    return decision ?? 'open';
  }
});

it('an import that is killed stores nothing, and the same import again stores everything', {
  timeout: 240_000,
}, async () => {
  const teamId = await database.createTeam();
  const people = Array.from({ length: 2_000 }, (_, at) => ({
    resource: 'participant',
    participantId: `many-${at}`,
    displayName: `Person ${at}`,
    lastContactedAt: T0 + at,
  }));
  const file = join(folder, 'many.ndjson');
  writeFileSync(file, people.map((line) => JSON.stringify(line)).join('\n'));
  const run = () =>
    new TestProcess(
      'src/cli/main.ts',
      ['import', file, '--team', teamId],
      { DATABASE_URL: database.url },
      folder,
    );
  const stored = async (): Promise<number> => {
    const rows = await database.dataSource.query(
      'select count(*)::integer as count from participants where team_id = $1',
      [teamId],
    );
    return rows[0].count;
  };
  /** The import's own transaction, as the database sees it. */
  const writing = async (): Promise<boolean> => {
    const rows = await database.dataSource.query(
      `select 1 from pg_locks where relation = 'participants'::regclass and mode = 'RowExclusiveLock'`,
    );
    return rows.length > 0;
  };
  const first = run();
  let caught = false;
  void first.ended.then(() => {
    caught = true;
  });
  while (!caught && !(await writing())) await sleep(1);
  await first.end('SIGKILL');
  await expect.poll(stored).toSatisfy((count) => count === 0 || count === 2_000);
  expect((await run().ended).code).toBe(0);
  expect(await stored()).toBe(2_000);
});

it('a long import that is killed once it is accepted is finished all the same', {
  timeout: 240_000,
}, async () => {
  const teamId = await database.createTeam();
  const ctx = database.context(teamId);
  const people = Array.from({ length: 30_000 }, (_, at) => ({
    resource: 'participant',
    participantId: `many-${at}`,
    displayName: `Person ${at}`,
  }));
  const file = join(folder, 'long.ndjson');
  writeFileSync(file, people.map((line) => JSON.stringify(line)).join('\n'));
  const run = new TestProcess(
    'src/cli/main.ts',
    ['import', file, '--team', teamId],
    { DATABASE_URL: database.url },
    folder,
  );
  const count = async (sql: string): Promise<number> =>
    (await database.dataSource.query(`select count(*)::int as n from ${sql}`, [teamId]))[0].n;
  while ((await count('imports where team_id = $1 and accepted_at is not null')) === 0) {
    await sleep(1);
  }
  await run.end('SIGKILL');
  expect(await count('participants where team_id = $1')).toBeLessThan(30_000);
  // it may still live, and two that store the same would only hinder each other
  await expect(finishImportJob.run(ctx, {})).rejects.toThrow(RetryLater);
  await database.dataSource.query(
    "update imports set heard_at = heard_at - interval '2 minutes' where team_id = $1",
    [teamId],
  );
  await finishImportJob.run(ctx, {});
  expect(await count('participants where team_id = $1')).toBe(30_000);
  expect(await count('imports where team_id = $1')).toBe(0);
});
