import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockSize, createRateLimiter, granted } from '../../src/api/rate-limiter.js';
import { Refusal } from '../../src/core/errors.js';
import { createLog } from '../../src/core/log.js';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();
const LIMIT = 12;
const ASK_LIMIT = 3;
const limits = { perMinute: LIMIT, askPerMinute: ASK_LIMIT };
let first: TestApi;
let second: TestApi;
beforeAll(async () => {
  first = await startApi(database, { limits });
  second = await startApi(database, { limits });
});
afterAll(async () => {
  await first.close();
  await second.close();
});

/** A minute that is not about to end: a window that turns in the middle would hide the limit. */
const inOneMinute = async () => {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 8_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
};

describe('the rate limit of a key', () => {
  it('is met exactly by two processes together, with the time to wait', {
    timeout: 60_000,
  }, async () => {
    const { key } = await first.team();
    await inOneMinute();
    const statuses: number[] = [];
    for (let call = 0; call < LIMIT + 4; call++) {
      statuses.push((await [first, second][call % 2]!.get('/v1/studies', key)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    const refused = await first.get('/v1/studies', key);
    expect(refused.status).toBe(429);
    const { code, retryAfterMs } = refused.body.error;
    expect(code).toBe('rate_limited');
    expect(retryAfterMs).toBeGreaterThan(0);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
    expect(refused.headers.get('Retry-After')).toBe(String(Math.ceil(retryAfterMs / 1000)));
  });

  it('counts each key for itself', async () => {
    const { key, teamId } = await first.team();
    const other = await first.key(teamId);
    await inOneMinute();
    for (let call = 0; call <= LIMIT; call++) await first.get('/v1/studies', key);
    expect((await first.get('/v1/studies', key)).status).toBe(429);
    expect((await first.get('/v1/studies', other)).status).toBe(200);
  });

  it('has a smaller one for questions, which count in both', { timeout: 60_000 }, async () => {
    const { key } = await first.team();
    await inOneMinute();
    const ask = () => first.post('/v1/ask', key, { question: 'Why?' });
    const statuses = [];
    for (let call = 0; call <= ASK_LIMIT; call++) statuses.push((await ask()).status);
    expect(statuses).toEqual([...Array(ASK_LIMIT).fill(200), 429]);
    expect((await first.get('/v1/studies', key)).status).toBe(200);
  });
});

describe('a limiter', () => {
  const limiter = (general: number) =>
    createRateLimiter(database.system, { general, ask: 1 }, createLog('silent'));
  const noon = new Date(Date.UTC(2026, 0, 1, 12));
  const use = (
    of: ReturnType<typeof limiter>,
    key: { teamId: string; keyId: string },
    now = noon,
  ) =>
    of.use(key, 'general', now).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) return false;
        throw error;
      },
    );

  it('lets 600 of 1000 concurrent calls through, however they spread over three processes', async () => {
    const processes = [limiter(600), limiter(600), limiter(600)];
    const key = { teamId: await database.createTeam(), keyId: 'k' };
    const calls = Array.from({ length: 1000 }, (_, call) => use(processes[call % 3]!, key));
    const passed = (await Promise.all(calls)).filter(Boolean).length;
    expect(passed).toBeLessThanOrEqual(600);
    for (const one of processes) await one.stop();
    const late = limiter(600);
    let rest = 0;
    while (await use(late, key)) rest++;
    expect(passed + rest).toBe(600);
    await late.stop();
  });

  it('starts again with the next minute', async () => {
    const one = limiter(2);
    const key = { teamId: await database.createTeam(), keyId: 'k' };
    const uses = [await use(one, key), await use(one, key), await use(one, key)];
    expect(uses).toEqual([true, true, false]);
    expect(await use(one, key, new Date(noon.getTime() + 60_000))).toBe(true);
    await one.stop();
  });
});

describe('the points that a process takes at once', () => {
  it('are one by one near the limit, and never more than are left', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (remaining) => {
        const block = blockSize(remaining);
        expect(block).toBeGreaterThanOrEqual(1);
        expect(block).toBeLessThanOrEqual(Math.max(1, remaining));
        if (remaining <= 100) expect(block).toBe(1);
      }),
    );
  });

  it('together grant the limit and no more, in whatever blocks they are taken', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 100 }),
        (limit, blocks) => {
          let points = 0;
          let sum = 0;
          for (const block of blocks) {
            points += block;
            sum += granted(block, points, limit);
          }
          expect(sum).toBe(Math.min(limit, points));
        },
      ),
    );
  });
});
