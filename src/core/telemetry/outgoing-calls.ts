import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Counter, Histogram, type Registry } from 'prom-client';
import { observeStatements } from '../../../db/pool.js';

interface OutgoingCall {
  /**
   * The service's name for operators: `slack`, `linear`, `github`, `model`, `embeddings`, else
   * `other`.
   */
  service: string;
  method: string;
  /** Absent if no response came. */
  status?: number;
  seconds: number;
}

interface UndiciRequest {
  origin: string;
  method: string;
}

/**
 * Reports every fetch made by this process, including those of client libraries, which all use it:
 * Node publishes them (nodejs.org, diagnostics_channel; undici, DiagnosticsChannel.md). URLs and
 * bodies are not recorded. Returns a function that stops it.
 */
export function watchOutgoingCalls(
  services: ReadonlyMap<string, string>,
  tell: (call: OutgoingCall) => void,
): () => void {
  const started = new WeakMap<UndiciRequest, number>();
  const ended = (request: UndiciRequest, status?: number): void => {
    const at = started.get(request);
    if (at === undefined) return;
    started.delete(request);
    tell({
      service: services.get(request.origin) ?? 'other',
      method: request.method,
      ...(status !== undefined && { status }),
      seconds: (performance.now() - at) / 1000,
    });
  };
  const listeners: [string, (message: unknown) => void][] = [
    [
      'undici:request:create',
      (message) => started.set((message as { request: UndiciRequest }).request, performance.now()),
    ],
    [
      'undici:request:headers',
      (message) => {
        const { request, response } = message as {
          request: UndiciRequest;
          response: { statusCode: number };
        };
        ended(request, response.statusCode);
      },
    ],
    ['undici:request:error', (message) => ended((message as { request: UndiciRequest }).request)],
  ];
  for (const [channel, listener] of listeners) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener);
  };
}

export interface LastCalls {
  /** The result of this process's last call of a service. */
  statusOf(service: string): { ok: boolean; detail: string };
  end(): void;
}

/**
 * Remembers the result of the last call of each service, for `/readyz`.
 * @param services name by origin
 */
export function watchLastCalls(services: ReadonlyMap<string, string>): LastCalls {
  const last = new Map<string, OutgoingCall>();
  const end = watchOutgoingCalls(services, (call) => last.set(call.service, call));
  return {
    end,
    statusOf(service) {
      const call = last.get(service);
      if (!call) return { ok: true, detail: 'not called yet' };
      const { status } = call;
      if (status === undefined) return { ok: false, detail: 'the last call got no answer' };
      return { ok: status !== 401 && status < 500, detail: `the last call was answered ${status}` };
    },
  };
}

/**
 * Counts calls to Slack, the trackers and the models by result. Returns a function that stops it.
 * @param services name by origin
 */
export function registerOutgoingMetrics(
  registry: Registry,
  services: ReadonlyMap<string, string>,
): () => void {
  const durations = new Histogram({
    name: 'outgoing_request_duration_seconds',
    help: 'Calls to other services by service and status; status none: no answer came.',
    labelNames: ['service', 'status'] as const,
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  });
  return watchOutgoingCalls(services, ({ service, status, seconds }) =>
    durations.observe({ service, status: status === undefined ? 'none' : String(status) }, seconds),
  );
}

/**
 * Counts runs, failures and total time of each named statement. Returns a function that stops it.
 */
export function registerStatementMetrics(registry: Registry): () => void {
  const registers = [registry];
  const labelNames = ['statement'] as const;
  const count = new Counter({
    name: 'db_statements_total',
    help: 'Statements sent to Postgres, by name.',
    labelNames: ['statement', 'outcome'] as const,
    registers,
  });
  const seconds = new Counter({
    name: 'db_statement_seconds_total',
    help: 'Duration of statements by name, without the wait for a connection.',
    labelNames,
    registers,
  });
  // Cached: looking up a counter by its labels costs more than adding to it.
  const known = new Map<string, ReturnType<typeof seriesOf>>();
  const seriesOf = (statement: string) => ({
    ok: count.labels({ statement, outcome: 'ok' }),
    failed: count.labels({ statement, outcome: 'failed' }),
    seconds: seconds.labels({ statement }),
  });
  return observeStatements((statement) => {
    const started = performance.now();
    return (failed) => {
      const series = known.get(statement) ?? seriesOf(statement);
      known.set(statement, series);
      series[failed ? 'failed' : 'ok'].inc();
      series.seconds.inc((performance.now() - started) / 1000);
    };
  });
}
