import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { linkWorkItem } from '../../src/beliefs/recommendations/link-work-item.js';
import { createWorkItem } from '../../src/issues/push.js';
import { useDatabase } from '../support/database.js';
import {
  type RealTracker,
  realGitHub,
  realJira,
  realLinear,
  signedForGitHub,
  signedForJira,
  signedForLinear,
} from './real-trackers.js';
import { createWorld, ID, type World } from './world.js';

const database = useDatabase();
const worlds: { world: World; real?: RealTracker }[] = [];
afterEach(async () => {
  for (const { world, real } of worlds.splice(0)) {
    await world.close();
    await real?.server.stop();
  }
});

describe('a webhook', () => {
  it('that is not configured is not there', async () => {
    const world = await createWorld(database, []);
    worlds.push({ world });
    expect((await world.deliver('linear', '{}', {})).status).toBe(404);
    expect((await world.deliver('jira', '{}', {})).status).toBe(404);
  });

  it('refuses a delivery of another minute, and one that is too large', async () => {
    const real = await realLinear();
    const world = await createWorld(database, [real.tracker]);
    worlds.push({ world, real });
    const late = JSON.stringify({ type: 'Issue', webhookTimestamp: Date.now() - 61_000 });
    expect((await world.deliver('linear', late, signedForLinear(late, 'a'))).status).toBe(401);
    const large = JSON.stringify({ webhookTimestamp: Date.now(), text: 'x'.repeat(6_000_000) });
    expect((await world.deliver('linear', large, signedForLinear(large, 'b'))).status).toBe(413);
  });

  it('of Jira is refused two hours late, a minute early, without a time, and with a changed one', async () => {
    const real = await realJira();
    const world = await createWorld(database, [real.tracker]);
    worlds.push({ world, real });
    await createWorkItem(world.ctx, real.tracker, ID);
    real.move('completed');
    const told = JSON.parse(real.delivery().body) as { timestamp?: number };
    const deliver = async (timestamp: number | undefined, sent = timestamp) => {
      const signed = signedForJira(JSON.stringify({ ...told, timestamp }), randomUUID());
      const answer = await world.deliver(
        'jira',
        JSON.stringify({ ...told, timestamp: sent }),
        signed,
      );
      return answer.status;
    };
    const now = Date.now();
    expect(await deliver(now - 2 * 60 * 60_000)).toBe(401);
    expect(await deliver(now + 65_000)).toBe(401);
    expect(await deliver(undefined)).toBe(401);
    expect(await deliver(now - 3 * 60 * 60_000, now)).toBe(401);
    await world.settle();
    expect(await world.status()).toMatchObject({ state: 'open' });
    expect(await deliver(now - 60 * 60_000)).toBe(200);
    await world.settle();
    expect(await world.status()).toMatchObject({ state: 'completed' });
  });

  it('of Jira keeps the link of an issue that was moved to another project', async () => {
    const real = await realJira();
    const world = await createWorld(database, [real.tracker]);
    worlds.push({ world, real });
    await createWorkItem(world.ctx, real.tracker, ID);
    real.moveTo?.('OPS');
    const { body, headers } = real.delivery();
    expect((await world.deliver('jira', body, headers)).status).toBe(200);
    await world.settle();
    const url = 'https://acme.atlassian.net/browse/OPS-1';
    const moved = { externalId: 'OPS-1', movedFrom: 'ENG-1', url, state: 'open' };
    expect(await world.status()).toMatchObject(moved);
    real.move('completed');
    const then = real.delivery();
    await world.deliver('jira', then.body, then.headers);
    await world.settle();
    expect(await world.status()).toMatchObject({ ...moved, state: 'completed' });
  });

  it('of GitHub may come as a form, as GitHub sends it unless told', async () => {
    const real = await realGitHub();
    const world = await createWorld(database, [real.tracker]);
    worlds.push({ world, real });
    await real.tracker.create(
      { recommendationId: ID, title: 'One', markdown: '', labels: [] },
      { clientId: randomUUID(), startedAt: new Date() },
    );
    await linkWorkItem(world.ctx, ID, { url: 'https://github.com/acme/app/issues/1' });
    await world.settle();
    real.move('completed');
    const body = `payload=${encodeURIComponent(real.delivery().body)}`;
    const headers = {
      ...signedForGitHub(body, 'form'),
      'content-type': 'application/x-www-form-urlencoded',
    };
    expect((await world.deliver('github', body, headers)).status).toBe(200);
    await world.settle();
    expect(await world.status()).toMatchObject({ state: 'completed' });
  });

  it.each([
    ['', false],
    [' and was looked for in vain', true],
  ])(
    'finds what was linked by its address alone, an issue that has moved since%s',
    async (_, read) => {
      const real = await realGitHub();
      const world = await createWorld(database, [real.tracker]);
      worlds.push({ world, real });
      await linkWorkItem(world.ctx, ID, { url: 'https://github.com/acme/app/issues/7/' });
      if (read) await world.settle();
      const facts = {
        labels: [],
        assignees: [],
        state: 'open',
        updated_at: new Date().toISOString(),
      };
      const old = { ...facts, number: 7, node_id: 'I_7', title: 'Seven' };
      const body = JSON.stringify({
        action: 'transferred',
        issue: { ...old, html_url: 'https://github.com/acme/app/issues/7' },
        changes: {
          new_issue: {
            ...old,
            number: 3,
            node_id: 'I_9',
            html_url: 'https://github.com/acme/web/issues/3',
          },
        },
      });
      await world.deliver('github', body, signedForGitHub(body, 'moved'));
      await world.settle();
      expect(await world.status()).toMatchObject({
        externalId: 'acme/web#3',
        movedFrom: 'acme/app#7',
      });
    },
  );
});
