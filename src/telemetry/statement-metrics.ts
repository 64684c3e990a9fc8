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
  // found again at once: to look a counter up by its labels costs more than to add to it
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
