import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuseClientError } from '../api/http/client-error.js';
import { errorResponse } from '../api/http/error-response.js';
import { Refusal } from '../errors.js';
import { StartError } from './start-error.js';

export interface HttpServer {
  port: number;
  /** What answers from now on; until then every request gets 503. */
  handle(listener: RequestListener): void;
  /** Takes no more connections, lets the requests under way finish, and cuts those that are not done in time. */
  stop(deadlineMs: number): Promise<void>;
}

/** A client that sends its request slower than this is cut: it must not hold a connection for ever. */
const HEADERS_MS = 15_000;
const REQUEST_MS = 60_000;

/** Requests sent before the stop have arrived by then. */
const ARRIVING_MS = 250;

/** Longer than a load balancer keeps its idle connections, so that it never reuses one that is closing. */
const KEEP_ALIVE_MS = 65_000;

const starting: RequestListener = (_request, response) => {
  const refusal = new Refusal('internal', 'The service is starting. Try again shortly.');
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '2' });
  response.end(JSON.stringify(errorResponse(refusal, '').body));
};

/** Listens. Throws StartError where the address cannot be taken. */
export async function listen(port: number, host: string): Promise<HttpServer> {
  let listener = starting;
  let stopping = false;
  const server = createServer((request, response) => {
    // a kept-alive connection would outlive the last answer
    if (stopping) response.setHeader('connection', 'close');
    listener(request, response);
  });
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('clientError', refuseClientError);
  await bind(server, port, host);
  return {
    port: (server.address() as AddressInfo).port,
    handle(next) {
      listener = next;
    },
    async stop(deadlineMs) {
      stopping = true;
      // node counts a connection whose first request is still on its way as idle, and close() cuts idle ones
      await sleep(Math.min(ARRIVING_MS, deadlineMs));
      await new Promise<void>((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), deadlineMs);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
      });
    },
  };
}

function bind(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(explain(error, port, host), { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

function explain({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Stop what listens there, or set PORT to another one (0 takes a free one).`;
    case 'EACCES':
      return `Port ${port} may not be used by this user. Set PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is no address of this machine (${code}). Set HOST to 127.0.0.1, or to 0.0.0.0 for every address.`;
    default:
      return `The HTTP server cannot listen on ${host}:${port}: ${message}. Check PORT and HOST.`;
  }
}
