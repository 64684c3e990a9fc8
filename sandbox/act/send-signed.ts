import { createHmac } from 'node:crypto';
import { parseJson } from '../read-body.js';

/** Slack's timeout for an app's response. */
const PATIENCE_MS = 3000;

export type Ack = { ok: true; body: unknown } | { ok: false; error: string };

type Body = { form: Record<string, string> } | { json: unknown };

/** Sends an event to the app, signed and typed exactly as Slack does, and awaits the response. */
export async function sendSigned(url: string, secret: string, body: Body): Promise<Ack> {
  const isForm = 'form' in body;
  const text = isForm ? new URLSearchParams(body.form).toString() : JSON.stringify(body.json);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:${text}`).digest('hex');
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        'x-slack-request-timestamp': timestamp,
        'x-slack-signature': `v0=${digest}`,
        'user-agent': 'Slackbot 1.0 (sandbox)',
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const said = await answer.text();
    if (!answer.ok) return { ok: false, error: `http_status_${answer.status}` };
    return { ok: true, body: parseJson(said) ?? said };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    return { ok: false, error: late ? 'operation_timeout' : 'connection_failed' };
  }
}
