import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { TrackerDelivery, WorkItemStatus } from '../../db/entities/work-item.js';
import { createWorkItem } from '../../src/issues/push.js';
import { useDatabase } from '../support/database.js';
import { REAL, type RealTracker } from './real-trackers.js';
import { addRecommendation, createWorld, type World } from './world.js';

const database = useDatabase();
const worlds: { world: World; real?: RealTracker }[] = [];
afterEach(async () => {
  for (const { world, real } of worlds.splice(0)) {
    await world.close();
    await real?.server.stop();
  }
});

it('1,000 deliveries, shuffled, doubled and forged, end in the states that the trackers have, and no forged one is taken', async () => {
  vi.useFakeTimers({ toFake: ['Date'] }); // signed once, they are not to grow too old on the way
  onTestFinished(() => void vi.useRealTimers());
  const reals = await Promise.all(
    REAL.map(async ({ start, sign }) => ({ ...(await start()), sign })),
  );
  const world = await createWorld(
    database,
    reals.map(({ tracker }) => tracker),
  );
  worlds.push(...reals.map((real) => ({ world, real })));
  for (let n = 1; n <= 10; n++) {
    const id = `rec-${n + 1}`;
    await addRecommendation(world.ctx, id, 'accepted');
    for (const { tracker } of reals) await createWorkItem(world.ctx, tracker, id);
  }

  const kinds = ['open', 'completed', 'canceled', 'duplicate'] as const;
  const told = Array.from({ length: 400 }, (_, n) => {
    const real = reals[n % reals.length]!;
    const [nth, round] = [Math.floor(n / 3) % 10, Math.floor(n / 30)];
    real.move(kinds[(nth * 3 + round) % kinds.length]!, 'Ada', nth);
    return { ...real, ...real.delivery('update', `d${n}`, nth) };
  });
  const forged = told
    .slice(0, 200)
    .map((one, n) => ({ ...one, headers: one.sign(one.body, `f${n}`, 'guessed') }));
  const deliveries = shuffled([...told, ...told, ...forged]);
  expect(deliveries).toHaveLength(1_000);
  const taken = { accepted: 0, refused: 0 };
  for (let from = 0; from < deliveries.length; from += 50) {
    const answers = await Promise.all(
      deliveries
        .slice(from, from + 50)
        .map(({ tracker, body, headers }) => world.deliver(tracker.provider, body, headers)),
    );
    for (const { status } of answers) taken[status === 200 ? 'accepted' : 'refused'] += 1;
  }
  await world.settle();
  expect(taken).toEqual({ accepted: 800, refused: 200 });
  const known = await world.ctx.db.find(WorkItemStatus);
  expect(known).toHaveLength(30);
  for (const { tracker, externalId, nativeId, state } of known) {
    const real = reals.find((one) => one.tracker.provider === tracker)!;
    expect(await real.tracker.read({ externalId, nativeId })).toMatchObject({ state });
  }
  expect(await world.ctx.db.find(TrackerDelivery)).toHaveLength(400);
});

/** In an order that is the same in every run. */
function shuffled<T>(items: T[]): T[] {
  let seed = 42;
  const random = (): number => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return seed / 2 ** 32;
  };
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
