import { expect, it } from 'vitest';
import { WorkItemLink } from '../../db/entities/recommendation.js';
import { decide } from '../../src/recommendations/decide.js';
import { recordOutcome } from '../../src/recommendations/record-outcome.js';
import { useDatabase } from '../support/database.js';
import { MemoryTracker } from './memory-tracker.js';
import { createWorld, ID } from './world.js';

const database = useDatabase();

it('a third tracker is one file: issue, link, state, webhook, question and comment follow', async () => {
  const memo = new MemoryTracker();
  const world = await createWorld(database, [memo], { state: 'open', autoPush: 'memo' as 'off' });
  await decide(world.ctx, ID, { decision: 'accepted' });
  await world.settle();
  const [issue] = memo.issues;
  expect(await world.ctx.db.find(WorkItemLink)).toMatchObject([
    { provider: 'url', url: issue?.url, externalId: 'MEMO-1' },
  ]);
  memo.move(issue!, 'completed', 'Grace');
  const { draft, clientId, ...seen } = issue!;
  const body = JSON.stringify({ id: 'd1', issue: seen });
  const headers = { 'memo-signature': memo.sign(body) };
  expect((await world.deliver('memo', body, headers)).status).toBe(200);
  await world.settle();
  expect(await world.status()).toMatchObject({ tracker: 'memo', state: 'completed' });
  expect(await world.questions()).toMatchObject([{ completedBy: 'Grace', closedAt: null }]);
  await recordOutcome(world.ctx, ID, { outcome: 'shipped' });
  await world.settle();
  expect(await world.questions()).toMatchObject([{ closedAs: 'shipped' }]);
  expect(memo.comments.map(({ markdown }) => markdown)).toEqual([
    expect.stringContaining('**Marked as shipped**'),
  ]);
  await world.close();
});
