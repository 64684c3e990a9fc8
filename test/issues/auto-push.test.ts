import { afterEach, describe, expect, it } from 'vitest';
import { WorkItemLink } from '../../db/entities/recommendation.js';
import { decide, reopen } from '../../src/beliefs/recommendations/decide.js';
import { linkWorkItem } from '../../src/beliefs/recommendations/link-work-item.js';
import { inTransaction } from '../../src/core/context.js';
import { autoPush } from '../../src/issues/auto-push.js';
import { createWorkItem } from '../../src/issues/push.js';
import { useDatabase } from '../support/database.js';
import { lost, MemoryTracker } from './memory-tracker.js';
import { createWorld, ID, type World } from './world.js';

const database = useDatabase();
let world: World;
afterEach(() => world.close());

const accepting = async (memo: MemoryTracker): Promise<World> => {
  world = await createWorld(database, [memo], { state: 'open', autoPush: 'memo' as 'off' });
  return world;
};

describe('a recommendation that is work already', () => {
  it.each(['https://jira.example.com/browse/APP-7', 'https://linear.app/acme/issue/ENG-7'])(
    'gets no second issue by itself when it is accepted: %s',
    async (url) => {
      const memo = new MemoryTracker();
      const { ctx, settle } = await accepting(memo);
      await linkWorkItem(ctx, ID, { url });
      await decide(ctx, ID, { decision: 'accepted' });
      await settle();
      expect(memo.issues).toEqual([]);
    },
  );

  it('gets one in another tracker when a person asks for it', async () => {
    const memo = new MemoryTracker();
    const { ctx, settle } = await accepting(memo);
    await linkWorkItem(ctx, ID, { url: 'https://jira.example.com/browse/APP-7' });
    await decide(ctx, ID, { decision: 'accepted' });
    await inTransaction(ctx, (tx) => autoPush(tx, ID, 'memo'));
    await settle();
    expect(memo.issues).toHaveLength(1);
  });

  it('gets none besides the one that a user linked while the form was open', async () => {
    const memo = new MemoryTracker();
    const { ctx } = await accepting(memo);
    const { url } = memo.add({ title: 'There before' });
    await linkWorkItem(ctx, ID, { url, title: 'There before' });
    expect(await createWorkItem(ctx, memo, ID)).toEqual({
      externalId: 'MEMO-1',
      url,
      dropped: [],
      created: false,
    });
    expect(memo.issues).toHaveLength(1);
  });

  it('keeps the issue whose answer was lost, also where another was linked since', async () => {
    const memo = new MemoryTracker();
    const { ctx } = await accepting(memo);
    const create = memo.create.bind(memo);
    const find = memo.find.bind(memo);
    memo.create = async (...asked) => {
      await create(...asked);
      throw lost();
    };
    memo.find = () => Promise.reject(lost());
    await expect(createWorkItem(ctx, memo, ID)).rejects.toThrow('may exist');
    await linkWorkItem(ctx, ID, { url: memo.add({ title: 'Another' }).url });
    memo.find = find;
    expect(await createWorkItem(ctx, memo, ID)).toMatchObject({ externalId: 'MEMO-1' });
    expect(await ctx.db.find(WorkItemLink)).toHaveLength(2);
    expect(memo.issues).toHaveLength(2);
  });
});

it('an issue whose answer was lost is linked also where the recommendation was reopened meanwhile', async () => {
  const memo = new MemoryTracker();
  const { ctx, settle } = await accepting(memo);
  const create = memo.create.bind(memo);
  const find = memo.find.bind(memo);
  memo.create = async (...asked) => {
    await create(...asked);
    throw lost();
  };
  memo.find = async () => {
    await reopen(ctx, ID, {});
    memo.find = find;
    throw lost();
  };
  await decide(ctx, ID, { decision: 'accepted' });
  await settle();
  expect(memo.issues).toHaveLength(1);
  expect(await ctx.db.find(WorkItemLink)).toMatchObject([{ url: memo.issues[0]!.url }]);
});
