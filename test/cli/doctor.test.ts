import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../support/database.js';
import { TestProcess } from '../support/process.js';

const database = useDatabase();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'belief-doctor-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
    { part: 'database', state: 'ok', detail: expect.stringMatching(/^Postgres 1\d.*answers in/) },
    { part: 'migrations', state: 'ok', detail: 'all have run' },
    { part: 'slack', state: 'off', detail: 'without SLACK_BOT_TOKEN' },
    { part: 'linear', state: 'off', detail: 'without LINEAR_API_KEY' },
    { part: 'github', state: 'off', detail: 'without GITHUB_TOKEN' },
    { part: 'model', state: 'off', detail: 'without LLM_PROVIDER: the built-in way' },
    {
      part: 'embeddings',
      state: 'off',
      detail: 'without EMBEDDINGS_BASE_URL: the built-in search',
    },
    { part: 'clock', state: 'ok', detail: expect.stringContaining('the database') },
  ]);
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
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'some-model',
    LLM_API_KEY: 'hunter2',
    LLM_BASE_URL: nowhere,
  });
  expect(code).toBe(1);
  expect(err.trim()).toBe('To be mended: database, slack, linear, github, model.');
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
