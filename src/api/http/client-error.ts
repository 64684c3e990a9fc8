import type { Duplex } from 'node:stream';
import { invalidRequest } from '../../errors.js';
import { errorResponse } from './error-response.js';

/** Answers what is no HTTP request in the error shape; for a server's `clientError`. */
export function refuseClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { line, message } = explain(error.code);
  const body = JSON.stringify(errorResponse(invalidRequest(message), '').body);
  socket.end(
    `HTTP/1.1 ${line}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function explain(code: string | undefined): { line: string; message: string } {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        line: '431 Request Header Fields Too Large',
        message: 'The address and the headers must have at most 16 kB together.',
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { line: '408 Request Timeout', message: 'The request did not arrive in time.' };
    default:
      return { line: '400 Bad Request', message: 'The request is not valid HTTP.' };
  }
}
