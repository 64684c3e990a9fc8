import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { OPTION_HELP } from '../../src/cli/parse-command.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';

const database = useDatabase();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'belief-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Result {
  code: number;
  out: string;
  err: string;
}

/** Runs `npm run cli -- …` as its own process, without npm. */
function cli(
  args: string[],
  { input, env }: { input?: string; env?: Record<string, string> } = {},
) {
  return new Promise<Result>((resolve) => {
    const child = execFile(
      process.execPath,
      ['dist/src/cli/main.js', ...args],
      { env: { PATH: process.env.PATH, DATABASE_URL: database.url, ...env }, maxBuffer: 64 << 20 },
      (error, out, err) => resolve({ code: (error?.code as number | undefined) ?? 0, out, err }),
    );
    child.stdin?.end(input ?? '');
  });
}

async function json<T>(...args: string[]): Promise<T> {
  const { code, out, err } = await cli([...args, '--json']);
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out) as T;
}

const newTeam = async (name = 'Acme') =>
  (await json<{ teamId: string }>('team', 'create', '--name', name)).teamId;

function snapshotFile(lines: readonly object[]): string {
  const file = join(folder, `${Math.random()}.ndjson`);
  writeFileSync(file, ndjson(lines).join('\n'));
  return file;
}

describe('the command line', () => {
  it('creates, lists and changes teams', async () => {
    const created = await json<{ teamId: string; name: string }>(
      'team',
      'create',
      '--name',
      'Kettle',
    );
    expect(created).toEqual({ teamId: expect.stringMatching(/^team-/), name: 'Kettle' });
    expect(await json('team', 'list')).toContainEqual(created);
    expect(
      await json('team', 'set', created.teamId, '--interviews-left', '3', '--low-balance-at', '5'),
    ).toEqual({
      teamId: created.teamId,
      name: 'Kettle',
      interviewsLeft: 3,
      lowBalanceAt: 5,
    });
    expect(await json('team', 'set', created.teamId, '--name', 'Pot')).toMatchObject({
      name: 'Pot',
      interviewsLeft: 3,
    });
  });

  it('deletes a team only with --yes, and says what that deletes', async () => {
    const [team, other] = [await newTeam('Kettle'), await newTeam('Pot')];
    await json('import', snapshotFile(smallTeam()), '--team', team);
    await json('key', 'create', '--team', team);
    const held = `team ${team} (Kettle): 3 interviews, 4 quotes, 2 beliefs, 1 key, and everything else it holds.\n`;
    expect(await cli(['team', 'delete', '--team', team])).toEqual({
      code: 1,
      out: `This would delete ${held}`,
      err: 'Nothing was deleted. To delete it, which cannot be undone, add --yes.\n',
    });
    expect(await json('team', 'list')).toContainEqual({ teamId: team, name: 'Kettle' });

    const { code, out } = await cli(['team', 'delete', '--team', team, '--yes'], {
      env: { TEAM_ID: team },
    });
    expect(code).toBe(0);
    expect(out).toContain(`Deleted ${held}`);
    expect(out).toMatch(/^TEAM_ID still names this team: .*restart/m);
    const ids = (await json<{ teamId: string }[]>('team', 'list')).map(({ teamId }) => teamId);
    expect(ids).not.toContain(team);
    expect(await cli(['team', 'delete', '--team', team, '--yes'])).toMatchObject({
      code: 1,
      err: `There is no team with the id "${team}".\n`,
    });
    expect(await json('team', 'delete', '--team', other, '--yes')).toMatchObject({
      ...{ teamId: other, name: 'Pot', interviews: 0, quotes: 0, beliefs: 0, keys: 0 },
      deleted: true,
    });
  });

  it('creates a key that is shown once, lists it without its secret, and revokes it', async () => {
    const team = await newTeam();
    const created = await json<{ keyId: string; key: string; scope: string }>(
      'key',
      'create',
      '--team',
      team,
      '--scope',
      'read',
      '--name',
      'CI',
    );
    expect(created).toEqual({
      keyId: expect.any(String),
      key: expect.stringMatching(/^bl_[\w-]{43}$/),
      scope: 'read',
    });
    const listed = await json<object[]>('key', 'list', '--team', team);
    expect(listed).toEqual([
      expect.objectContaining({
        keyId: created.keyId,
        name: 'CI',
        status: 'active',
        createdAt: expect.any(Number),
      }),
    ]);
    expect(JSON.stringify(listed)).not.toContain(created.key);
    await json('key', 'revoke', created.keyId);
    expect(await json('key', 'list', '--team', team)).toMatchObject([{ status: 'revoked' }]);
    expect((await json<{ scope: string }>('key', 'create', '--team', team)).scope).toBe('write');
  });

  it('imports a file or standard input and exports the same again', async () => {
    const [first, second] = [await newTeam(), await newTeam()];
    expect(await json('import', snapshotFile(smallTeam()), '--team', first)).toMatchObject({
      evidence: 4,
      signal: 2,
    });
    const { out } = await cli(['export', '--team', first]);
    const imported = await cli(['import', '-', '--team', second, '--json'], { input: out });
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect((await cli(['export', '--team', second, '--json'])).out).toBe(out);
    expect(out.trim().split('\n')).toHaveLength(20);
  });

  it('finds the line of what points nowhere, in a pipe with a name too', async () => {
    const team = await newTeam();
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const imported = cli(['import', pipe, '--team', team]);
    const theme = { resource: 'theme', themeId: 't9', studyId: 'nowhere', label: 'L' };
    const lines = [...smallTeam(), { ...theme, description: 'D', sentiment: 'mixed' }];
    await writeFile(pipe, ndjson(lines).join('\n'));
    expect(await imported).toMatchObject({
      code: 1,
      err: 'line 21: studyId: expected the id of a study in this file or in the team, got "nowhere"\n',
    });
  });

  it('refuses a bad line with its number, stores nothing and leaves standard output empty', async () => {
    const team = await newTeam();
    const file = snapshotFile([...smallTeam(), { resource: 'participant', participantId: 'p4' }]);
    expect(await cli(['import', file, '--team', team, '--json'])).toEqual({
      code: 1,
      out: '',
      err: 'line 21: displayName: expected string, but it is missing\n',
    });
    expect((await cli(['export', '--team', team])).out).toBe('');
  });

  it.each([
    [['import', 'nowhere.ndjson', '--team', 'TEAM'], /^There is no file "nowhere.ndjson"\.\n$/],
    [['import', '.', '--team', 'TEAM'], /^"\." is a folder, not a file\.\n$/],
    [['export', '--team', 'nobody'], /^There is no team with the id "nobody"\.\n$/],
    [['key', 'revoke', 'key-none'], /^There is no key with the id "key-none"\.\n$/],
  ])('%j is refused with exit code 1 and one line', async (args, message) => {
    const team = await newTeam();
    const { code, out, err } = await cli(args.map((arg) => (arg === 'TEAM' ? team : arg)));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(message);
  });

  it.each([
    [[], /^No command was given\.\nUsage:/],
    [['injest', '/tmp/x'], /^There is no command "injest"\. .*help.*\n$/],
    [['team', 'destroy'], /^There is no command "team destroy"\. .*help.*\n$/],
    [
      ['team', 'create'],
      /^--name is missing\.\nUsage: npm run cli -- team create --name NAME \[--json\]/,
    ],
    [['team', 'create', '--name', ' '], /--name must not be empty/],
    [['team', 'set', '--name', 'x'], /^TEAMID is missing/],
    [['team', 'set', 't', '--interviews-left', '-1'], /interviews-left/],
    [
      ['key', 'create', '--team', 't', '--scope', 'all'],
      /--scope must be read or write, not "all"/,
    ],
    [['import', 'a', 'b', '--team', 't'], /Unexpected argument "b"/],
    [['team', 'list', '--colour'], /^Unknown option '--colour'\.\nUsage:/],
  ])('%j is wrong usage: exit code 2', async (args, message) => {
    const { code, out, err } = await cli(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });

  it('shows its commands, and the options of one', async () => {
    expect(await cli(['--help'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/team create.*\n.*team list/),
    });
    const help = await cli(['import', '--help']);
    expect(help.out).toContain('npm run cli -- import FILE --team TEAM [--json]');
    expect(help.out).toMatch(/--team +the team, by the id/);
    expect(await cli(['help', 'import'])).toEqual(help);
    expect(await cli(['import', '-h'])).toEqual(help);
    expect((await cli(['help'])).out).toBe((await cli(['--help'])).out);
    expect(await cli(['--json', 'team', 'list'])).toEqual(await cli(['team', 'list', '--json']));
  });

  it('explains every option of every command', () => {
    const options = commands.flatMap((one) => Object.keys(one.options ?? {}));
    expect(new Set([...options, 'json'])).toEqual(new Set(Object.keys(OPTION_HELP)));
  });

  it('shows failed jobs with their reason, and tries one again', async () => {
    const team = await newTeam();
    await database.dataSource.query(
      "insert into jobs (team_id, kind, key, attempts, failed_at, last_error) values ($1, 'card-changed', 'c1', 8, now(), 'Slack said no')",
      [team],
    );
    expect(await json('job', 'failed')).toContainEqual(
      expect.objectContaining({ teamId: team, key: 'c1', lastError: 'Slack said no' }),
    );
    await json('job', 'retry', 'card-changed', 'c1', '--team', team);
    expect(await json('job', 'failed')).not.toContainEqual(
      expect.objectContaining({ teamId: team }),
    );
    expect(await cli(['job', 'retry', 'card-changed', 'c1', '--team', team])).toMatchObject({
      code: 1,
      err: 'There is no failed job with the id "card-changed c1".\n',
    });
  });

  it('sets up an empty database, and leaves one in use to migrate', async () => {
    expect(await json('migrate')).toEqual({ migrations: [] });
    await database.dataSource.query(
      'delete from migrations where id = (select max(id) from migrations)',
    );
    expect(await cli(['team', 'list'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Run: node dist\/src\/cli\/main\.js migrate/),
    });
    // The row stands for a migration that has run: put it back for the tests that follow.
    await database.dataSource.query('delete from migrations');
  });

  it('names an unreachable database and a wrong variable in one line', async () => {
    const gone = await cli(['team', 'list'], {
      env: { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' },
    });
    expect(gone).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^No Postgres answers at 127\.0\.0\.1:1 [^\n]*\n$/),
    });
    expect(gone.err).not.toContain('secret');
    const wrong = await cli(['team', 'list'], { env: { PORT: 'many' } });
    expect(wrong).toMatchObject({ code: 1, err: expect.stringMatching(/^PORT must be [^\n]*\n$/) });
  });
});
