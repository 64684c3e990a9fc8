import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { WorkItemLink } from '../../db/entities/recommendation.js';
import { ShipQuestion } from '../../db/entities/work-item.js';
import { createKey } from '../../src/core/keys.js';
import { FakeGitHub } from '../issues/fake-github.js';
import { FakeJira } from '../issues/fake-jira.js';
import type { FaultyServer } from '../issues/faulty-server.js';
import { signedForGitHub, signedForJira } from '../issues/real-trackers.js';
import { addRecommendation } from '../issues/world.js';
import { useDatabase } from '../support/database.js';
import { addressOf, useFolder, useService } from './support.js';

const database = useDatabase();
const start = useService(useFolder());

interface Started {
  server: FaultyServer;
  env: Record<string, string>;
  /** Grace completes the issue; gives the body of the delivery. */
  complete(): string;
}

const cases = [
  {
    provider: 'github',
    externalId: 'acme/app#1',
    seenAs: 'github',
    sign: signedForGitHub,
    async start(): Promise<Started> {
      const github = new FakeGitHub();
      await github.server.start();
      const env = {
        GITHUB_TOKEN: github.token,
        GITHUB_REPO: github.repo,
        GITHUB_API_URL: github.server.url,
        GITHUB_WEBHOOK_SECRET: 'a-secret',
      };
      const complete = () => {
        const [issue] = github.issues;
        github.move(issue!, 'completed', 'grace');
        return JSON.stringify({ action: 'closed', issue, sender: { login: 'grace' } });
      };
      return { server: github.server, env, complete };
    },
  },
  {
    provider: 'jira',
    externalId: 'ENG-1',
    seenAs: 'url', // the contract names no other
    sign: signedForJira,
    async start(): Promise<Started> {
      const jira = new FakeJira();
      await jira.server.start();
      const env = {
        JIRA_URL: jira.siteUrl,
        JIRA_API_URL: jira.server.url,
        JIRA_EMAIL: jira.email,
        JIRA_API_TOKEN: jira.token,
        JIRA_PROJECT: 'ENG',
        JIRA_WEBHOOK_SECRET: 'a-secret',
      };
      const complete = () => {
        const [issue] = jira.issues;
        jira.move(issue!, 'completed', 'grace');
        const { id, key, fields } = issue!;
        return JSON.stringify({
          timestamp: Date.now(),
          webhookEvent: 'jira:issue_updated',
          issue: { id, key, fields },
          user: { displayName: 'grace' },
          changelog: { items: [{ field: 'status' }] },
        });
      };
      return { server: jira.server, env, complete };
    },
  },
];

it.each(cases)(
  'the service makes the $provider issue of what is accepted, and hears by webhook that it is done',
  {
    timeout: 120_000,
  },
  async ({ provider, externalId, seenAs, sign, start: startTracker }) => {
    const tracker = await startTracker();
    const teamId = await database.createTeam();
    const ctx = database.context(teamId);
    await addRecommendation(ctx, 'rec-1', 'open');
    const { key } = await createKey(ctx, { name: 'test', scope: 'write' });
    const env = { ...tracker.env, AUTO_PUSH: provider };
    const service = start({ DATABASE_URL: database.url, TEAM_ID: teamId, ...env });
    const url = await addressOf(service);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const decided = await fetch(`${url}/v1/recommendations/rec-1/decision`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ decision: 'accepted' }),
    });
    expect(decided.status).toBe(200);
    const [link] = await comes(() => ctx.db.find(WorkItemLink));
    expect(link).toMatchObject({ externalId, provider });
    const read = await fetch(`${url}/v1/recommendations/rec-1`, { headers });
    expect(await read.json()).toMatchObject({
      data: { workItemLinks: [{ provider: seenAs, externalId, url: link!.url }] },
    });

    const body = tracker.complete();
    const deliver = (path: string, signed: Record<string, string>) =>
      fetch(`${url}/webhooks/${path}`, { method: 'POST', body, headers: signed });
    expect((await deliver('linear', {})).status).toBe(404);
    expect((await deliver(provider, sign(body, 'd1', 'guessed'))).status).toBe(401);
    expect(await ctx.db.find(ShipQuestion)).toEqual([]);
    expect((await deliver(provider, sign(body, 'd1', 'a-secret'))).status).toBe(200);
    const [asked] = await comes(() => ctx.db.find(ShipQuestion));
    expect(asked).toMatchObject({ recommendationId: 'rec-1', completedBy: 'grace' });
    await tracker.server.stop();
  },
);

/** Waits for the effect of a job. */
async function comes<T>(look: () => Promise<T[]>): Promise<T[]> {
  for (let tries = 0; tries < 2_000; tries++) {
    const found = await look();
    if (found.length > 0) return found;
    await sleep(50);
  }
  throw new Error('it never came');
}
