import { createDatabase } from '../database.js';
import type { Report } from '../report.js';
import { startServiceProcess } from '../service-process.js';
import { interleaved, median, medianRatio, percentile } from '../stats.js';
import { type Captured, capture } from './captured.js';
import { generateTeam } from './generate-team.js';
import { startFloor, startLoad } from './processes.js';
import { readRequests } from './read-requests.js';
import { serviceEnv } from './service-env.js';
import { wide } from './shape.js';

const QUOTES = 100_000;
/** Many short rounds, so that other load on the machine affects both equally. */
const ROUNDS = 31;
const ROUND_MS = 150;
/** Milliseconds until a path's code is compiled: a larger program takes longer, but only in its first seconds. */
const WARM_MS = 1_500;
const CONNECTIONS = 10;
const CROWD = 50;
const CROWD_MS = 2_000;

const RATIO_BAR = 0.65;
const SPREAD_BAR = 5;
const STATEMENTS_BAR = 4;

/**
 * Requests per second of every read, compared with Koa, `@koa/router` and `pg` with the same SQL and the same JSON.
 */
export async function reads(): Promise<Report> {
  const database = await createDatabase();
  const load = startLoad();
  try {
    const team = await generateTeam(database, wide(QUOTES));
    const requests = readRequests(team);
    const env = serviceEnv(database.url);
    const captured = await capture(env, team.key, Object.values(requests));
    const service = await startServiceProcess(env, { role: 'web' });
    const floor = await startFloor(database.url, captured);
    const rows: ReadRow[] = [];
    try {
      const port = { service: Number(new URL(service.url).port), floor: floor.port };
      const order = { key: team.key, connections: CONNECTIONS, durationMs: ROUND_MS };
      for (const [read, path] of Object.entries(requests)) {
        for (const warm of [port.service, port.floor])
          await load.run({ ...order, port: warm, path, durationMs: WARM_MS });
        const perSecond = await interleaved(ROUNDS, {
          service: async () =>
            (await load.run({ ...order, port: port.service, path })).requestsPerSecond,
          floor: async () =>
            (await load.run({ ...order, port: port.floor, path })).requestsPerSecond,
        });
        const crowd = await load.run({
          ...order,
          port: port.service,
          path,
          connections: CROWD,
          durationMs: CROWD_MS,
        });
        rows.push({
          read,
          ...perSecond,
          latencies: crowd.latencies,
          captured: captured.find((one) => one.path === path) as Captured,
        });
      }
    } finally {
      floor.stop();
      await service.stop();
    }
    return report(database.server, rows);
  } finally {
    load.stop();
    await database.drop();
  }
}

interface ReadRow {
  read: string;
  /** Requests per second, by round. */
  service: number[];
  floor: number[];
  /** Milliseconds, under many connections. */
  latencies: number[];
  captured: Captured;
}

function report(server: string, rows: readonly ReadRow[]): Report {
  const slowest = rows.toSorted(
    (a, b) => percentile(b.latencies, 0.5) - percentile(a.latencies, 0.5),
  )[0] as ReadRow;
  return {
    name: 'reads',
    conditions: { database: server, quotes: QUOTES, rounds: ROUNDS, connections: CONNECTIONS },
    tables: [
      {
        title: `Requests/s against Koa + @koa/router + pg; latency with ${CROWD} connections`,
        rows: rows.map(({ read, service, floor, latencies, captured }) => ({
          read,
          ratio: medianRatio(service, floor),
          'ratio of the best': Math.max(...service) / Math.max(...floor),
          'service/s': median(service),
          'floor/s': median(floor),
          'p50 ms': percentile(latencies, 0.5),
          'p99 ms': percentile(latencies, 0.99),
          'p99/p50': spread(latencies),
          statements: captured.statements.length,
          'with rare ones': captured.perRequest,
        })),
      },
    ],
    bars: [
      ...rows.map(({ read, service, floor }) => ({
        what: `${read}, ratio`,
        value: medianRatio(service, floor),
        bar: RATIO_BAR,
        want: 'at least' as const,
      })),
      {
        what: `p99 over p50 of the slowest read (${slowest.read}), ${CROWD} connections`,
        value: spread(slowest.latencies),
        bar: SPREAD_BAR,
        want: 'at most',
      },
      {
        what: 'statements a request, most',
        value: Math.max(...rows.map(({ captured }) => captured.perRequest)),
        bar: STATEMENTS_BAR,
        want: 'at most',
      },
    ],
  };
}

const spread = (latencies: readonly number[]): number =>
  percentile(latencies, 0.99) / percentile(latencies, 0.5);
