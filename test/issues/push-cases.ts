import { Recommendation } from '../../db/entities/recommendation.js';
import { teamStatement } from '../../db/statement.js';
import { GitHubTracker } from '../../integrations/github/github-tracker.js';
import { JiraTracker } from '../../integrations/jira/jira-tracker.js';
import { LinearTracker } from '../../integrations/linear/linear-tracker.js';
import type { Context } from '../../src/core/context.js';
import { Secret } from '../../src/core/secret.js';
import type { Tracker } from '../../src/issues/tracker.js';
import type { TestDatabase } from '../support/database.js';
import { publicUrl } from './draft.js';
import { FakeGitHub } from './fake-github.js';
import { FakeJira } from './fake-jira.js';
import { FakeLinear, linearError } from './fake-linear.js';
import type { Answer, FaultyServer } from './faulty-server.js';

export const ID = 'rec-1';

/** One tracker under test with everything that differs between them. */
interface Case {
  name: string;
  CREATE: string;
  FIND: string;
  limit: Answer;
  start(): Promise<{ server: FaultyServer; tracker: Tracker; issues: unknown[] }>;
}

export const cases: Case[] = [
  {
    name: 'Linear',
    CREATE: 'mutation CreateIssue',
    FIND: 'query IssueByClientId',
    limit: { status: 400, body: linearError('ratelimited', 'RATELIMITED', 'Slow down') },
    async start() {
      const { server, key, issues } = new FakeLinear();
      await server.start();
      const linear = {
        apiKey: new Secret(key),
        teamKey: 'ENG',
        apiUrl: server.url,
        timeoutMs: 1_500,
      };
      return { server, issues, tracker: new LinearTracker({ ...linear, publicUrl }) };
    },
  },
  {
    name: 'GitHub',
    CREATE: 'POST /repos/acme/app/issues',
    FIND: 'GET /repos/acme/app/issues',
    limit: { status: 403, headers: { 'retry-after': '60' } },
    async start() {
      const { server, token, repo, issues } = new FakeGitHub();
      await server.start();
      const github = {
        auth: { token: new Secret(token) },
        repo,
        apiUrl: server.url,
        timeoutMs: 1_500,
        inDoubtMs: 300,
      };
      return { server, issues, tracker: new GitHubTracker({ ...github, publicUrl }) };
    },
  },
  {
    name: 'Jira',
    CREATE: 'POST /rest/api/3/issue',
    FIND: 'POST /rest/api/3/search/jql',
    limit: { status: 429, headers: { 'retry-after': '60' } },
    async start() {
      const { server, siteUrl, email, token, issues } = new FakeJira();
      await server.start();
      const jira = {
        siteUrl,
        apiUrl: server.url,
        email,
        apiToken: new Secret(token),
        project: 'ENG',
        timeoutMs: 1_500,
        inDoubtMs: 300,
      };
      return { server, issues, tracker: new JiraTracker({ ...jira, publicUrl }) };
    },
  },
];

/** A new team with one recommendation. */
export async function recommendation(database: TestDatabase): Promise<Context> {
  const ctx = database.context(await database.createTeam());
  await ctx.db.insert(Recommendation, {
    recommendationId: ID,
    title: 'Say why an import failed',
    body: 'People read "failed" as their own fault.',
    confidence: 'high',
    generatedAt: new Date(),
    updatedAt: new Date(),
  });
  return ctx;
}

/** Ends the wait that a limit asked for. */
export const endPause = teamStatement(
  'test.endPause',
  'update tracker_pushes set retry_at = null where team_id = $1',
);
