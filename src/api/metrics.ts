import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  /** `route` is a template, never a path, so that the number of labels stays small. */
  observe(method: string, route: string, status: number, seconds: number): void;
}

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST']);

/** Creates a registry per app, so that two apps in one process do not mix. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  // Cached: looking up a histogram by its labels costs more than adding to it.
  const known = new Map<string, Histogram.Internal<string>>();
  return {
    registry,
    observe(method, route, status, seconds) {
      const named = METHODS.has(method) ? method : 'other';
      const id = `${named} ${status} ${route}`;
      const series = known.get(id) ?? durations.labels({ method: named, route, status });
      known.set(id, series);
      series.observe(seconds);
    },
  };
}
