import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkItemLink } from '../../db/entities/recommendation.js';
import { linkIssue } from '../../src/issues/link-issue.js';
import { useDatabase } from '../support/database.js';
import { MemoryTracker } from './memory-tracker.js';
import { createWorld, ID, type World } from './world.js';

const database = useDatabase();

describe('linking an issue by its address', () => {
  const memo = new MemoryTracker();
  let world: World;
  beforeEach(async () => {
    memo.issues.splice(0);
    world = await createWorld(database, [memo]);
  });
  afterEach(() => world.close());
  const link = (url: string) => linkIssue(world.ctx, world.deps.trackers, ID, url);
  const links = () => world.ctx.db.find(WorkItemLink);

  it('keeps its title, its key and what state it is in', async () => {
    const issue = memo.add({ title: 'Say why', state: 'started' });
    expect(await link(issue.url)).toEqual({ name: 'MEMO-1' });
    expect(await links()).toMatchObject([{ url: issue.url, title: 'Say why' }]);
    expect(await world.status()).toMatchObject({ externalId: 'MEMO-1', state: 'started' });
  });

  it('knows the issue again that was linked under another address, and has moved since', async () => {
    const issue = memo.add({ title: 'Say why' });
    await link(issue.url);
    const [before] = await links();
    Object.assign(issue, {
      externalId: 'MEMO-9',
      url: memo.address('MEMO-9'),
      title: 'Say it well',
      updatedAt: new Date(Date.now() + 1_000),
    });
    await link(issue.url);
    expect(await links()).toMatchObject([
      { normalizedUrl: before?.normalizedUrl, externalId: 'MEMO-9', title: 'Say it well' },
    ]);
    expect(await world.status()).toMatchObject({ externalId: 'MEMO-9', movedFrom: 'MEMO-1' });
  });

  it('of an issue that its tracker does not show says so and links nothing', async () => {
    await expect(link(memo.address('MEMO-5'))).rejects.toThrow(
      'Memo does not show us the issue MEMO-5',
    );
    expect(await links()).toEqual([]);
  });
});
