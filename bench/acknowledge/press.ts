import { createHmac, randomUUID } from 'node:crypto';
import http from 'node:http';

export const SECRET = 'a-signing-secret';

/** A message as long as one of our cards: Slack sends the whole message with every press. */
const MESSAGE = {
  ts: '1.1',
  text: 'x'.repeat(300),
  blocks: [{ type: 'section', text: 'x'.repeat(5_000) }],
};

interface Press {
  /** URL for Slack's requests. */
  url: string;
  slackUrl: string;
  person: string;
  cardId: string;
}

/** One press of "Resolve", signed as Slack signs it. Returns the milliseconds until it was acknowledged. */
export function press(
  agent: http.Agent,
  { url, slackUrl, person, cardId }: Press,
): Promise<number> {
  const payload = {
    type: 'block_actions',
    team: { id: 'T1' },
    user: { id: person, team_id: 'T1' },
    trigger_id: randomUUID(),
    response_url: `${slackUrl}/response`,
    channel: { id: 'C0BENCH' },
    message: MESSAGE,
    actions: [
      {
        type: 'button',
        action_id: 'card.followed',
        block_id: 'b',
        value: cardId,
        action_ts: randomUUID(),
      },
    ],
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SECRET).update(`v0:${at}:${body}`).digest('hex');
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
    'x-slack-request-timestamp': String(at),
    'x-slack-signature': `v0=${signature}`,
  };
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const request = http.request(`${url}/slack/events`, { method: 'POST', headers, agent });
    request.once('error', reject);
    request.once('response', (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`a press was answered with ${response.statusCode}`));
      });
    });
    request.end(body);
  });
}
