import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Handover } from '../../db/entities/work-item.js';
import { GitHubTracker } from '../../integrations/github/github-tracker.js';
import { Secret } from '../../src/core/secret.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { handOverAgain } from '../../src/issues/hand-over.js';
import { createWorkItem } from '../../src/issues/push.js';
import { answerShipQuestion } from '../../src/issues/ship-question.js';
import { useDatabase } from '../support/database.js';
import { draft, publicUrl } from './draft.js';
import { FakeGitHub } from './fake-github.js';
import type { Fault } from './faulty-server.js';
import { type TrackerWithAgents, WITH_AGENTS } from './real-trackers.js';
import { createWorld, ID, type World } from './world.js';

const database = useDatabase();

describe.each(WITH_AGENTS)('an issue handed to a coding agent in $name', ({ start }) => {
  let real: TrackerWithAgents;
  let world: World;

  beforeEach(async () => {
    real = await start();
    world = await createWorld(database, [real.tracker]);
  });
  afterEach(async () => {
    await world.close();
    await real.server.stop();
  });

  const make = async (handTo?: string) => {
    await createWorkItem(world.ctx, real.tracker, ID, handTo ? { handTo } : {});
    await world.settle();
  };
  const row = () => world.ctx.db.findOne(Handover, { recommendationId: ID });
  /** The sweep comes by. */
  const look = async (minutes = 1) => {
    await pass(world, minutes);
    await world.settle();
  };

  it('is handed over once it is complete and linked, and only if that was asked for', async () => {
    await make(real.agent);
    expect(await row()).toMatchObject({ state: 'handed', agentName: real.agent, failure: null });
    const [made, handed] = [real.CREATE, real.HAND_OVER].map((operation) =>
      real.server.received.findIndex((received) => received.operation === operation),
    ) as [number, number];
    expect(made).toBeLessThan(handed);
    expect(real.server.count(real.HAND_OVER)).toBe(1);
    await make(real.agent);
    await world.settle();
    expect([real.handovers(), real.hasAgent()]).toEqual([1, true]);

    const other = await createWorld(database, [real.tracker]);
    await createWorkItem(other.ctx, real.tracker, ID);
    await other.settle();
    expect(await other.ctx.db.find(Handover)).toEqual([]);
    expect(real.handovers()).toBe(1);
    await other.close();
  });

  it.each<Fault>([
    'cut-before',
    'cut-during',
    'cut-after',
    'hang-after',
    'garbled-after',
    { status: 502 },
  ])('is handed over once when the answer is lost: %j', async (fault) => {
    real.server.fail(real.HAND_OVER, fault);
    await make(real.agent);
    await real.server.settled();
    expect(await row()).toMatchObject({ state: 'handed' });
    expect([real.handovers(), real.hasAgent()]).toEqual([1, true]);
  });

  it('says why an agent that is not offered got nothing', async () => {
    await make('Nobody');
    const { state, failure } = (await row())!;
    expect(state).toBe('failed');
    expect(failure).toContain('does not offer a coding agent "Nobody"');
    expect([real.issues(), real.handovers()]).toEqual([1, 0]);
  });

  it('has an agent at work once there is a sign of it, and follows its pull request', async () => {
    await make(real.agent);
    await look();
    expect(await row()).toMatchObject({ state: 'handed', lateAt: null });
    real.begin();
    await look();
    expect(await row()).toMatchObject({ state: 'begun', lateAt: null });
    real.pull('open');
    await look(15);
    expect(await row()).toMatchObject({ state: 'begun', pullState: 'open' });
    expect(await world.questions()).toEqual([]);
  });

  it('is late after ten minutes, and is handed over once more when somebody asks', async () => {
    await make(real.agent);
    await look(9);
    expect((await row())?.lateAt).toBeNull();
    await look(1);
    expect(await row()).toMatchObject({ state: 'handed', lateAt: expect.any(Date) });

    const { handoverId } = (await row())!;
    await handOverAgain(world.ctx, handoverId);
    await expect(handOverAgain(world.ctx, handoverId)).rejects.toThrow(
      'already been requested again',
    );
    await world.settle();
    expect(await row()).toMatchObject({ state: 'handed', round: 2, lateAt: null });
    expect([real.handovers(), real.hasAgent()]).toEqual([2, true]);

    real.begin();
    await look();
    await expect(handOverAgain(world.ctx, handoverId)).rejects.toThrow('has already started');
  });

  it('is not handed over again if the agent began after it was late', async () => {
    await make(real.agent);
    await look(11);
    real.begin();
    await handOverAgain(world.ctx, (await row())!.handoverId);
    await world.settle();
    await look();
    expect(await row()).toMatchObject({ state: 'begun', round: 2 });
    expect(real.handovers()).toBe(1);
  });

  it('asks whether it shipped when the pull request is merged, and not again when that closes the issue', async () => {
    await make(real.agent);
    real.begin();
    real.pull('merged');
    await look();
    expect(await row()).toMatchObject({ state: 'begun', pullState: 'merged' });
    const [question, ...more] = await world.questions();
    expect(question).toMatchObject({ closedAt: null });
    expect(more).toEqual([]);

    await answerShipQuestion(world.ctx, question!.questionId, 'not_yet');
    real.move('completed');
    await look(15);
    expect(await world.status()).toMatchObject({ state: 'completed' });
    expect(await world.questions()).toHaveLength(1);

    real.move('open');
    await look(15);
    real.move('completed');
    await look(15);
    expect(await world.questions()).toHaveLength(2);
  });

  it('asks once if the merge is seen after the issue was closed by it', async () => {
    await make(real.agent);
    real.begin();
    await look();
    real.pull('merged');
    real.move('completed');
    await look(15);
    expect(await row()).toMatchObject({ pullState: 'merged', mergeAsked: false });
    expect(await world.questions()).toHaveLength(1);
  });

  it('is handed over for a user who asks for it after somebody else made it', async () => {
    await make();
    expect(await row()).toBeUndefined();
    await make(real.agent);
    expect(await row()).toMatchObject({ state: 'handed' });
    expect([real.issues(), real.handovers()]).toEqual([1, 1]);
  });

  it('is not called late once the issue is done', async () => {
    await make(real.agent);
    real.move('completed');
    const { body, headers } = real.delivery();
    await world.deliver(real.tracker.provider, body, headers);
    await world.settle();
    await look(15);
    expect(await row()).toMatchObject({ state: 'handed', lateAt: null });
  });

  it('is followed as before when it is deleted, or its progress may not be read', async () => {
    await make(real.agent);
    real.server.fail(real.PROGRESS, { status: 403, body: { message: 'Forbidden' } });
    await look(12);
    expect(await world.status()).toMatchObject({ state: 'open', readAt: expect.any(Date) });
    real.hide();
    await look(12);
    expect(await world.status()).toMatchObject({ state: 'deleted' });
    expect(await row()).toMatchObject({ lateAt: expect.any(Date) });
  });

  it('ships by itself, where a team wants that, only once the issue is done', async () => {
    await changeSettings(world.ctx, { autoShip: true });
    await make(real.agent);
    real.begin();
    real.pull('merged');
    await look();
    expect(await world.questions()).toMatchObject([{ closedAt: null }]);
    real.move('completed');
    await look(15);
    expect(await world.questions()).toMatchObject([{ closedAs: 'shipped' }]);
  });
});

/** Minutes pass: everything that waits becomes due, and linked issues are read again. */
async function pass({ ctx }: World, minutes: number): Promise<void> {
  const earlier = `interval '${minutes} minutes'`;
  const { teamId } = ctx.db;
  for (const change of [
    `handovers set handed_at = handed_at - ${earlier}, sent_at = sent_at - ${earlier}`,
    `jobs set run_at = run_at - ${earlier}`,
  ]) {
    await database.dataSource.query(`update ${change} where team_id = $1`, [teamId]);
  }
  await database.dataSource.query(
    `insert into jobs (team_id, kind, key, payload)
     select team_id, 'read-work-item', recommendation_id || ' ' || normalized_url,
            jsonb_build_object('recommendationId', recommendation_id, 'normalizedUrl', normalized_url)
       from work_item_links where team_id = $1 and $2 >= 12
     on conflict do nothing`,
    [teamId, minutes],
  );
}

describe('who is offered', () => {
  const offers = async (github: FakeGitHub, token: string) => {
    await github.server.start();
    const tracker = new GitHubTracker({
      auth: { token: new Secret(token) },
      repo: github.repo,
      apiUrl: github.server.url,
      publicUrl,
    });
    const list = await tracker.agents.list({});
    await github.server.stop();
    return list;
  };

  it('on GitHub is whom the repository suggests, and nobody with the token of an installation', async () => {
    expect(await offers(new FakeGitHub(), 'ghp_test')).toEqual({
      agents: [{ id: 'copilot-swe-agent', name: 'Copilot' }],
    });
    const without = new FakeGitHub();
    without.agents = [];
    expect(await offers(without, 'ghp_test')).toMatchObject({
      agents: [],
      whyNone: expect.stringContaining('offers no coding agent in acme/app'),
    });
    const installed = new FakeGitHub();
    expect(await offers(installed, 'ghs_installation')).toMatchObject({
      agents: [],
      whyNone: expect.stringContaining('only with the token of a person'),
    });
    expect(installed.server.received).toEqual([]);
  });

  it('on GitHub, a pull request by somebody else proves nothing', async () => {
    const github = new FakeGitHub();
    await github.server.start();
    const tracker = new GitHubTracker({
      auth: { token: new Secret(github.token) },
      repo: github.repo,
      apiUrl: github.server.url,
      publicUrl,
    });
    github.add({ title: draft().title });
    github.openPull(1, { user: { login: 'mallory' } });
    github.openPull(1, { html_url: 'https://github.com/mallory/app/pull/1' });
    const issue = { externalId: 'acme/app#1' };
    expect(await tracker.agents.progress(issue, 'copilot-swe-agent')).toEqual({
      assigned: false,
      began: false,
    });
    github.openPull(1);
    expect(await tracker.agents.progress(issue, 'copilot-swe-agent')).toMatchObject({
      began: true,
      pull: { name: 'acme/app#103', state: 'draft' },
    });
    await github.server.stop();
  });
});
