import type { ServerResponse } from 'node:http';
import type { ErrorResponse } from './error-response.js';

/** An answer whole: its headers are written in one go with its body. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** Sends a reply, unless its client has gone. */
export function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  if (response.destroyed || response.writableEnded) return;
  if (body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(body));
  response.writeHead(status, headers);
  response.end(body);
}

export const errorReply = ({ status, headers, body }: ErrorResponse): Reply => ({
  status,
  headers: {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...headers,
  },
  body: JSON.stringify(body),
});
