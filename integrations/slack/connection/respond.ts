import type { KnownBlock } from '@slack/types';
import { neverSent } from '../../../src/core/never-sent.js';
import { CALL_TIMEOUT_MS } from './app-settings.js';

export interface Response {
  text: string;
  blocks?: KnownBlock[];
  response_type?: 'ephemeral' | 'in_channel';
  replace_original?: boolean;
  thread_ts?: string;
}

/** A response_url did not accept the message. */
export class ResponseLost extends Error {
  constructor(
    /** Absent if there was no response; the message may have been accepted unless `neverSent` is true. */
    readonly status?: number,
    readonly retryAfterMs?: number,
    cause?: unknown,
  ) {
    super(`Slack answered ${status ?? 'nothing'} to a response`, { cause });
    this.name = 'ResponseLost';
  }

  /** True if no connection was made, so Slack definitely did not get it. */
  get neverSent(): boolean {
    return neverSent(this.cause) !== undefined;
  }
}

/**
 * Sends to a response_url, which allows 5 uses within 30 minutes. Throws ResponseLost if Slack does not accept it.
 */
export async function respond(url: string, response: Response): Promise<void> {
  const answer = await send(url, response).catch((error: unknown) => {
    throw new ResponseLost(undefined, undefined, error);
  });
  if (answer.ok) return;
  const secs = Number(answer.headers.get('retry-after') ?? Number.NaN);
  throw new ResponseLost(answer.status, Number.isFinite(secs) ? secs * 1000 : undefined);
}

async function send(url: string, response: Response): Promise<globalThis.Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ unfurl_links: false, unfurl_media: false, ...response }),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  await answer.arrayBuffer();
  return answer;
}
