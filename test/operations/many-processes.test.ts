import { expect, it, onTestFinished, vi } from 'vitest';
import { Job } from '../../db/entities/job.js';
import { WorkItemLink } from '../../db/entities/recommendation.js';
import { createKey } from '../../src/core/keys.js';
import { AUTO_PUSH } from '../../src/issues/auto-push.js';
import { FakeGitHub } from '../issues/fake-github.js';
import { addRecommendation } from '../issues/world.js';
import { addressOf, useFolder, useService } from '../start/support.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();
const start = useService(useFolder());
const wait = { timeout: 120_000, interval: 100 };
const IDS = Array.from({ length: 24 }, (_, at) => `rec-${at}`);

it('two web and three worker processes, some of them told to end in the middle: every request is answered, every decision taken once, every issue made once', {
  timeout: 240_000,
}, async () => {
  const github = new FakeGitHub();
  await github.server.start();
  onTestFinished(() => github.server.stop());
  const teamId = await database.createTeam();
  const ctx = database.context(teamId);
  for (const id of IDS) await addRecommendation(ctx, id, 'open');
  const { key } = await createKey(ctx, { name: 'k', scope: 'write' });
  const env = {
    DATABASE_URL: database.url,
    DEMO: 'off',
    TEAM_ID: teamId,
    GITHUB_TOKEN: github.token,
    GITHUB_REPO: github.repo,
    GITHUB_API_URL: github.server.url,
    AUTO_PUSH: 'github',
  };
  const [first, second] = [start(env, 'web'), start(env, 'web')];
  const workers = [1, 2, 3].map(() => start(env, 'worker'));
  const [one, other] = [await addressOf(first), await addressOf(second)];
  // a signal ends a process that does not listen for it yet
  await vi.waitFor(() => expect(workers[0]!.stderr).toContain('"started"'), wait);
  const accept = async (base: string, id: string): Promise<number> => {
    const answer = await fetch(`${base}/v1/recommendations/${id}/decision`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'accepted' }),
    });
    await answer.text();
    return answer.status;
  };

  const half = IDS.length / 2;
  // both are asked for the same at once: one of them decides
  const raced = await Promise.all(
    IDS.slice(0, half).map((id) => Promise.all([accept(one, id), accept(other, id)])),
  );
  expect(raced.map((statuses) => statuses.toSorted())).toEqual(raced.map(() => [200, 409]));
  const underWay = Promise.all(IDS.slice(half).map((id) => accept(one, id)));
  const ended = Promise.all([first.end('SIGTERM'), workers[0]!.end('SIGTERM')]);
  expect(await underWay).toEqual(IDS.slice(half).map(() => 200));
  expect(await ended).toEqual([1, 2].map(() => ({ code: 0, signal: null })));

  await vi.waitFor(
    async () => expect(await ctx.db.find(Job, { kind: AUTO_PUSH })).toEqual([]),
    wait,
  );
  const links = await ctx.db.find(WorkItemLink);
  expect(links.map(({ recommendationId }) => recommendationId).toSorted()).toEqual(IDS.toSorted());
  expect(github.issues).toHaveLength(IDS.length);
});
