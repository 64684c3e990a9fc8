import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ActionCard } from '../../db/entities/action-card.js';
import { createDatabase } from '../database.js';
import type { Report } from '../report.js';
import { startServiceProcess } from '../service-process.js';
import { interleaved, median, percentile } from '../stats.js';
import { press, SECRET } from './press.js';
import { type Mood, SLOW_MS, startSlack } from './slow-slack.js';

const PEOPLE = 50;
const CARDS = 5;
/** Rounds, alternating with bare Bolt, of fifty people who press as fast as they can. */
const ROUNDS = 4;
const ROUND_MS = 5_000;
const PRESSES_A_SECOND = 50;
const STEADY_MS = 10_000;
const WARM_UP_MS = 2_000;

const RATIO_BAR = 5;
const MEMORY_BAR_MB = 350;
const STEADY_P99_BAR_MS = 60;

/**
 * Measures how long Slack waits for an acknowledgement while its own API is slow or rate-limits us. Presses come at
 * fifty per second, and from fifty people as fast as they can, compared with bare Bolt in the same run. Also
 * measures the memory used.
 */
export async function acknowledge(): Promise<Report> {
  const database = await createDatabase();
  const slack = await startSlack();
  const bolt = await startBareBolt();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 2 * PEOPLE });
  try {
    const { db } = await database.createTeam();
    for (let card = 0; card < CARDS; card++) {
      await db.insert(ActionCard, {
        actionCardId: `c${card}`,
        type: 'research_gap',
        summary: 'A gap',
        priority: 6,
        createdAt: new Date(),
      });
    }
    const service = await startServiceProcess({
      DATABASE_URL: database.url,
      TEAM_ID: db.teamId,
      SLACK_BOT_TOKEN: 'xoxb-bench',
      SLACK_SIGNING_SECRET: SECRET,
      SLACK_CHANNEL: 'C0BENCH',
      SLACK_API_URL: `${slack.url}/api/`,
    });
    const memory = watchMemory(service.child.pid ?? 0);
    const pressing = (url: string) => (place: number) =>
      press(agent, {
        url,
        slackUrl: slack.url,
        person: `U${place % PEOPLE}`,
        cardId: `c${place % CARDS}`,
      });
    try {
      const idleMb = memory.most();
      await Promise.all([bolt, service].map(({ url }) => atAPace(pressing(url), WARM_UP_MS)));
      const bare = await atAPace(pressing(bolt.url));
      const steady: Record<Mood, number[]> = { prompt: [], slow: [], limiting: [] };
      for (const mood of ['prompt', 'slow', 'limiting'] as const) {
        slack.be(mood);
        steady[mood] = await atAPace(pressing(service.url));
      }
      slack.be('slow');
      const fast = await interleaved(ROUNDS, {
        bolt: () => asFastAsTheyCan(pressing(bolt.url)),
        service: () => asFastAsTheyCan(pressing(service.url)),
      });
      const most = memory.most();
      const row = (what: string, values: readonly number[]) => ({
        what,
        'p50 ms': median(values),
        'p99 ms': percentile(values, 0.99),
      });
      const perSecond = (rounds: readonly number[][]) =>
        rounds.flat().length / ((ROUNDS * ROUND_MS) / 1000);
      const ratio = percentile(fast.service.flat(), 0.99) / percentile(fast.bolt.flat(), 0.99);
      return {
        name: 'acknowledge',
        conditions: { database: database.server, people: PEOPLE, 'Slack takes, ms': SLOW_MS },
        tables: [
          {
            title: `${PRESSES_A_SECOND} presses a second, until acknowledged`,
            rows: [
              row('bare Bolt', bare),
              row('Slack answers at once', steady.prompt),
              row('Slack is slow', steady.slow),
              row('Slack limits us', steady.limiting),
            ],
          },
          {
            title: `${PEOPLE} people as fast as they can, until acknowledged`,
            rows: [
              { ...row('bare Bolt', fast.bolt.flat()), 'a second': perSecond(fast.bolt) },
              { ...row('the service', fast.service.flat()), 'a second': perSecond(fast.service) },
            ],
          },
          {
            title: 'Memory of the service, MB',
            rows: [
              { when: 'ready', MB: idleMb },
              { when: 'at most', MB: most },
            ],
          },
        ],
        bars: [
          ...(['slow', 'limiting'] as const).map((mood) => ({
            what: `p99 at ${PRESSES_A_SECOND} a second, Slack ${mood}, ms`,
            value: percentile(steady[mood], 0.99),
            bar: STEADY_P99_BAR_MS,
            want: 'at most' as const,
          })),
          {
            what: 'p99 as fast as they can, against bare Bolt',
            value: ratio,
            bar: RATIO_BAR,
            want: 'at most',
          },
          { what: 'memory, MB', value: most, bar: MEMORY_BAR_MB, want: 'at most' },
        ],
      };
    } finally {
      memory.stop();
      await service.stop();
    }
  } finally {
    agent.destroy();
    bolt.stop();
    slack.close();
    await database.drop();
  }
}

type PressOf = (place: number) => Promise<number>;

/** Each person presses again as soon as the previous press is acknowledged, one card after the other. */
async function asFastAsTheyCan(pressOf: PressOf): Promise<number[]> {
  const taken: number[] = [];
  const until = performance.now() + ROUND_MS;
  await Promise.all(
    Array.from({ length: PEOPLE }, async (_, person) => {
      for (let turn = 0; performance.now() < until; turn++) {
        taken.push(await pressOf(person + PEOPLE * turn));
      }
    }),
  );
  return taken;
}

/** Presses at a steady pace, whether or not earlier presses have been acknowledged. */
async function atAPace(pressOf: PressOf, durationMs = STEADY_MS): Promise<number[]> {
  const pressed: Promise<number>[] = [];
  const began = performance.now();
  for (let place = 0; place < (durationMs / 1000) * PRESSES_A_SECOND; place++) {
    const due = began + (place * 1000) / PRESSES_A_SECOND;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    pressed.push(pressOf(place));
  }
  return Promise.all(pressed);
}

async function startBareBolt(): Promise<{ url: string; stop(): void }> {
  const file = fileURLToPath(new URL('bare-bolt.ts', import.meta.url));
  const child = fork(file, [], { execArgv: ['--import', 'tsx'] });
  child.send({ signingSecret: SECRET });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}

/** Watches the peak memory of a process, in MB; NaN if the system does not report it. */
function watchMemory(pid: number): { most(): number; stop(): void } {
  let most = Number.NaN;
  const look = (): void => {
    try {
      const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      if (kb) most = Math.max(Number.isNaN(most) ? 0 : most, Number(kb) / 1024);
    } catch {
      // not Linux, or the process has ended
    }
  };
  look();
  const timer = setInterval(look, 100);
  return {
    most() {
      look();
      return most;
    },
    stop: () => clearInterval(timer),
  };
}
