import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkItemLink } from '../../db/entities/recommendation.js';
import { WorkItemStatus } from '../../db/entities/work-item.js';
import { linkWorkItem } from '../../src/beliefs/recommendations/link-work-item.js';
import { days } from '../../src/core/numbers.js';
import { sweepSchedule } from '../../src/issues/read-work-item.js';
import { rateLimited, refused, TrackerFailure } from '../../src/issues/tracker-failure.js';
import { useDatabase } from '../support/database.js';
import { type MemoryIssue, MemoryTracker } from './memory-tracker.js';
import { addRecommendation, createWorld, type World } from './world.js';

const database = useDatabase();
const LINKS_EACH = 20;

describe('the sweep', () => {
  let memo: MemoryTracker;
  /** The second of two trackers. */
  let other: MemoryTracker;
  let world: World;
  beforeEach(async () => {
    [memo, other] = [new MemoryTracker(), new MemoryTracker('other', 'Other')];
    world = await createWorld(database, [memo, other]);
  });
  afterEach(() => world.close());

  /** This many issues of one tracker, each linked and read once. */
  async function linked(tracker: MemoryTracker, count: number): Promise<MemoryIssue[]> {
    for (let n = 0; n < count; n++) {
      const recommendationId = `${tracker.provider}-${Math.floor(n / LINKS_EACH)}`;
      if (n % LINKS_EACH === 0) await addRecommendation(world.ctx, recommendationId, 'accepted');
      await linkWorkItem(world.ctx, recommendationId, { url: tracker.add({ title: `${n}` }).url });
    }
    await world.settle();
    return tracker.issues;
  }

  /** Some quarter of an hour later, with what was read meanwhile. */
  async function sweep(): Promise<string[]> {
    await database.dataSource.query(
      `update work_item_states set read_at = read_at - interval '15 minutes' where team_id = $1`,
      [world.deps.teamId],
    );
    for (const tracker of [memo, other]) tracker.reads.splice(0);
    const { log } = world.ctx;
    const at = new Date(Date.now() - 200_000);
    await sweepSchedule(world.deps.teamId!).run({ system: database.system, log }, at);
    await world.settle();
    return [...memo.reads, ...other.reads];
  }

  it('reads those first that nobody has read for the longest, and few where reads fail', async () => {
    const issues = await linked(memo, 25);
    memo.failures.push(...Array.from({ length: 60 }, () => refused('Memo shows us none.')));
    const first = await sweep();
    expect(first).toHaveLength(20);
    const second = await sweep();
    expect(second).toHaveLength(20);
    expect(new Set([...first, ...second.slice(0, 5)]).size).toBe(issues.length);
    memo.failures.splice(0);
    expect(new Set(await sweep()).size).toBe(issues.length);
  });

  it('leaves a tracker that asks for a pause alone until the next time, and reads the other one', async () => {
    await linked(memo, 3);
    const [issue] = await linked(other, 1);
    other.move(issue!, 'completed', 'Grace');
    memo.failures.push(rateLimited('Memo', 60_000));
    expect(await sweep()).toHaveLength(2);
    expect(await world.questions()).toMatchObject([{ completedBy: 'Grace' }]);
  });

  it('reads within a quarter of an hour what no delivery tells of, whenever it was read last', async () => {
    const [, every] = /^1-59\/(\d+) /.exec(sweepSchedule('any').cron) ?? [];
    const jitter = 1;
    const readJustBefore = 1;
    expect(Number(every) + jitter + readJustBefore).toBeLessThan(15);
    const [issue] = await linked(memo, 1);
    await database.dataSource.query(
      `update work_item_states set read_at = now() - interval '61 seconds' where team_id = $1`,
      [world.deps.teamId],
    );
    memo.reads.splice(0);
    const { log } = world.ctx;
    const at = new Date(Date.now() - 200_000);
    await sweepSchedule(world.deps.teamId!).run({ system: database.system, log }, at);
    await world.settle();
    expect(memo.reads).toEqual([issue!.externalId]);
  });

  it('asks nothing about what was completed long before it read it first, as after an import', async () => {
    const long = memo.add({ title: 'Done last year', state: 'completed' });
    const recommendationIds = ['old', 'new'];
    for (const recommendationId of recommendationIds) {
      await addRecommendation(world.ctx, recommendationId, 'accepted');
      await world.ctx.db.insert(WorkItemLink, {
        recommendationId,
        normalizedUrl: long.url,
        url: long.url,
        provider: 'url',
        linkedAt: new Date(Date.now() - days(recommendationId === 'old' ? 100 : 1)),
        position: 0,
      });
    }
    await sweep();
    expect(await world.ctx.db.find(WorkItemStatus)).toMatchObject([
      { state: 'completed' },
      { state: 'completed' },
    ]);
    expect(await world.questions()).toMatchObject([{ recommendationId: 'new' }]);
  });

  it('reads the other tracker while one is down', async () => {
    await linked(memo, 3);
    const [issue] = await linked(other, 1);
    other.move(issue!, 'completed', 'Grace');
    const down = new TrackerFailure('retry_later', 'Memo cannot be reached.');
    memo.failures.push(down, down, down);
    await sweep();
    expect(await world.questions()).toMatchObject([{ completedBy: 'Grace' }]);
  });
});
