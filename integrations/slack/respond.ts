import type { KnownBlock } from '@slack/types';
import { CALL_TIMEOUT_MS } from './settings.js';

export interface Response {
  text: string;
  blocks?: KnownBlock[];
  response_type?: 'ephemeral' | 'in_channel';
  replace_original?: boolean;
  thread_ts?: string;
}

/** Sends to a response_url: 5 uses within 30 minutes. Throws where Slack does not take it. */
export async function respond(url: string, response: Response): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ unfurl_links: false, unfurl_media: false, ...response }),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`Slack answered ${answer.status} to a response`);
}
