import { createHmac } from 'node:crypto';
import type { SandboxOptions } from '../options.js';
import type { Person } from '../people.js';
import { parseJson } from '../read-body.js';
import type { Workspace } from '../state/workspace.js';

/** A user's action, and its target. */
export interface UserAction {
  person: Person;
  workspace: Workspace;
  options: SandboxOptions;
}

/** A user's action could not be carried out; the message is worded for that user. */
export class ActionRefused extends Error {}

export const sendPayload = ({ options }: UserAction, payload: unknown): Promise<Ack> =>
  sendSigned(options.eventsUrl(), options.signingSecret, {
    form: { payload: JSON.stringify(payload) },
  });

export const sendEvent = ({ options }: UserAction, envelope: unknown): Promise<Ack> =>
  sendSigned(options.eventsUrl(), options.signingSecret, { json: envelope });

const EXPLAINED: Record<string, string> = {
  operation_timeout: 'the app did not answer within 3 seconds (operation_timeout)',
  connection_failed: 'the app could not be reached (connection_failed)',
  http_status_401: 'the app refused the signature (401)',
  http_status_404: 'the app has nothing that listens to it (404)',
};

/** Returns the app's acknowledgement. @throws ActionRefused if the app did not acknowledge */
export function acknowledged(ack: Ack, what: string): unknown {
  if (ack.ok) return ack.body;
  throw new ActionRefused(`${what} failed: ${EXPLAINED[ack.error] ?? ack.error}.`);
}

export const responseUrl = (
  { options, workspace }: UserAction,
  url: Parameters<Workspace['passes']['issueResponse']>[0],
): string => `${options.baseUrl()}/sandbox/response/${workspace.passes.issueResponse(url)}`;

/** Milliseconds that Slack waits for an app's response. */
const PATIENCE_MS = 3000;

type Ack = { ok: true; body: unknown } | { ok: false; error: string };

type Body = { form: Record<string, string> } | { json: unknown };

/** Sends an event to the app, signed and typed exactly as Slack does, and waits for the response. */
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
