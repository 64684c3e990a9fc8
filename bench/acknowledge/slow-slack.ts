import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Behavior of Slack's API: answers at once, takes 2 s, or rate-limits. */
export type Mood = 'prompt' | 'slow' | 'limiting';

export const SLOW_MS = 2_000;
const ANSWER = JSON.stringify({ ok: true, team_id: 'T1', user_id: 'UBOT', ts: '1.1' });

/** Starts a stand-in for Slack's Web API and response URLs. */
export async function startSlack() {
  let mood: Mood = 'slow';
  const server = http.createServer(async (req, res) => {
    req.resume();
    if (mood === 'slow') await sleep(SLOW_MS);
    if (mood === 'limiting' && !req.url?.endsWith('auth.test')) {
      res.writeHead(429, { 'retry-after': '30' }).end();
      return;
    }
    res.setHeader('content-type', 'application/json');
    res.end(ANSWER);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    be(next: Mood) {
      mood = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
