import { createHmac, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ActionCard } from '../db/entities/action-card.js';
import { createDatabase } from './database.js';
import type { Report } from './report.js';
import { startServiceProcess } from './service-process.js';
import { interleaved, median, percentile } from './stats.js';

const ROUNDS = 12;
const CLICKS_AT_ONCE = 50;
const SLACK_TAKES_MS = 2_000;
const SECRET = 'a-signing-secret';
const P99_BAR_MS = 100;

/** How long Slack waits for the acknowledgement of 50 clicks at once while its own API takes 2 s. */
export async function acknowledge(): Promise<Report> {
  const database = await createDatabase();
  const slack = await slowSlack();
  try {
    const { db } = await database.createTeam();
    await db.insert(ActionCard, {
      actionCardId: 'c1',
      type: 'research_gap',
      summary: 'A gap',
      priority: 6,
      createdAt: new Date(),
    });
    const service = await startServiceProcess({
      DATABASE_URL: database.url,
      TEAM_ID: db.teamId,
      SLACK_BOT_TOKEN: 'xoxb-bench',
      SLACK_SIGNING_SECRET: SECRET,
      SLACK_CHANNEL: 'C0BENCH',
      SLACK_API_URL: `${slack.url}/api/`,
    });
    try {
      const taken: Record<'floor' | 'click', number[]> = { floor: [], click: [] };
      await interleaved(ROUNDS, {
        floor: async () => taken.floor.push(...(await atOnce(() => healthy(service.url)))),
        click: async () => taken.click.push(...(await atOnce(() => click(service.url, slack.url)))),
      });
      const row = (what: string, values: number[]) => ({
        what,
        'p50 ms': median(values),
        'p99 ms': percentile(values, 0.99),
      });
      return {
        name: 'acknowledge',
        conditions: {
          database: database.server,
          rounds: ROUNDS,
          'clicks at once': CLICKS_AT_ONCE,
          'Slack takes, ms': SLACK_TAKES_MS,
        },
        tables: [
          {
            title: 'Until the answer is there',
            rows: [row('GET /healthz', taken.floor), row('a click, acknowledged', taken.click)],
          },
        ],
        bars: [
          {
            what: 'acknowledgement p99, ms',
            value: percentile(taken.click, 0.99),
            bar: P99_BAR_MS,
            want: 'at most',
          },
        ],
      };
    } finally {
      await service.stop();
    }
  } finally {
    slack.close();
    await database.drop();
  }
}

async function atOnce(request: () => Promise<void>): Promise<number[]> {
  return Promise.all(
    Array.from({ length: CLICKS_AT_ONCE }, async () => {
      const began = performance.now();
      await request();
      return performance.now() - began;
    }),
  );
}

async function healthy(url: string): Promise<void> {
  await (await fetch(`${url}/healthz`)).arrayBuffer();
}

/** One press of "Resolve" by one of many people, signed as Slack signs it. */
async function click(url: string, slackUrl: string): Promise<void> {
  const payload = {
    type: 'block_actions',
    team: { id: 'T1' },
    user: { id: `U${randomUUID().slice(0, 8).toUpperCase()}`, team_id: 'T1' },
    trigger_id: randomUUID(),
    response_url: `${slackUrl}/response`,
    channel: { id: 'C0BENCH' },
    message: { ts: '1.1' },
    actions: [
      {
        type: 'button',
        action_id: 'card.followed',
        block_id: 'b',
        value: 'c1',
        action_ts: randomUUID(),
      },
    ],
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SECRET).update(`v0:${at}:${body}`).digest('hex');
  const response = await fetch(`${url}/slack/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(at),
      'x-slack-signature': `v0=${signature}`,
    },
    body,
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`a click was answered with ${response.status}`);
}

async function slowSlack(): Promise<{ url: string; close(): void }> {
  const answer = JSON.stringify({ ok: true, team_id: 'T1', user_id: 'UBOT', ts: '1.1' });
  const server = http.createServer(async (req, res) => {
    req.resume();
    await sleep(SLACK_TAKES_MS);
    res.setHeader('content-type', 'application/json');
    res.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
