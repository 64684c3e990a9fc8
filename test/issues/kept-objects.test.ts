import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Evidence } from '../../db/entities/evidence.js';
import { Recommendation } from '../../db/entities/recommendation.js';
import { Signal } from '../../db/entities/signal.js';
import { Participant } from '../../db/entities/study.js';
import { TrackerObject } from '../../db/entities/work-item.js';
import { GitHubTracker } from '../../integrations/github/github-tracker.js';
import { LinearTracker } from '../../integrations/linear/linear-tracker.js';
import { retireSignal } from '../../src/analysis/curate/merge-signals.js';
import { linkWorkItem } from '../../src/beliefs/recommendations/link-work-item.js';
import { inTransaction } from '../../src/core/context.js';
import { emit } from '../../src/core/events.js';
import { Secret } from '../../src/core/secret.js';
import { changeSettings, type SettingsPatch } from '../../src/core/team-settings.js';
import { eraseParticipant } from '../../src/interviews/participants/erase-participant.js';
import { removeMaterial } from '../../src/interviews/remove-material.js';
import { createWorkItem } from '../../src/issues/push.js';
import { syncObjectsSchedule } from '../../src/issues/sync-objects.js';
import type { Tracker } from '../../src/issues/tracker.js';
import { load, research } from '../slack/team.js';
import { useDatabase } from '../support/database.js';
import { publicUrl } from './draft.js';
import { FakeGitHub } from './fake-github.js';
import { FakeLinear, linearError } from './fake-linear.js';
import { createWorld, type World } from './world.js';

const database = useDatabase();
const ID = 'r1';
let world: World;
const NO = linearError('forbidden', 'FORBIDDEN', 'You may not');
const common = { publicUrl, timeoutMs: 1_500, inDoubtMs: 100 };

/** A team with research whose recommendation has an issue, made with these settings. */
async function start(tracker: Tracker, settings: SettingsPatch = {}): Promise<void> {
  world = await createWorld(database, [tracker]);
  await load(database, world.ctx.db.teamId, []);
  await changeSettings(world.ctx, settings);
  await createWorkItem(world.ctx, tracker, ID, { labels: ['research'] });
  await settle();
}

/** Works the jobs that wait until it is calm, too. */
async function settle(): Promise<void> {
  await database.dataSource.query('update jobs set run_at = now() where team_id = $1', [
    world.ctx.db.teamId,
  ]);
  await world.settle();
}

const changed = () =>
  inTransaction(world.ctx, (tx) => emit(tx, 'materialChanged', { signalIds: ['sig1'] }));

const withdraw = (quoteId: string) =>
  inTransaction(world.ctx, async (tx) => {
    await emit(tx, 'materialChanged', await removeMaterial(tx, { quoteIds: [quoteId] }));
  });

async function nightly(): Promise<void> {
  const { db, log } = world.ctx;
  await syncObjectsSchedule(db.teamId).run({ system: database.system, log }, new Date());
  await settle();
}

describe('an issue of Linear', () => {
  let linear: FakeLinear;
  let tracker: LinearTracker;
  beforeEach(async () => {
    linear = new FakeLinear();
    await linear.server.start();
    const { key, server } = linear;
    tracker = new LinearTracker({
      ...common,
      apiKey: new Secret(key),
      teamKey: 'ENG',
      apiUrl: server.url,
    });
  });
  afterEach(async () => {
    await world.close();
    await linear.server.stop();
  });

  const attachment = () => [...linear.attachments.values()][0];
  const bodies = () => linear.customerRequests.map(({ body }) => body);

  describe('has a link', () => {
    it('that shows what it is about and how many people say so', async () => {
      await start(tracker);
      expect(linear.attachments.size).toBe(1);
      expect(attachment()).toMatchObject({
        title: 'Belief Layer: Make the export resume by itself',
        subtitle: '5 people, 1 against · established',
      });
      expect(attachment()?.url).toContain(`${publicUrl}/p/recommendations/r1?t=`);
    });

    it('that follows the beliefs, and is left alone if it says the same', async () => {
      await start(tracker);
      const updates = () => linear.server.count('mutation ChangeBackLink');
      expect(updates()).toBe(1);
      await changed();
      await settle();
      expect(updates()).toBe(1);
      await withdraw('e0');
      await withdraw('e5');
      await settle();
      expect(attachment()?.subtitle).toMatch(/^4 people, none against/);
      expect(updates()).toBe(2);
      expect(linear.attachments.size).toBe(1);
    });

    it('that names nobody', async () => {
      await start(tracker, { names: 'full' });
      const title = 'What Ana Petrova asked for';
      await world.ctx.db.update(Recommendation, { recommendationId: ID }, { title });
      await nightly();
      expect(attachment()?.title).toBe('Belief Layer: What A participant asked for');
    });

    it('that stays away once somebody removed it', async () => {
      await start(tracker);
      linear.attachments.clear();
      await withdraw('e0');
      await settle();
      expect(linear.attachments.size).toBe(0);
    });
  });

  describe('has customer requests', () => {
    const ON = { customerRequests: true };

    it('only if the team wants them', async () => {
      await start(tracker);
      expect(bodies()).toEqual([]);
      await changeSettings(world.ctx, ON);
      await nightly();
      expect(bodies()).toHaveLength(5);
    });

    it('one per quote for it, with the name that the team shows', async () => {
      await start(tracker, ON);
      expect(linear.customerRequests).toHaveLength(5);
      expect(bodies()[0]).toMatch(
        /^> I gave up on the invoice export for the 1\. time\.\n> \n> — Ana P\. · Onboarding interviews · \d{4}-\d\d-\d\d$/,
      );
      expect(bodies().join()).not.toContain('6. time');
      expect(new Set(linear.customerRequests.map(({ issueId }) => issueId))).toEqual(
        new Set([linear.issues[0]?.id]),
      );
      await nightly();
      await changed();
      await settle();
      expect(linear.requestIds).toHaveLength(5);
    });

    it('from the company that Linear knows by the domain of the address, unless names are hidden', async () => {
      const acme = async (names: 'short' | 'hidden') => {
        world = await createWorld(database, [tracker]);
        await load(database, world.ctx.db.teamId, []);
        const { ctx } = world;
        await ctx.db.update(Participant, { participantId: 'p0' }, { email: 'ana@ACME.example' });
        await changeSettings(ctx, { ...ON, names });
        await createWorkItem(ctx, tracker, ID);
        await settle();
        return linear.customerRequests.splice(0).filter(({ customerId }) => customerId);
      };
      expect(await acme('short')).toMatchObject([
        { customerId: 'customer-acme', body: expect.stringContaining('1. time') },
      ]);
      await world.close();
      expect(await acme('hidden')).toEqual([]);
    });

    it('whose quotes are shown literally, however long they are', async () => {
      await start(tracker);
      const hostile = '@ada [x](https://evil.example) <b>&</b> Fixes ENG-1\n# Now\n';
      await world.ctx.db.update(
        Evidence,
        { evidenceId: 'e0' },
        { quote: hostile + '.'.repeat(100_000) },
      );
      await changeSettings(world.ctx, ON);
      await nightly();
      const body = bodies().find((text) => text.includes('Fixes')) ?? '';
      expect(body.length).toBeLessThanOrEqual(8_000);
      expect(body).toContain('Ana P.');
      expect(body).not.toMatch(/@ada|\]\(https|<b>|ENG-1\b|^# /m);
      expect(body.split('\n').every((line) => line.startsWith('> '))).toBe(true);
    });

    it('that are gone when their quote is withdrawn, and that come back with it', async () => {
      await start(tracker, ON);
      await world.ctx.db.update(Evidence, { evidenceId: 'e1' }, { qualifies: false });
      await changed();
      await settle();
      expect(bodies()).toHaveLength(4);
      expect(bodies().join()).not.toContain('2. time');
      await world.ctx.db.update(Evidence, { evidenceId: 'e1' }, { qualifies: true });
      await changed();
      await settle();
      expect(bodies()).toHaveLength(5);
      expect(new Set(linear.requestIds).size).toBe(6);
    });

    it('that are gone when the belief is retired', async () => {
      await start(tracker, ON);
      await retireSignal(world.ctx, 'sig1');
      await settle();
      expect(bodies()).toEqual([]);
      expect(await world.ctx.db.find(TrackerObject, { kind: 'customer_request' })).toEqual([]);
    });

    it('that are gone at once when the person is erased, also from an issue that is done', async () => {
      await start(tracker, ON);
      await world.ctx.db.update(
        Evidence,
        { evidenceId: 'e2' },
        { quote: 'Ana Petrova told me to give up, so I gave up.' },
      );
      await changed();
      await settle();
      expect(bodies().join()).toContain('Ana Petrova told me');
      linear.move(linear.issues[0]!, 'completed');
      await eraseParticipant(world.ctx, 'p0');
      await world.settle();
      expect(bodies()).toHaveLength(4);
      expect(bodies().join()).not.toMatch(/Ana|1\. time/);
      expect(await world.ctx.db.find(TrackerObject, { key: 'e0' })).toEqual([]);
    });

    it('that follow their quote although the answer to their creation was lost', async () => {
      await start(tracker, ON);
      linear.move(linear.issues[0]!, 'completed');
      await database.dataSource.query(
        "update tracker_objects set state = 'sent' where team_id = $1 and key in ('e0', 'e1')",
        [world.ctx.db.teamId],
      );
      await world.ctx.db.update(Evidence, { evidenceId: 'e0' }, { quote: 'I gave up, Mr. ████.' });
      await eraseParticipant(world.ctx, 'p1');
      await settle();
      expect(bodies().join()).toContain('Mr. ████');
      expect(bodies().join()).not.toMatch(/1\. time|2\. time/);
      expect(linear.requestIds).toHaveLength(5);
    });

    it('that are withdrawn after the tracker was away', async () => {
      await start(tracker, ON);
      linear.server.fail('mutation RemoveCustomerRequest', { status: 502 }, 'cut-after');
      await withdraw('e0');
      await world.settle();
      expect(bodies()).toHaveLength(4);
      expect(await world.ctx.db.find(TrackerObject, { key: 'e0' })).toEqual([]);
    });

    it('that somebody removed in Linear and that are not made again', async () => {
      await start(tracker, ON);
      linear.customerRequests.splice(0, 1);
      await changeSettings(world.ctx, { names: 'full' });
      await nightly();
      expect(bodies()).toHaveLength(4);
      expect(bodies().join()).toContain('Ben Osei');
      expect(linear.requestIds).toHaveLength(5);
    });

    it('once, even if two recommendations share the issue and the quotes', async () => {
      await start(tracker, ON);
      const first = research().find(({ resource }) => resource === 'recommendation');
      await load(database, world.ctx.db.teamId, [{ ...first, recommendationId: 'r2' }]);
      await inTransaction(world.ctx, (tx) =>
        linkWorkItem(tx, 'r2', { url: linear.issues[0]!.url }),
      );
      await settle();
      expect(bodies()).toHaveLength(5);
    });

    it('that wait a day after one was refused, and do not wait for that one', async () => {
      linear.server.fail('mutation AddCustomerRequest', undefined, { status: 403, body: NO });
      await start(tracker, ON);
      await nightly();
      expect(bodies()).toHaveLength(1);
      expect(linear.server.count('mutation AddCustomerRequest')).toBe(2);
      await database.dataSource.query(
        "update tracker_objects set refused_at = refused_at - interval '1 day' where team_id = $1",
        [world.ctx.db.teamId],
      );
      linear.server.fail('mutation AddCustomerRequest', ...[undefined, undefined, undefined], {
        status: 403,
        body: NO,
      });
      await nightly();
      expect(bodies()).toHaveLength(4);
    });

    it('not in a workspace that has them switched off, which is said', async () => {
      linear.customersEnabled = false;
      await start(tracker, ON);
      expect(linear.server.count('mutation AddCustomerRequest')).toBe(0);
      expect(linear.issues).toHaveLength(1);
      expect(await tracker.whereTo()).toMatch(
        /^team ENG \(Engineering\); Customer requests are off in this Linear workspace/,
      );
      linear.customersEnabled = true;
      await nightly();
      expect(bodies()).toHaveLength(5);
    });
  });
});

describe('an issue of GitHub', () => {
  let github: FakeGitHub;
  const trackerWith = (issueType?: string) =>
    new GitHubTracker({
      ...common,
      auth: { token: new Secret(github.token) },
      repo: github.repo,
      apiUrl: github.server.url,
      ...(issueType && { issueType }),
    });
  beforeEach(async () => {
    github = new FakeGitHub();
    await github.server.start();
  });
  afterEach(async () => {
    await world.close();
    await github.server.stop();
  });

  it('gets no labels and no sub-issues unless the team wants them', async () => {
    await start(trackerWith());
    expect(github.issues).toHaveLength(1);
    expect(github.issues[0]?.labels).toEqual([{ name: 'research' }]);
  });

  it('keeps its labels and gets those for kind and confidence, once', async () => {
    world = await createWorld(database, [trackerWith()]);
    await load(database, world.ctx.db.teamId, []);
    await world.ctx.db.update(Signal, { signalId: 'sig1' }, { beliefKey: 'give-up/export' });
    await changeSettings(world.ctx, { beliefLabels: true });
    await createWorkItem(world.ctx, trackerWith(), ID, { labels: ['research'] });
    await settle();
    const names = () => github.issues[0]?.labels.map(({ name }) => name);
    expect(names()).toEqual(['research', 'belief: habit', 'confidence: high']);
    github.issues[0]!.labels = [];
    await changed();
    await nightly();
    expect(names()).toEqual([]);
  });

  it('stays as it is if the token may not label, and is not asked again that day', async () => {
    github.pushAccess = false;
    await start(trackerWith(), { beliefLabels: true });
    await nightly();
    expect(github.server.count(`POST /repos/${github.repo}/issues/1/labels`)).toBe(1);
    expect(await world.ctx.db.find(TrackerObject, {})).toMatchObject([
      { kind: 'labels', state: 'refused', failure: expect.stringContaining('Issues: write') },
    ]);
  });

  it('gets a sub-issue per action, once', async () => {
    await start(trackerWith(), { subIssues: true });
    await nightly();
    expect(github.issues).toHaveLength(2);
    expect(github.subIssues.get(1)).toEqual([github.issues[1]?.id]);
    expect(github.issues[1]).toMatchObject({
      title: 'Store the position',
      body: expect.stringMatching(
        /^<!-- belief-layer:[\w-]{36} -->\nPart of #1\.\n\nStore the position\n\ne0\n\nPriority: high$/,
      ),
    });
  });

  it('gets its sub-issue once if the answers to both steps are lost', async () => {
    const tracker = trackerWith();
    const link = `POST /repos/${github.repo}/issues/1/sub_issues`;
    github.server.fail(`POST /repos/${github.repo}/issues`, undefined, 'cut-after');
    github.server.fail(link, 'cut-after', { status: 502 });
    await start(tracker, { subIssues: true });
    await settle();
    expect(github.issues).toHaveLength(2);
    expect(github.subIssues.get(1)).toEqual([github.issues[1]?.id]);
  });

  it('keeps an issue that GitHub does not take as its part', async () => {
    github.mostSubIssues = 0;
    await start(trackerWith(), { subIssues: true });
    await nightly();
    expect(github.issues).toHaveLength(2);
    expect(github.subIssues.size).toBe(0);
  });

  it('has the type of GITHUB_ISSUE_TYPE, or is made without and says so', async () => {
    github.types = ['Bug', 'Feature'];
    await start(trackerWith('feature'));
    expect(github.issues[0]?.type).toEqual({ name: 'Feature' });
    expect(await trackerWith('feature').whereTo()).toBe(
      'repository acme/app; issues of the type Feature',
    );
    expect(await trackerWith('Wish').whereTo()).toBe(
      'repository acme/app; issues without the type Wish: it has Bug and Feature',
    );
    await world.close();
    world = await createWorld(database, [trackerWith('Wish')]);
    expect(await createWorkItem(world.ctx, trackerWith('Wish'), 'rec-1')).toMatchObject({
      created: true,
      dropped: ['type Wish'],
    });
    expect(github.issues).toHaveLength(2);
  });
});
