import { Counter, type Registry } from 'prom-client';
import { observeStatements } from '../../../db/observe-statements.js';

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
