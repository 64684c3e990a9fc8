import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ModelDay } from '../../db/entities/analysis.js';
import { useFolder } from '../start/support.js';
import { useDatabase } from '../support/database.js';
import { TestProcess } from '../support/process.js';
import { FakeModelServer } from './fake-model-server.js';
import { type Asked, answerAsRecorded, parcelTalks } from './recorded-study.js';

const database = useDatabase();
const folder = useFolder();
const server = new FakeModelServer();
const talks = mkdtempSync(join(tmpdir(), 'belief-talks-'));
// each starts a process or two
vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  await server.start();
  for (const { id, person, answers } of parcelTalks) {
    const turns = answers.map((text) => `Mia Host: Tell me more.\n\n${person}: ${text}`);
    writeFileSync(join(talks, `${id}.txt`), turns.join('\n\n'));
  }
});
afterEach(() => server.reset());
afterAll(async () => {
  await server.stop();
  rmSync(talks, { recursive: true });
});

async function run(args: string[], env: Record<string, string> = {}) {
  const all = {
    ...{ DATABASE_URL: database.url, LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'fake-1' },
    ...{ LLM_BASE_URL: server.url, ...env },
  };
  const child = new TestProcess('src/cli/main.ts', args, all, folder);
  const { code } = await child.ended;
  return { code, out: child.stdout, err: child.stderr };
}
const ingest = (team: string, ...more: string[]) => [
  ...['ingest', talks, '--team', team, '--study', 'Parcels', ...more],
];

it('ingest --estimate says what it would take, and reads and asks nothing', async () => {
  const team = await database.createTeam();
  const { code, out } = await run(ingest(team, '--estimate', '--json'));
  expect(code).toBe(0);
  const estimate = JSON.parse(out) as Record<string, number>;
  expect(estimate).toMatchObject({ files: 4, interviews: 4, failed: [] });
  expect(estimate.calls).toBeGreaterThanOrEqual(4);
  expect(estimate.inputTokens).toBeGreaterThan(estimate.outputTokens!);
  expect(server.requests).toEqual([]);
  expect(JSON.parse((await run(['export', '--team', team])).out || '""')).toBe('');
});

it('ingest shows progress and tokens while it reads, and says what waits for tomorrow', async () => {
  const team = await database.createTeam();
  server.write = (material) => answerAsRecorded(material as unknown as Asked);
  const { code, out, err } = await run(ingest(team), { LLM_DAILY_TOKENS: '4000' });
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(err).toMatch(/reading: 1 of 1, [\d,]+ tokens/);
  expect(out).toMatch(/\d interviews? waits? until tomorrow: .*LLM_DAILY_TOKENS/);
  const { out: checks } = await run(['doctor', '--json'], { LLM_DAILY_TOKENS: '900' });
  const tokens = (JSON.parse(checks) as { part: string; state: string; detail: string }[]).find(
    ({ part }) => part === 'tokens',
  );
  expect(tokens).toMatchObject({ state: 'wrong', detail: expect.stringContaining(team) });
  const used = await database.context(team).db.find(ModelDay);
  expect(used).toMatchObject([{ calls: expect.any(Number) }]);
});

it('ingest reads several talks at once, and never has more calls open than LLM_PARALLEL', async () => {
  const team = await database.createTeam();
  let most = 0;
  let open = 0;
  let release = (): void => undefined;
  const second = new Promise<void>((resolve) => {
    release = resolve;
  });
  let talksBegun = 0;
  server.write = async (material) => {
    most = Math.max(most, ++open);
    if ('turns' in material && ++talksBegun === 2) release();
    await second; // the first talk is answered when another one is being read
    open--;
    return answerAsRecorded(material as unknown as Asked);
  };
  const { code, out, err } = await run(ingest(team), { LLM_PARALLEL: '2' });
  expect(code).toBe(0);
  expect((out + err).match(/\[\d\/4\]/g)).toEqual(['[1/4]', '[2/4]', '[3/4]', '[4/4]']);
  expect(most).toBe(2);
  expect(out).not.toMatch(/connect a language model|coding agent/i);
});

interface Doctored {
  turns?: unknown;
  pairs?: { n: number }[];
}
const reads = (quote: string, second: string) => (material: unknown) =>
  (material as Doctored).turns
    ? { claims: [{ turn: 1, quote, claim: 'People retype dates', strength: 'high', flags: [] }] }
    : {
        answers: [
          { n: 0, is: 'supports' },
          { n: 1, is: second },
        ],
      };
const verbatim = 'When the export drops the dates I type all of them in again by hand, every week.';

it.each([
  ['reads right', verbatim, 'neither', 'ok', /reads an interview right/],
  ['invents its quotes', 'The export is bad.', 'neither', 'wrong', /word for word/],
  ['finds support everywhere', verbatim, 'supports', 'wrong', /shared topic/],
])('doctor has a model read an answer; one that %s', async (_, quote, second, state, detail) => {
  server.write = reads(quote, second);
  const { out } = await run(['doctor', '--json']);
  const checks = JSON.parse(out) as { part: string; state: string; detail: string }[];
  const model = checks.find(({ part }) => part === 'model');
  expect(model).toMatchObject({ state, detail: expect.stringMatching(detail) });
});
