import { expect, it } from 'vitest';
import { WorkItemLink } from '../../db/entities/recommendation.js';
import { memoryAddress } from '../../sandbox/tracker/memory-tracker.js';
import { decide, recordOutcome } from '../../src/beliefs/recommendations/decide.js';
import { linkWorkItem } from '../../src/beliefs/recommendations/link-work-item.js';
import { type Config, readConfig } from '../../src/config/config.js';
import { text } from '../../src/config/variable-kinds.js';
import { defineTracker } from '../../src/issues/adapter.js';
import { servicesByOrigin } from '../../src/server/trackers.js';
import { startApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { MemoryTracker } from './memory-tracker.js';
import { addRecommendation, createWorld, ID } from './world.js';

const database = useDatabase();
const address = memoryAddress({
  provider: 'memo',
  name: 'Memo',
  prefix: 'MEMO',
  base: 'https://memo.example.com/items',
});

/** All that a third tracker's folder exports. */
const memo = defineTracker({
  provider: 'memo',
  variables: { MEMO_SHELF: text('a number', (value) => /^\d+$/.test(value)) },
  shown: ['MEMO_SHELF'],
  configure: ({ MEMO_SHELF }) => ({
    name: 'Memo',
    apiUrl: 'https://api.memo.example.com',
    address,
    credential: 'MEMO_SHELF',
    connect: MEMO_SHELF ? async () => new MemoryTracker() : undefined,
  }),
});

it('a third tracker is one folder: issue, link, state, webhook, question and comment follow', async () => {
  const tracker = new MemoryTracker();
  const world = await createWorld(database, [tracker], { state: 'open', autoPush: 'memo' });
  await decide(world.ctx, ID, { decision: 'accepted' });
  await world.settle();
  const [issue] = tracker.issues;
  expect(await world.ctx.db.find(WorkItemLink)).toMatchObject([
    { url: issue?.url, externalId: 'MEMO-1' },
  ]);
  tracker.move(issue!, 'completed', 'Grace');
  const { body, headers } = tracker.delivery(issue!);
  expect((await world.deliver('memo', body, headers)).status).toBe(200);
  expect((await world.deliver('memo', body, { 'x-signature': 'guessed' })).status).toBe(401);
  await world.settle();
  expect(await world.status()).toMatchObject({ tracker: 'memo', state: 'completed' });
  expect(await world.questions()).toMatchObject([{ completedBy: 'Grace', closedAt: null }]);
  await recordOutcome(world.ctx, ID, { outcome: 'shipped' });
  await world.settle();
  expect(await world.questions()).toMatchObject([{ closedAs: 'shipped' }]);
  expect(issue?.comments.map(({ markdown }) => markdown)).toEqual([
    expect.stringContaining('**Marked as shipped**'),
  ]);
  const { body: asked, headers: signed } = tracker.say(issue!, '@Belief Layer why?', 'ada')!;
  expect((await world.deliver('memo', asked, signed)).status).toBe(200);
  await world.settle();
  expect(issue?.comments.at(-1)?.markdown).toContain('names no belief');
  await world.close();
});

it('its links have its name in the database, and are a url to clients of the API', async () => {
  const ctx = database.context(await database.createTeam(), { addressRules: [address] });
  await addRecommendation(ctx, ID, 'open');
  await linkWorkItem(ctx, ID, { url: 'https://memo.example.com/items/MEMO-7?tab=2' });
  expect(await ctx.db.find(WorkItemLink)).toMatchObject([
    { provider: 'memo', normalizedUrl: 'https://memo.example.com/items/MEMO-7' },
  ]);
  const api = await startApi(database);
  const key = await api.key(ctx.db.teamId, 'read');
  const { body } = await api.call('GET', `/v1/recommendations/${ID}`, { key });
  expect(body).toMatchObject({ data: { workItemLinks: [{ provider: 'url' }] } });
  await api.close();
});

it('its settings, AUTO_PUSH and metrics follow from its one line', () => {
  const read = (env: Record<string, string>): Config => readConfig(env, [memo]);
  expect(read({ MEMO_SHELF: '1', AUTO_PUSH: 'memo' })).toMatchObject({
    autoPush: 'memo',
    demo: false,
  });
  expect(() => read({ MEMO_SHELF: 'one' })).toThrow('MEMO_SHELF must be a number, not "one".');
  expect(() => read({ AUTO_PUSH: 'memo' })).toThrow('AUTO_PUSH=memo is set but MEMO_SHELF is not');
  expect(() => read({ AUTO_PUSH: 'linear' })).toThrow('AUTO_PUSH must be one of off, memo');
  expect(servicesByOrigin(read({})).get('https://api.memo.example.com')).toBe('memo');
});
