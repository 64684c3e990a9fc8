import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ActionCard } from '../../db/entities/action-card.js';
import { Recommendation } from '../../db/entities/recommendation.js';
import { linkWorkItem } from '../../src/beliefs/recommendations/link-work-item.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { createWorkItem } from '../../src/issues/push.js';
import { sweepSchedule } from '../../src/issues/read-work-item.js';
import { answerShipQuestion } from '../../src/issues/ship-question.js';
import { useDatabase } from '../support/database.js';
import { REAL, type RealTracker } from './real-trackers.js';
import { createWorld, ID, type World } from './world.js';

const database = useDatabase();

describe.each(REAL)('an issue of $name', ({ name, start, sign }) => {
  let real: RealTracker;
  let world: World;
  beforeEach(async () => {
    real = await start();
    world = await createWorld(database, [real.tracker]);
    await createWorkItem(world.ctx, real.tracker, ID);
  });
  afterEach(async () => {
    await world.close();
    await real.server.stop();
  });
  const provider = name.toLowerCase();
  const tell = async ({ body, headers } = real.delivery()): Promise<void> => {
    expect((await world.deliver(provider, body, headers)).status).toBe(200);
    await world.settle();
  };
  const shipped = async () => {
    const found = await world.ctx.db.findOne(Recommendation, { recommendationId: ID });
    return found?.outcome === 'shipped';
  };
  const sweep = async () => {
    const { system } = database;
    await database.dataSource.query(
      `update work_item_states set read_at = now() - interval '2 days' where team_id = $1`,
      [world.deps.teamId],
    );
    const { log } = world.ctx;
    await sweepSchedule(world.deps.teamId!).run({ system, log }, new Date(Date.now() - 200_000));
    await world.settle();
  };

  it('is followed from the moment it is made', async () => {
    expect(await world.status()).toMatchObject({
      tracker: provider,
      state: 'open',
      reopened: false,
    });
  });

  it('that is completed raises one question, with who did it, and ships nothing', async () => {
    real.move('completed', 'Grace');
    await tell();
    await tell();
    expect(await world.status()).toMatchObject({ state: 'completed', changedBy: 'Grace' });
    expect(await world.questions()).toMatchObject([{ completedBy: 'Grace', closedAt: null }]);
    expect(await shipped()).toBe(false);
  });

  it('of an unpublished recommendation asks no question', async () => {
    await world.ctx.db.update(Recommendation, { recommendationId: ID }, { published: false });
    real.move('completed', 'Grace');
    await tell();
    expect(await world.status()).toMatchObject({ state: 'completed' });
    expect(await world.questions()).toEqual([]);
  });

  it('withdraws the question when reopened, and asks again when it is completed again', async () => {
    real.move('completed');
    await tell();
    real.move('open');
    await tell();
    expect(await world.status()).toMatchObject({ state: 'open', reopened: true });
    expect(await world.questions()).toMatchObject([{ closedAs: 'withdrawn' }]);
    real.move('completed');
    await tell();
    expect(await world.questions()).toMatchObject([{ closedAs: 'withdrawn' }, { closedAs: null }]);
  });

  it.each(['canceled', 'duplicate'] as const)('that is %s says so and asks nothing', async (to) => {
    real.move(to);
    await tell();
    expect(await world.status()).toMatchObject({ state: to });
    expect(await world.questions()).toEqual([]);
  });

  it('that is deleted says so and takes the question back', async () => {
    real.move('completed', 'Grace');
    await tell();
    await tell(real.remove());
    expect(await world.status()).toMatchObject({ state: 'deleted' });
    expect(await world.questions()).toMatchObject([{ closedAs: 'withdrawn' }]);
  });

  it('whose deletion no delivery told of is caught by the sweep', async () => {
    real.remove();
    await sweep();
    expect(await world.status()).toMatchObject({ state: 'deleted' });
  });

  it('out of sight for a while brings its own question back, and none that was answered', async () => {
    real.move('completed');
    await tell();
    const issue = real.hide();
    await sweep();
    expect(await world.status()).toMatchObject({ state: 'deleted' });
    expect(await world.questions()).toMatchObject([{ closedAs: 'withdrawn' }]);
    issue.show();
    await sweep();
    expect(await world.status()).toMatchObject({ state: 'completed' });
    const [asked, ...more] = await world.questions();
    expect(asked).toMatchObject({ closedAs: null });
    await answerShipQuestion(world.ctx, asked!.questionId, 'not_yet');
    real.hide();
    await sweep();
    issue.show();
    await sweep();
    expect(more).toEqual([]);
    expect(await world.questions()).toMatchObject([{ closedAs: 'not_yet' }]);
  });

  it('out of sight, of which deliveries still tell, stays so until a read finds it', async () => {
    real.move('completed');
    await tell();
    const edited = real.delivery();
    const issue = real.hide();
    await sweep();
    await tell(edited);
    expect(await world.status()).toMatchObject({ state: 'deleted' });
    issue.show();
    real.move('canceled');
    await tell();
    expect(await world.status()).toMatchObject({ state: 'canceled' });
  });

  it('completed while it was out of sight is asked about', async () => {
    const issue = real.hide();
    await sweep();
    issue.show();
    real.move('completed');
    await sweep();
    expect(await world.questions()).toMatchObject([{ closedAs: null }]);
  });

  it('is shipped by one answer; the second person hears who was first', async () => {
    real.move('completed');
    await tell();
    const [asked] = await world.questions();
    const maya = { ...world.ctx, actor: { type: 'slack_user' as const, id: 'U1', name: 'Maya' } };
    const both = await Promise.allSettled([
      answerShipQuestion(maya, asked!.questionId, 'shipped'),
      answerShipQuestion(maya, asked!.questionId, 'shipped'),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(answerShipQuestion(maya, asked!.questionId, 'not_yet')).rejects.toThrow(
      'This has already been marked as shipped by Maya.',
    );
    expect(await shipped()).toBe(true);
  });

  it('is shipped by itself only where the team wants that', async () => {
    await changeSettings(world.ctx, { autoShip: true });
    real.move('completed');
    await tell();
    expect(await shipped()).toBe(true);
    expect(await world.questions()).toEqual([]);
  });

  it('is asked about, all the same, where nobody knows how far another linked item is', async () => {
    await changeSettings(world.ctx, { autoShip: true });
    await linkWorkItem(world.ctx, ID, { url: 'https://other.example.com/browse/APP-7' });
    real.move('completed');
    await tell();
    expect(await shipped()).toBe(false);
    expect(await world.questions()).toMatchObject([{ closedAt: null }]);
  });

  it('whose completion no delivery told of is caught by the sweep', async () => {
    real.move('completed', 'Grace');
    await sweep();
    expect(await world.status()).toMatchObject({ state: 'completed', changedBy: 'Grace' });
    expect(await world.questions()).toMatchObject([{ completedBy: 'Grace' }]);
  });

  it('told of by deliveries in the wrong order is what its tracker says it is', async () => {
    real.move('completed');
    const completed = real.delivery();
    real.move('open');
    const reopened = real.delivery();
    for (const { body, headers } of [reopened, completed, completed]) {
      await world.deliver(provider, body, headers);
    }
    await world.settle();
    expect(await world.status()).toMatchObject({ state: 'open' });
  });

  it('of a forged, a stale or an unsigned delivery stays as it is', async () => {
    real.move('completed');
    const { body, headers } = real.delivery();
    const forged = [
      sign(body, randomUUID(), 'another-secret'),
      { ...headers, ...sign(`${body} `, 'x') },
      { 'content-type': 'application/json' },
    ];
    for (const given of forged) {
      expect((await world.deliver(provider, body, given)).status).toBe(401);
    }
    await world.settle();
    expect(await world.status()).toMatchObject({ state: 'open' });
  });

  it('told of once is worked once, under whatever id it comes again', async () => {
    real.move('completed');
    const { body } = real.delivery();
    for (const id of ['one', 'one', 'two']) await world.deliver(provider, body, sign(body, id));
    const [{ count } = { count: 0 }] = await database.dataSource.query(
      `select count(*)::int as count from jobs where team_id = $1 and kind = 'take-delivery'`,
      [world.deps.teamId],
    );
    expect(count).toBe(1);
  });

  it('that is edited, or touched by us, changes nothing that people see', async () => {
    await world.ctx.db.insert(ActionCard, {
      actionCardId: 'card-1',
      type: 'new_recommendation',
      summary: 'A card',
      priority: 3,
      createdAt: new Date(),
      recommendationId: ID,
    });
    const redraws = async (): Promise<number> => {
      const [row] = await database.dataSource.query(
        `select coalesce(sum(generation), 0)::int as count from jobs
          where team_id = $1 and kind = 'card-changed'`,
        [world.deps.teamId],
      );
      return row.count;
    };
    await tell();
    expect(await redraws()).toBe(0);
    real.move('completed');
    await tell();
    expect(await redraws()).toBeGreaterThan(0);
  });
});
