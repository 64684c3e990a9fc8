import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect } from '../../db/connect.js';
import { Participant } from '../../db/entities/study.js';
import { openDatabase } from '../../db/open-database.js';
import { SystemDatabase } from '../../db/system-database.js';
import type { Context } from '../../src/core/context.js';
import { createLog } from '../../src/core/log.js';
import { createTeam } from '../../src/core/teams.js';
import { runEngine } from '../../src/engine/run-engine.js';
import { ingestPath } from '../../src/interviews/ingest-path.js';
import { folderOf, talkOf } from '../interviews/talks.js';
import { useFolder } from '../start/support.js';
import { adminQuery } from '../support/admin.js';
import { useDatabase } from '../support/database.js';
import { TestProcess } from '../support/process.js';

const folder = useFolder();
const SAID = 'My vineyard in Kaltern loses four thousand euros a year through invoices that vanish';
const TELLING = ['vineyard', 'Kaltern', 'Philomena'];
const FILES = {
  'her.txt': talkOf('Mara', 'Philomena Quist', (answer, index) =>
    index === 0 ? `${SAID}, and I cannot find them in the menu. ${answer}` : answer,
  ),
  'him.txt': talkOf('Mara', 'Jon Rask', (answer) => `In our shop: ${answer}`),
};

const files = (path: string): string[] =>
  lstatSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => files(join(path, name)))
    : [path];
const holding = (word: string, directory: string): string[] =>
  files(directory).filter((file) =>
    readFileSync(file, 'latin1').toLowerCase().includes(word.toLowerCase()),
  );

async function ingested(system: SystemDatabase): Promise<{ ctx: Context; participantId: string }> {
  const { teamId } = await createTeam(system, 'Team');
  const ctx: Context = {
    db: system.team(teamId),
    actor: { type: 'operator', id: 'test', name: 'Test' },
    now: new Date(),
    log: createLog('silent'),
  };
  await ingestPath(ctx, { path: folderOf(FILES), study: 'Billing' }, { onFile: () => {} });
  await runEngine(ctx, 'everything');
  const her = await ctx.db.findOne(Participant, { displayName: 'Philomena Quist' });
  return { ctx, participantId: her?.participantId as string };
}

const erase = (participantId: string, teamId: string, env: Record<string, string>) =>
  new TestProcess(
    'src/cli/main.ts',
    ['participant', 'erase', participantId, '--team', teamId],
    env,
    folder,
  );

it('no file of the embedded database holds a word of a person who was erased', {
  timeout: 240_000,
}, async () => {
  const dataDir = join(folder, 'data');
  const database = await openDatabase({ dataDir, role: 'command' });
  const dataSource = await connect({ url: database.url });
  const { ctx, participantId } = await ingested(new SystemDatabase(dataSource));
  await dataSource.query('analyze');
  await dataSource.query('checkpoint');
  await dataSource.destroy();
  await database.stop();
  for (const word of TELLING) expect(holding(word, dataDir)).not.toEqual([]);

  const cli = erase(participantId, ctx.db.teamId, { DATA_DIR: dataDir });
  expect(await cli.ended).toMatchObject({ code: 0 });
  expect(cli.stdout).toMatch(/^Erased, and recorded as \S+: 1 source items, .+\.\n$/);
  for (const word of TELLING) expect([word, holding(word, dataDir)]).toEqual([word, []]);
  expect(holding('Jon Rask', dataDir)).not.toEqual([]);
});

const adminUrl = process.env.TEST_DATABASE_URL;
const native = useDatabase();
it.skipIf(!adminUrl)(
  'on a server, a user that may neither vacuum nor switch the log says so and what to do',
  { timeout: 120_000 },
  async () => {
    const { ctx, participantId } = await ingested(native.system);
    const role = `least_${process.pid}`;
    await adminQuery(native.url, `create role ${role} login password 'x'`);
    try {
      await adminQuery(native.url, `grant usage on schema public to ${role}`);
      await adminQuery(native.url, `grant all on all tables in schema public to ${role}`);
      await adminQuery(native.url, `grant usage on all sequences in schema public to ${role}`);
      const url = new URL(native.url);
      [url.username, url.password] = [role, 'x'];
      const cli = erase(participantId, ctx.db.teamId, { DATABASE_URL: url.href });
      await cli.ended;
      expect(cli.stdout + cli.stderr).toMatch(
        /^Erased.+\nThe database user may not vacuum the tables.+\nThe database user may not switch the log.+\n$/,
      );
    } finally {
      await adminQuery(native.url, `drop owned by ${role}`);
      await adminQuery(native.url, `drop role ${role}`);
    }
  },
);
