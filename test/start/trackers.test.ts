import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { WorkItemLink } from '../../db/entities/recommendation.js';
import { ShipQuestion } from '../../db/entities/work-item.js';
import { createKey } from '../../src/core/keys.js';
import { useDatabase } from '../support/database.js';
import { FakeGitHub } from '../trackers/fake-github.js';
import { signedForGitHub } from '../trackers/real-trackers.js';
import { addRecommendation } from '../trackers/world.js';
import { addressOf, useFolder, useService } from './support.js';

const database = useDatabase();
const start = useService(useFolder());

it('the service makes the issue of what is accepted, and hears by webhook that it is done', {
  timeout: 120_000,
}, async () => {
  const github = new FakeGitHub();
  await github.server.start();
  const teamId = await database.createTeam();
  const ctx = database.context(teamId);
  await addRecommendation(ctx, 'rec-1', 'open');
  const { key } = await createKey(ctx, { name: 'test', scope: 'write' });
  const service = start({
    DATABASE_URL: database.url,
    TEAM_ID: teamId,
    GITHUB_TOKEN: github.token,
    GITHUB_REPO: github.repo,
    GITHUB_API_URL: github.server.url,
    GITHUB_WEBHOOK_SECRET: 'a-secret',
    AUTO_PUSH: 'github',
  });
  const url = await addressOf(service);
  const decided = await fetch(`${url}/v1/recommendations/rec-1/decision`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ decision: 'accepted' }),
  });
  expect(decided.status).toBe(200);
  const [link] = await comes(() => ctx.db.find(WorkItemLink));
  expect(link).toMatchObject({ externalId: 'acme/app#1' });

  const [issue] = github.issues;
  github.move(issue!, 'completed', 'grace');
  const body = JSON.stringify({ action: 'closed', issue, sender: { login: 'grace' } });
  const deliver = (path: string, headers: Record<string, string>) =>
    fetch(`${url}/webhooks/${path}`, { method: 'POST', body, headers });
  expect((await deliver('linear', {})).status).toBe(404);
  expect((await deliver('github', signedForGitHub(body, 'd1', 'guessed'))).status).toBe(401);
  expect(await ctx.db.find(ShipQuestion)).toEqual([]);
  expect((await deliver('github', signedForGitHub(body, 'd1', 'a-secret'))).status).toBe(200);
  const [asked] = await comes(() => ctx.db.find(ShipQuestion));
  expect(asked).toMatchObject({ recommendationId: 'rec-1', completedBy: 'grace' });
  await github.server.stop();
});

/** Waits for the effect of a job. */
async function comes<T>(look: () => Promise<T[]>): Promise<T[]> {
  for (let tries = 0; tries < 2_000; tries++) {
    const found = await look();
    if (found.length > 0) return found;
    await sleep(50);
  }
  throw new Error('it never came');
}
