import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import { invalidRequest } from '../errors.js';
import { errorResponse } from './error-response.js';

/** A server for the app, with time-outs against slow clients and the error shape for requests that are no HTTP. */
export function createHttpServer(app: Koa): Server {
  const server = createServer(app.callback());
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  // Longer than a load balancer keeps its idle connections, so that it never reuses one we are closing.
  server.keepAliveTimeout = 65_000;
  server.on('clientError', refuse);
  return server;
}

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large', 'The address and headers must have at most 16 kB.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout', 'The request did not arrive in time.']
        : [400, 'Bad Request', 'The request is not valid HTTP.'];
  const body = JSON.stringify(errorResponse(invalidRequest(`${message}`), '').body);
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
