import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { invalidRequest } from '../core/errors.js';
import { securityHeaders } from './frame.js';
import { errorResponse, HttpRefusal } from './refusals.js';

/** Answers input that is not HTTP in the error shape; for a server's `clientError`. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const { status, body } = errorResponse(refusalOf(error.code), requestId);
  const text = JSON.stringify(body);
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    Connection: 'close',
    'X-Request-Id': requestId,
    ...securityHeaders,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
}

function refusalOf(code: string | undefined): HttpRefusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refusal(431, 'The address and the headers must have at most 16 kB together.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusal(408, 'The request did not arrive in time.');
    default:
      return refusal(400, 'The request is not valid HTTP.');
  }
}

const refusal = (status: number, message: string): HttpRefusal =>
  new HttpRefusal(status, invalidRequest(message));
