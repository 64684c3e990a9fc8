import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { expect, it, onTestFinished, vi } from 'vitest';
import { tieWorkspace } from '../../db/queries/slack-workspaces.js';
import { createCipher } from '../../src/core/encryption.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { enqueue } from '../../src/jobs/index.js';
import { FakeGitHub } from '../issues/fake-github.js';
import { FakeLinear } from '../issues/fake-linear.js';
import { smallDisk } from '../operations/small-disk.js';
import { useFolder } from '../start/support.js';
import { useDatabase } from '../support/database.js';
import { TestProcess } from '../support/process.js';
import { FakeSlack, TOKEN } from '../support/slack.js';

const database = useDatabase();
const folder = useFolder();
// each starts a process or two
vi.setConfig({ testTimeout: 120_000 });

async function doctor(env: Record<string, string>, ...args: string[]) {
  const child = new TestProcess('src/cli/main.ts', ['doctor', ...args], env, folder);
  const { code } = await child.ended;
  return { code, out: child.stdout, err: child.stderr };
}

it('finds a working installation well and names what is not configured', async () => {
  const { code, out, err } = await doctor({ DATABASE_URL: database.url }, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toEqual([
    { part: 'configuration', state: 'ok', detail: 'valid' },
    {
      part: 'database',
      state: 'ok',
      detail: expect.stringMatching(
        /^Postgres 1\d\S* at 127\.0\.0\.1:\d+, database \w+, answers in/,
      ),
    },
    { part: 'migrations', state: 'ok', detail: 'all have run' },
    {
      part: 'temporary',
      state: 'ok',
      detail: expect.stringMatching(new RegExp(`^${tmpdir()}, [\\d.]+ [MG]B free$`)),
    },
    { part: 'jobs', state: 'ok', detail: 'none is overdue' },
    { part: 'slack', state: 'off', detail: 'without SLACK_BOT_TOKEN' },
    { part: 'linear', state: 'off', detail: 'without LINEAR_API_KEY' },
    { part: 'github', state: 'off', detail: 'without GITHUB_TOKEN' },
    { part: 'jira', state: 'off', detail: 'without JIRA_API_TOKEN' },
    { part: 'model', state: 'off', detail: 'without LLM_PROVIDER: the built-in analysis' },
    {
      part: 'embeddings',
      state: 'off',
      detail: 'without EMBEDDINGS_BASE_URL: the built-in search',
    },
    { part: 'clock', state: 'ok', detail: expect.stringContaining('the database') },
  ]);
});

it('names the coding agents of a tracker, or says why it has none', async () => {
  const github = new FakeGitHub();
  const linear = new FakeLinear();
  await Promise.all([github.server.start(), linear.server.start()]);
  linear.agents = [];
  const { out } = await doctor(
    {
      DATABASE_URL: database.url,
      TEAM_ID: await database.createTeam(),
      GITHUB_TOKEN: github.token,
      GITHUB_REPO: github.repo,
      GITHUB_API_URL: github.server.url,
      LINEAR_API_KEY: linear.key,
      LINEAR_TEAM: 'ENG',
      LINEAR_API_URL: linear.server.url,
    },
    '--json',
  );
  const checks: { part: string; detail: string }[] = JSON.parse(out);
  const of = (name: string) => checks.find(({ part }) => part === name)?.detail;
  expect(of('github')).toBe('repository acme/app; coding agents: Copilot');
  expect(of('linear')).toBe(
    'team ENG (Engineering); This Linear workspace has no coding agent: an admin installs one first.',
  );
  await Promise.all([github.server.stop(), linear.server.stop()]);
});

it('says of every broken part how to mend it, prints no secret, and ends with 1', async () => {
  const nowhere = 'http://127.0.0.1:9';
  const { code, out, err } = await doctor({
    DATABASE_URL: 'postgres://somebody:hunter2@127.0.0.1:9/none',
    SLACK_BOT_TOKEN: 'xoxb-hunter2',
    SLACK_SIGNING_SECRET: 'hunter2',
    SLACK_API_URL: nowhere,
    LINEAR_API_KEY: 'hunter2',
    LINEAR_TEAM: 'ENG',
    LINEAR_API_URL: nowhere,
    GITHUB_TOKEN: 'hunter2',
    GITHUB_REPO: 'owner/name',
    GITHUB_API_URL: nowhere,
    JIRA_URL: 'https://acme.atlassian.net',
    JIRA_API_URL: nowhere,
    JIRA_EMAIL: 'ada@example.com',
    JIRA_API_TOKEN: 'hunter2',
    JIRA_PROJECT: 'ENG',
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'some-model',
    LLM_API_KEY: 'hunter2',
    LLM_BASE_URL: nowhere,
  });
  expect(code).toBe(1);
  expect(err.trim()).toBe('To fix: database, slack, linear, github, jira, model.');
  for (const advice of ['No Postgres answers at', 'Slack cannot be reached', 'LLM_BASE_URL']) {
    expect(out).toContain(advice);
  }
  expect(out + err).not.toContain('hunter2');
});

it('names a setting that is not valid instead of stopping at it', async () => {
  const { code, out } = await doctor({ PORT: 'many' });
  expect(code).toBe(1);
  expect(out).toContain('PORT must be a whole number from 0 to 65535, not "many".');
});

it('reports jobs that no worker takes', async () => {
  await enqueue(database.system.team(await database.createTeam()), { kind: 'k', key: 'k' });
  const earlier = `now() - interval '5 minutes'`;
  await database.dataSource.query(`update jobs set run_at = ${earlier}, created_at = ${earlier}`);
  onTestFinished(() => database.dataSource.query('delete from jobs'));
  const { code, out } = await doctor({ DATABASE_URL: database.url });
  expect(code).toBe(1);
  expect(out).toMatch(/WRONG {2}jobs .*1 due, the oldest for 3\d\d s.*\n.*Start a worker/);
});

it('names a variable that is ignored because of its name, and the folder of the database that is used instead', async () => {
  const { code, out } = await doctor({ DATABSE_URL: database.url, DATA_DIR: 'kept-here' });
  expect(code).toBe(1);
  expect(out).toMatch(/WRONG {2}configuration DATABSE_URL is ignored\. Was DATABASE_URL meant\?/);
  expect(out).toMatch(/ok {5}database .*embedded Postgres \S+ in \/.*\/kept-here, answers/);
});

it('in production asks for a public address with https, and tells what is off without an encryption key', async () => {
  const env = { DATABASE_URL: database.url, NODE_ENV: 'production' };
  const bare = await doctor(env);
  expect(bare.code).toBe(1);
  expect(bare.out).toMatch(/WRONG {2}public url .*without PUBLIC_URL.*\n.*https/);
  expect(bare.out).toMatch(/off {4}encryption .*without ENCRYPTION_KEY/);
  const plain = await doctor({ ...env, PUBLIC_URL: 'http://beliefs.example.com' });
  expect(plain.out).toMatch(/WRONG {2}public url .*http:\/\/beliefs\.example\.com is not https/);
  const ENCRYPTION_KEY = Buffer.alloc(32, 1).toString('base64');
  const whole = await doctor({ ...env, PUBLIC_URL: 'https://beliefs.example.com', ENCRYPTION_KEY });
  expect(whole.code).toBe(0);
  expect(whole.out + bare.out).not.toContain(ENCRYPTION_KEY);
});

it('names the team that the settings belong to, asks Slack about the channel that it chose, and says where none does', async () => {
  const slack = new FakeSlack();
  await slack.start();
  onTestFinished(() => slack.stop());
  slack.always('conversations.info', { channel: { name: 'research', is_member: true } });
  const env = {
    DATABASE_URL: database.url,
    SLACK_BOT_TOKEN: TOKEN,
    SLACK_SIGNING_SECRET: 'secret',
    SLACK_API_URL: `${slack.url}/api/`,
  };
  const teamId = await database.createTeam('Research');
  await database.createTeam('Another');
  const unsure = await doctor(env);
  expect(unsure.out).toMatch(/WRONG {2}team .*\n.*There are \d+ teams: set TEAM_ID/);

  await changeSettings(database.context(teamId), { channel: 'C0123456789' });
  const { code, out } = await doctor({ ...env, TEAM_ID: teamId });
  expect(out).toMatch(/ok {5}team .*Research/);
  expect(out).toMatch(/ok {5}slack .*posting in #research/);
  expect(slack.of('conversations.info').at(-1)?.channel).toBe('C0123456789');
  expect(code).toBe(0);
});

it('reports which keys the tokens of installed workspaces need', async () => {
  const [older, newer] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
  const teamId = await database.createTeam();
  await database.system.team(teamId).row(tieWorkspace, {
    workspaceId: 'T9',
    name: 'Acme',
    botUserId: 'U9',
    botId: null,
    sealedToken: createCipher([older!]).encrypt('xoxb-9'),
    installedBy: 'U1',
    installedAt: new Date(),
  });
  const env = {
    DATABASE_URL: database.url,
    SLACK_SIGNING_SECRET: 'secret',
    SLACK_CLIENT_ID: '1.2',
    SLACK_CLIENT_SECRET: 'secret',
    SLACK_STATE_SECRET: 'a secret that is long enough for everybody',
  };
  const lost = await doctor({ ...env, ENCRYPTION_KEY: newer! });
  expect(lost.out).toMatch(/WRONG {2}workspaces .*1 of 1 cannot be read\n.*after a comma/);
  const kept = await doctor({ ...env, ENCRYPTION_KEY: `${newer},${older}` });
  expect(kept.out).toMatch(/ok {5}workspaces .*1 installed, 1 still need an older key/);
});

it('says under which name questions in issues are answered, and what is missing', async () => {
  const [linear, github] = [new FakeLinear(), new FakeGitHub()];
  for (const { server } of [linear, github]) {
    await server.start();
    onTestFinished(() => server.stop());
  }
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const env = {
    DATABASE_URL: database.url,
    TEAM_ID: await database.createTeam('Asked'),
    ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    LINEAR_CLIENT_ID: linear.credentials.clientId,
    LINEAR_CLIENT_SECRET: linear.credentials.clientSecret,
    LINEAR_TEAM: 'ENG',
    LINEAR_API_URL: linear.server.url,
    GITHUB_APP_ID: '1',
    GITHUB_APP_PRIVATE_KEY: privateKey,
    GITHUB_INSTALLATION_ID: '7',
    GITHUB_REPO: github.repo,
    GITHUB_API_URL: github.server.url,
    GITHUB_WEBHOOK_SECRET: 'secret',
  };
  const half = await doctor({ ...env, GITHUB_BOT_NAME: 'beliefs' });
  expect(half.out).toMatch(/WRONG {2}linear questions .*\n.*set LINEAR_WEBHOOK_SECRET/);
  expect(half.out).toMatch(/WRONG {2}github questions .*\n.*set GITHUB_BOT_NAME to belief-layer/);
  const settings = { GITHUB_BOT_NAME: 'belief-layer', LINEAR_WEBHOOK_SECRET: 'secret' };
  const whole = await doctor({ ...env, ...settings });
  expect(whole.out).toMatch(/ok {5}linear questions .*answers @belief-layer in issues/);
  expect(whole.out).toMatch(/ok {5}github questions .*comments that begin with @belief-layer/);
  expect(whole.code).toBe(0);
  expect(linear.tokens).toHaveLength(1);
});

it('names directories that cannot be written', async () => {
  const { code, out } = await doctor({ DATA_DIR: 'data', TMPDIR: '/nowhere' });
  expect(code).toBe(1);
  expect(out).toMatch(/ok {5}data .*\/data, [\d.]+ [MG]B free/);
  expect(out).toMatch(
    /WRONG {2}temporary .*\/nowhere cannot be written \(ENOENT\)\n.*set TMPDIR to another directory/,
  );
});

it('says how much room is left on a disk that is nearly full (needs to mount a disk)', async ({
  skip,
}) => {
  const disk = smallDisk(200);
  if (!disk) return skip('this user may not mount a file system');
  const roomy = await doctor({ DATA_DIR: disk.path });
  expect(roomy.out).toMatch(
    /WRONG {2}data .*, 1\d\d MB free: its disk is nearly full\n.*at least 512 MB.*DATA_DIR/,
  );
  disk.fill();
  const full = await doctor({ DATABASE_URL: database.url, TMPDIR: disk.path });
  expect(full.out).toMatch(/WRONG {2}temporary .*, 0 MB free: its disk is nearly full\n.*TMPDIR/);
});
