import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { askToPost } from '../../integrations/slack/cards/post-cards.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { useDatabase } from '../support/database.js';
import { createBench, TOKEN } from '../support/slack.js';
import { card, load } from './team.js';

const database = useDatabase();
const CARDS = 200;
const KILLS = 4;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('no card is lost or posted twice when the process is killed again and again', async () => {
  const bench = await createBench(database);
  const { slack, teamId } = bench;
  const sql = (text: string) => database.dataSource.query(text, [teamId]);
  await changeSettings(database.context(teamId), { cardsPerDay: CARDS });
  const numbered = (i: number) => card({ actionCardId: `c${i}`, summary: `Number ${i}` });
  await load(database, teamId, [numbered(0)]);
  await bench.settle();
  slack.delayMs = 4; // a kill then finds a post under way more often than not
  await load(
    database,
    teamId,
    Array.from({ length: CARDS }, (_, i) => numbered(i)),
  );

  for (let kill = 0; kill < KILLS; kill++) {
    const worker = await startWorker(`${slack.url}/api/`, teamId);
    const before = slack.messages.size;
    while (slack.messages.size < before + 3) await sleep(2);
    await sleep(Math.random() * 150);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    await forward(sql);
  }
  for (let round = 0; round < 14 && slack.messages.size < CARDS; round++) {
    await askToPost({ db: database.system.team(teamId) }); // the schedule does, every minute
    await bench.settle();
    await forward(sql);
  }

  const texts = [...slack.messages.values()].map(({ text }) => text);
  expect(new Set(texts).size).toBe(CARDS);
  expect(texts).toHaveLength(CARDS);
}, 240_000);

async function startWorker(apiUrl: string, teamId: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'crash-worker.ts');
  const worker = spawn(
    process.execPath,
    ['--import', 'tsx', script, database.url, apiUrl, teamId, TOKEN],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(worker.stdout!, 'data');
  return worker;
}

/** Lets time pass: leases end, lost answers settle, and a new day has room for new cards. */
async function forward(sql: (text: string) => Promise<unknown>): Promise<void> {
  await sql(
    "update jobs set locked_until = now() - interval '1 second' where team_id = $1 and locked_by is not null",
  );
  await sql('update jobs set run_at = now() where team_id = $1');
  await sql(
    `update slack_messages set claimed_at = claimed_at - case when ts is null
       then interval '1 minute' else interval '25 hours' end where team_id = $1`,
  );
}
