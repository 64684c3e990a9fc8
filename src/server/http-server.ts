import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpServer, starting } from '../api/server.js';
import type { Logger } from '../core/log.js';

interface HttpServer {
  port: number;
  /** Sets the listener for requests from now on; before that, every request gets 503. */
  handle(listener: RequestListener): void;
  /**
   * Accepts no more connections, lets current requests finish, and aborts those that have not finished by the
   * deadline.
   */
  stop(deadlineMs: number): Promise<void>;
}

/** Milliseconds for requests that were sent before the stop to arrive. */
const ARRIVING_MS = 250;

interface Address {
  port: number;
  host: string;
  /** The variable that sets the port, for messages. */
  variable: 'PORT' | 'WORKER_PORT';
}

/** Starts listening. Throws StartError if the address cannot be used. */
export async function listen(address: Address, log: Logger): Promise<HttpServer> {
  let listener = starting(log);
  let stopping = false;
  const server = createHttpServer((request, response) => {
    // a kept-alive connection would outlast the last answer
    if (stopping) response.setHeader('connection', 'close');
    listener(request, response);
  });
  await bind(server, address);
  return {
    port: (server.address() as AddressInfo).port,
    handle(next) {
      listener = next;
    },
    async stop(deadlineMs) {
      stopping = true;
      // Node counts a connection whose first request is still arriving as idle, and close() cuts idle connections.
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

function bind(server: Server, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(explain(error, address), { cause: error }));
    });
    server.listen(address.port, address.host, resolve);
  });
}

function explain(
  { code, message }: NodeJS.ErrnoException,
  { port, host, variable }: Address,
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Stop what listens there, or set ${variable} to another one (0 takes a free one).`;
    case 'EACCES':
      return `Port ${port} may not be used by this user. Set ${variable} to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine (${code}). Set HOST to 127.0.0.1, or to 0.0.0.0 for every address.`;
    default:
      return `The HTTP server cannot listen on ${host}:${port}: ${message}. Check ${variable} and HOST.`;
  }
}

/** The service cannot start, for a reason that the operator can fix. The message is one line that says how. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
