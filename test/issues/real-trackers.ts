import { createHmac, randomUUID } from 'node:crypto';
import type { PullState } from '../../db/entities/work-item.js';
import { GitHubTracker } from '../../integrations/github/github-tracker.js';
import { JiraTracker } from '../../integrations/jira/jira-tracker.js';
import { LinearTracker } from '../../integrations/linear/linear-tracker.js';
import { Secret } from '../../src/core/secret.js';
import type { Tracker } from '../../src/issues/tracker.js';
import { publicUrl } from './draft.js';
import { FakeGitHub, type GitHubIssue } from './fake-github.js';
import { FakeJira, type JiraIssue, readable } from './fake-jira.js';
import { FakeLinear, type LinearIssue } from './fake-linear.js';
import type { FaultyServer } from './faulty-server.js';

export const WEBHOOK_SECRET = 'a-webhook-secret';

type Moves = 'open' | 'completed' | 'canceled' | 'duplicate';

export interface Delivery {
  body: string;
  headers: Record<string, string>;
}

/** A real client over a server of our own, and what people do there. */
export interface RealTracker {
  tracker: Tracker;
  server: FaultyServer;
  CREATE: string;
  COMMENT: string;
  /** Numbers of issues and comments. */
  issues(): number;
  comments(): string[];
  /** Somebody moves the nth issue, the first unless told. */
  move(to: Moves, by?: string, n?: number): void;
  /** Somebody deletes the first issue; gives the delivery that tells of it. */
  remove(): Delivery;
  /** Somebody moves the first issue to another place, where it gets another name. */
  moveTo?(place: string): void;
  /** The first issue goes out of our sight, until it is shown again. */
  hide(): { show(): void };
  /** The delivery that tells of the nth issue as it is. */
  delivery(action?: 'update' | 'remove', id?: string, n?: number): Delivery;
}

/** A tracker that hands issues to coding agents. */
export interface TrackerWithAgents extends RealTracker {
  /** The operation that hands an issue over, one that reads its progress, and the agent's name. */
  HAND_OVER: string;
  PROGRESS: string;
  agent: string;
  /** The number of times that an agent got an issue. */
  handovers(): number;
  /** True if the first issue is in the agent's hands. */
  hasAgent(): boolean;
  /** The agent begins on the first issue: its session starts (Linear), or it opens a pull request. */
  begin(): void;
  /** The agent's pull request for the first issue. */
  pull(state: PullState): void;
}

export async function realLinear(): Promise<TrackerWithAgents> {
  const linear = new FakeLinear();
  await linear.server.start();
  const tracker = new LinearTracker({
    apiKey: new Secret(linear.key),
    teamKey: 'ENG',
    apiUrl: linear.server.url,
    webhookSecret: new Secret(WEBHOOK_SECRET),
    timeoutMs: 1_500,
    inDoubtMs: 300,
    publicUrl,
  });
  const issue = (n = 0): LinearIssue => linear.issues[n]!;
  const types = { open: 'unstarted' } as Record<string, string>;
  const real: TrackerWithAgents = {
    tracker,
    server: linear.server,
    CREATE: 'mutation CreateIssue',
    COMMENT: 'mutation AddComment',
    issues: () => linear.issues.length,
    comments: () => linear.comments.map(({ body }) => body),
    move: (to, by, n) => linear.move(issue(n), types[to] ?? to, by),
    delivery: (action = 'update', id = randomUUID(), n = 0) => {
      const { moves, ...data } = issue(n);
      const { actor } = moves[0] ?? { actor: { displayName: 'Ada' } };
      const body = JSON.stringify({
        type: 'Issue',
        action,
        createdAt: data.updatedAt,
        actor: { id: 'user-ada', type: 'user', name: actor.displayName },
        data: { ...data, previousIdentifiers: [] },
        updatedFrom: { stateId: 'before' },
        webhookTimestamp: Date.now(),
      });
      return { body, headers: signedForLinear(body, id) };
    },
    remove() {
      const told = real.delivery('remove');
      linear.issues.splice(0, 1);
      return told;
    },
    hide: () => hideFirst(linear.issues),
    HAND_OVER: 'mutation SetDelegate',
    PROGRESS: 'query AgentProgress',
    agent: 'Coder',
    handovers: () => linear.handovers.length,
    hasAgent: () => issue().delegateId === 'agent-coder',
    begin() {
      const session = issue().sessions.at(-1)!;
      Object.assign(session, { status: 'active', startedAt: new Date().toISOString() });
    },
    pull(status) {
      const metadata = { status, number: 7, repoLogin: 'acme', repoName: 'app' };
      const url = 'https://github.com/acme/app/pull/7';
      issue().pulls.splice(0, 1, { url, sourceType: 'github', metadata });
    },
  };
  return real;
}

export async function realGitHub(): Promise<TrackerWithAgents> {
  const github = new FakeGitHub();
  await github.server.start();
  const tracker = new GitHubTracker({
    auth: { token: new Secret(github.token) },
    repo: github.repo,
    apiUrl: github.server.url,
    webhookSecret: new Secret(WEBHOOK_SECRET),
    timeoutMs: 1_500,
    inDoubtMs: 300,
    publicUrl,
  });
  const issue = (n = 0): GitHubIssue => github.issues[n]!;
  const reasons = { open: 'open', canceled: 'not_planned' } as const;
  const real: TrackerWithAgents = {
    tracker,
    server: github.server,
    CREATE: `POST /repos/${github.repo}/issues`,
    COMMENT: `POST /repos/${github.repo}/issues/1/comments`,
    issues: () => github.issues.length,
    comments: () => github.comments.map(({ body }) => body),
    move: (to, by, n) =>
      github.move(issue(n), to === 'completed' || to === 'duplicate' ? to : reasons[to], by),
    delivery: (action = 'update', id = randomUUID(), n = 0) => {
      const { closed_by, ...told } = issue(n);
      const body = JSON.stringify({
        action: action === 'remove' ? 'deleted' : told.state === 'open' ? 'reopened' : 'closed',
        issue: told,
        sender: { login: closed_by?.login ?? 'ada' },
      });
      return { body, headers: signedForGitHub(body, id) };
    },
    remove() {
      const told = real.delivery('remove');
      github.issues.splice(0, 1);
      return told;
    },
    hide: () => hideFirst(github.issues),
    HAND_OVER: `POST /repos/${github.repo}/issues/1/assignees`,
    PROGRESS: `GET /repos/${github.repo}/issues/1/timeline`,
    agent: 'Copilot',
    handovers: () => github.handovers.length,
    hasAgent: () => issue().assignees.some(({ login }) => login === 'Copilot'),
    begin: () => void github.openPull(1),
    pull(state) {
      const pull = github.pulls.get(1)?.[0] ?? github.openPull(1);
      pull.draft = state === 'draft';
      pull.state = state === 'draft' || state === 'open' ? 'open' : 'closed';
      pull.pull_request.merged_at = state === 'merged' ? new Date().toISOString() : null;
    },
  };
  return real;
}

export async function realJira(inDoubtMs = 300): Promise<RealTracker> {
  const jira = new FakeJira();
  await jira.server.start();
  const tracker = new JiraTracker({
    siteUrl: jira.siteUrl,
    apiUrl: jira.server.url,
    email: jira.email,
    apiToken: new Secret(jira.token),
    project: 'ENG',
    webhookSecret: new Secret(WEBHOOK_SECRET),
    timeoutMs: 1_500,
    inDoubtMs,
    publicUrl,
  });
  const issue = (n = 0): JiraIssue => jira.issues[n]!;
  const events = { update: 'jira:issue_updated', remove: 'jira:issue_deleted' };
  const real: RealTracker = {
    tracker,
    server: jira.server,
    CREATE: 'POST /rest/api/3/issue',
    COMMENT: 'POST /rest/api/3/issue/10001/comment',
    issues: () => jira.issues.length,
    comments: () => jira.comments.map(({ body }) => readable(body)),
    move: (to, by, n) => jira.move(issue(n), to, by),
    delivery: (action = 'update', id = randomUUID(), n = 0) => {
      const { id: issueId, key, fields, histories } = issue(n);
      const body = JSON.stringify({
        timestamp: Date.now(),
        webhookEvent: events[action],
        issue: { id: issueId, key, fields },
        user: { displayName: histories[0]?.author.displayName ?? 'Ada' },
        changelog: { items: histories[0]?.items ?? [] },
      });
      return { body, headers: signedForJira(body, id) };
    },
    remove() {
      const told = real.delivery('remove');
      jira.issues.splice(0, 1);
      return told;
    },
    moveTo: (project) => jira.moveTo(issue(), project),
    hide: () => hideFirst(jira.issues),
  };
  return real;
}

function hideFirst<Issue>(issues: Issue[]): { show(): void } {
  const hidden = issues.splice(0, 1);
  return { show: () => void issues.unshift(...hidden) };
}

const hmac = (body: string, secret = WEBHOOK_SECRET): string =>
  createHmac('sha256', secret).update(body).digest('hex');

export const signedForLinear = (body: string, id: string, secret?: string) => ({
  'content-type': 'application/json',
  'linear-delivery': id,
  'linear-signature': hmac(body, secret),
});

export const signedForGitHub = (body: string, id: string, secret?: string) => ({
  'content-type': 'application/json',
  'x-github-event': 'issues',
  'x-github-delivery': id,
  'x-hub-signature-256': `sha256=${hmac(body, secret)}`,
});

export const signedForJira = (body: string, id: string, secret?: string) => ({
  'content-type': 'application/json',
  'x-atlassian-webhook-identifier': id,
  'x-hub-signature': `sha256=${hmac(body, secret)}`,
});

export const WITH_AGENTS = [
  { name: 'Linear', start: realLinear, sign: signedForLinear },
  { name: 'GitHub', start: realGitHub, sign: signedForGitHub },
];

export const REAL = [...WITH_AGENTS, { name: 'Jira', start: realJira, sign: signedForJira }];
