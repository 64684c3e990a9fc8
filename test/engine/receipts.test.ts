import { describe, expect, it } from 'vitest';
import { useCases } from './cases.js';
import { ago, belief, item, type Line, recommendation, said, shipped } from './material.js';

const { get, post, refresh, store, team } = useCases();

const receiptOf = async (key: string) =>
  (await get('/v1/signals/g1', key)).body.data.belief.postShipReceipt;

/** Shipped 40 days ago; two people were listened to since, well enough. */
const quiet: Line[] = [
  ...belief(3, 60),
  recommendation('r1', ['g1'], shipped(40)),
  item('i-a', 's1', 'p1', 12, { qualityScore: 0.6 }),
  item('i-b', 's1', 'p2', 11, { qualityScore: 0.9 }),
  item('i-c', 's1', 'p2', 10, { qualityScore: 0.9 }),
];

describe('a post-ship receipt', () => {
  it('is stamped with what was observed, and stays as it was observed', async () => {
    const { teamId, key } = await team(quiet);
    const observed = new Date();
    await refresh(teamId, observed);
    const receipt = await receiptOf(key);
    expect(receipt).toEqual({
      recommendationId: 'r1',
      shippedAt: ago(40),
      observedAt: observed.getTime(),
      quietSince: ago(40),
      windowDays: 30,
      interviewCount: 3,
      trajectory: 'stable',
    });
    await refresh(teamId, new Date(observed.getTime() + 60_000));
    expect(await receiptOf(key)).toEqual(receipt);
  });

  const notYet: Record<string, Line[]> = {
    'the ship is younger than 30 days': [recommendation('r1', ['g1'], shipped(29))],
    'only one person was interviewed': [item('i-b', 's1', 'p1', 11), item('i-c', 's1', 'p1', 10)],
    'an interview was not good enough': [item('i-a', 's1', 'p1', 12, { qualityScore: 0.59 })],
    'a person was recruited about the ship': [
      item('i-a', 's1', 'p1', 12, { qualityScore: 0.9, organic: false }),
    ],
    'an interview was not analyzed': [
      item('i-a', 's1', 'p1', 12, { qualityScore: 0.9, status: 'processing' }),
    ],
    'the interviews are older than the window': [item('i-a', 's1', 'p1', 31, { qualityScore: 1 })],
    'a person said it unprompted 10 days ago': said('t1', 's1', ['p3'], 10),
    'the recommendation is not shipped': [
      recommendation('r1', ['g1'], {
        decision: { value: 'accepted', at: ago(50) },
        outcome: { value: 'stale', at: ago(40) },
      }),
    ],
  };
  it.each(Object.entries(notYet))('is not stamped while %s', async (_why, lines) => {
    const { teamId, key } = await team([...quiet, ...lines]);
    await refresh(teamId);
    expect(await receiptOf(key)).toBeUndefined();
  });

  it('restarts the quiet period after a new quote for the signal', async () => {
    const { teamId, key } = await team([
      ...quiet,
      ...said('t1', 's1', ['p3'], 33),
      ...said('t1', 's1', ['p2'], 5, { quote: { prompted: true }, item: { qualityScore: 0.5 } }),
    ]);
    await refresh(teamId);
    expect(await receiptOf(key)).toMatchObject({ shippedAt: ago(40), quietSince: ago(33) });
  });

  it('is cleared when the fix is contradicted, and does not come back during that alarm', async () => {
    const { teamId, key } = await team(quiet);
    await refresh(teamId);
    expect(await receiptOf(key)).toBeDefined();
    await store(teamId, said('t1', 's1', ['p1', 'p2'], 35));
    await refresh(teamId);
    expect(await receiptOf(key)).toBeUndefined();
    await refresh(teamId);
    expect(await receiptOf(key)).toBeUndefined();
    const { body } = await get('/v1/action-cards?type=fix_contradicted', key);
    expect(body.data).toHaveLength(1);
  });

  it('goes when the ship is undone, and stays on the record of a validated one', async () => {
    const { teamId, key } = await team(quiet);
    await refresh(teamId);
    await post('/v1/recommendations/r1/outcome', key, { outcome: 'validated' });
    await refresh(teamId);
    expect(await receiptOf(key)).toBeDefined();
    await post('/v1/recommendations/r1/reopen', key, {});
    expect(await receiptOf(key)).toBeUndefined();
  });
});
