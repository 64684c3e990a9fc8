import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import Koa from 'koa';
import { invalidRequest } from '../core/errors.js';
import type { Logger } from '../core/log.js';
import { requestFrame, securityHeaders, sendRefusal } from './frame.js';
import { errorResponse, HttpRefusal, unavailable } from './refusals.js';

/** A client that sends its request more slowly is disconnected, so that it cannot hold a connection forever. */
const SLOWEST = { headersTimeout: 15_000, requestTimeout: 60_000 };
/** Interval at which the limits are checked. With Node's default of 30 s, a request of 60 s could last 90. */
const CHECK_MS = 1_000;

/**
 * Longer than a load balancer keeps idle connections, so that it never reuses one that is closing.
 */
const KEEP_ALIVE_MS = 65_000;

/**
 * Creates an HTTP server. Every answer, even to input that is not HTTP, comes from `listener` or has the error
 * shape.
 */
export function createHttpServer(listener: RequestListener, slowest = SLOWEST): Server {
  const server = createServer(
    {
      ...slowest,
      connectionsCheckingInterval: CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requireHostHeader: false, // the frame refuses it, with a request id and an error body
    },
    listener,
  );
  server.on('checkExpectation', listener); // refused by the frame, too
  server.on('clientError', refuseMalformed);
  return server;
}

/** Answers every request while the service starts. That is not a failure, so it is logged only once. */
export function starting(log: Logger): RequestListener {
  const koa = new Koa();
  let said = false;
  koa.use(requestFrame(log));
  koa.use((ctx) => {
    if (!said) log.info('requests during startup are answered with "try again shortly"');
    said = true;
    sendRefusal(ctx, unavailable('The service is starting. Try again shortly.', 2));
  });
  return koa.callback();
}

/** Answers input that is not HTTP with the error shape; for a server's `clientError`. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
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
