import { Histogram, type Registry } from 'prom-client';
import { watchOutgoingCalls } from './outgoing-calls.js';

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
