import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * The fault of one request:
 * - `cut-before`, `hang-before`, or an answer: the request has no effect
 * - `cut-after`, `hang-after`, `garbled-after`: it takes effect and its answer is lost
 * - `cut-during`: the connection breaks at once, the request takes effect a little later
 */
export type Fault =
  | 'cut-before'
  | 'hang-before'
  | 'cut-after'
  | 'cut-during'
  | 'hang-after'
  | 'garbled-after'
  | Answer;

/** All ways in which one request goes wrong; `limit` is the answer of a tracker that limits requests. */
export const faultsWith = (limit: Fault): Fault[] => [
  'cut-before',
  'cut-after',
  'cut-during',
  'garbled-after',
  'hang-before',
  'hang-after',
  { status: 502 },
  limit,
];

/** Gives up to so many of these faults; the same ones in every run of the test. */
export function drawnFrom(
  faults: readonly (Fault | undefined)[],
  seed: number,
): (most: number) => (Fault | undefined)[] {
  let state = seed;
  const below = (limit: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return (most) => Array.from({ length: below(most + 1) }, () => faults[below(faults.length)]);
}

interface Received {
  /** `POST /path` for REST, `mutation CreateIssue` for GraphQL. */
  operation: string;
  body: unknown;
}

type Handle = (received: Received, request: IncomingMessage) => Answer;

/** Delay before a request with a broken connection takes effect: far less than any `inDoubtMs` here. */
const LATE_MS = 10;

/** A local server that stands in for a tracker and fails on request. */
export class FaultyServer {
  /** Faults by operation, each used once, in order; an entry `undefined` lets one request pass. */
  readonly faults = new Map<string, (Fault | undefined)[]>();
  readonly received: Received[] = [];
  url = '';
  private readonly late: Promise<unknown>[] = [];
  private readonly server: Server;

  constructor(
    private readonly nameOf: (request: IncomingMessage, body: unknown) => string,
    private readonly handle: Handle,
  ) {
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  fail(operation: string, ...faults: (Fault | undefined)[]): void {
    this.faults.set(operation, faults);
  }

  count(operation: string): number {
    return this.received.filter((received) => received.operation === operation).length;
  }

  /** Resolves when every request that broke on the way has taken effect. */
  async settled(): Promise<void> {
    await Promise.all(this.late.splice(0));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = bodyOf(request, text);
    const received = { operation: this.nameOf(request, body), body };
    this.received.push(received);
    const fault = this.faults.get(received.operation)?.shift();
    const cut = () => request.socket.destroy();
    switch (fault) {
      case undefined:
        return send(response, this.handle(received, request));
      case 'cut-before':
        return void cut();
      case 'hang-before':
        return;
      case 'cut-after':
        this.handle(received, request);
        return void cut();
      case 'cut-during':
        this.late.push(sleep(LATE_MS).then(() => this.handle(received, request)));
        return void cut();
      case 'hang-after':
        this.handle(received, request);
        return;
      case 'garbled-after': {
        const { status } = this.handle(received, request);
        response.writeHead(status, { 'content-type': 'application/json' });
        return void response.end('{"data":{"id":');
      }
      default:
        return send(response, fault);
    }
  }
}

function bodyOf(request: IncomingMessage, text: string): unknown {
  if (text === '') return undefined;
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
