import type { Registry } from 'prom-client';
import type { SystemDatabase } from '../../db/system-database.js';
import type { Config } from '../config.js';
import { registerJobMetrics } from '../jobs/job-metrics.js';
import type { Models } from '../models/models.js';
import { registerOutgoingMetrics } from '../telemetry/outgoing-metrics.js';
import { servicesByOrigin } from '../telemetry/services-by-origin.js';
import { registerStatementMetrics } from '../telemetry/statement-metrics.js';

/** Everything that a process counts beside its requests. Gives what ends it. */
export function measure(
  registry: Registry,
  { config, system, models }: { config: Config; system: SystemDatabase; models: Models },
): () => void {
  registerJobMetrics(registry, system);
  models.usage.register(registry);
  const ends = [
    registerStatementMetrics(registry),
    registerOutgoingMetrics(registry, servicesByOrigin(config)),
  ];
  return () => {
    for (const end of ends) end();
  };
}
