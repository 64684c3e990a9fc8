import { SystemDatabase } from '../db/system-database.js';
import { createRateLimiter, takePoints } from '../src/api/rate-limiter.js';
import { createDatabase } from './database.js';
import type { Report } from './report.js';
import { interleaved, median, medianRatio } from './stats.js';

const ROUNDS = 9;
const CHECKS = 2_000;
const AT_ONCE = 10;
const LIMIT = 1_000_000;
/** Maximum cost, as a share of the cost of a check that queries the database each time. */
const SHARE_BAR = 0.2;

/** Cost of a rate limit check, compared with one that writes to the database for every request. */
export async function limits(): Promise<Report> {
  const database = await createDatabase();
  const limiter = createRateLimiter(
    new SystemDatabase(database.dataSource),
    { general: LIMIT, ask: LIMIT },
    (await database.createTeam()).log,
  );
  try {
    const { db } = await database.createTeam();
    const limited = { teamId: db.teamId, keyId: 'limited' };
    const window = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    const micros = await interleaved(ROUNDS, {
      limiter: () => microsEach(() => limiter.use(limited, 'general', new Date())),
      naive: () =>
        microsEach(() =>
          db.row(takePoints, {
            keyId: 'naive',
            bucket: 'general',
            windowStart: window,
            points: 1,
            limit: LIMIT,
          }),
        ),
    });
    const row = (what: string, values: number[]) => ({
      what,
      'µs a check': median(values),
      'to one write a request': medianRatio(values, micros.naive),
    });
    return {
      name: 'limits',
      conditions: { database: database.server, rounds: ROUNDS, checks: CHECKS, 'at once': AT_ONCE },
      tables: [
        {
          title: 'One key, checked as fast as it goes',
          rows: [row('one write a request', micros.naive), row('rate limiter', micros.limiter)],
        },
      ],
      bars: [
        {
          what: 'share of one write a request',
          value: medianRatio(micros.limiter, micros.naive),
          bar: SHARE_BAR,
          want: 'at most',
        },
      ],
    };
  } finally {
    await limiter.stop();
    await database.drop();
  }
}

async function microsEach(check: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  const worker = async () => {
    for (let done = 0; done < CHECKS / AT_ONCE; done++) await check();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return ((performance.now() - began) * 1000) / CHECKS;
}
