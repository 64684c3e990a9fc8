import { Counter, type Registry } from 'prom-client';
import { observeStatements } from '../../db/observe-statements.js';

/** How often each named statement ran, failed, and how long it took altogether. Gives what ends it. */
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
    help: 'Time that statements took, waiting for a connection left out, by name.',
    labelNames,
    registers,
  });
  return observeStatements((statement) => {
    const started = performance.now();
    return (failed) => {
      count.inc({ statement, outcome: failed ? 'failed' : 'ok' });
      seconds.inc({ statement }, (performance.now() - started) / 1000);
    };
  });
}
