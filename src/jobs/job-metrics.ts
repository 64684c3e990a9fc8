import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { SystemDatabase } from '../../db/system-database.js';
import { countJobs } from './job-counts.js';

/** A database that hangs must not hold up the other metrics. */
const PATIENCE_MS = 2_000;

/**
 * Registers the queue's depth, dead letters and delay, read on each request of /metrics; without a
 * database they are left out.
 */
export function registerJobMetrics(registry: Registry, system: SystemDatabase): void {
  const oldest = new Gauge({
    name: 'jobs_oldest_due_seconds',
    help: 'How long the oldest due job has waited for a worker.',
    registers: [registry],
  });
  new Gauge({
    name: 'jobs',
    help: 'Jobs by state: due, waiting (for their time or after a failure), running, failed (for good).',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      oldest.reset();
      const counts = await Promise.race([
        countJobs(system).catch(() => undefined),
        sleep(PATIENCE_MS, undefined, { ref: false }),
      ]);
      if (!counts) return;
      const { oldestDueSecs, ...states } = counts;
      for (const [state, jobs] of Object.entries(states)) this.set({ state }, jobs);
      oldest.set(oldestDueSecs);
    },
  });
}
