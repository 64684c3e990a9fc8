import { randomUUID } from 'node:crypto';
import { RecommendationSignal } from '../../../db/entities/recommendation.js';
import { GitHubTracker } from '../../../integrations/github/github-tracker.js';
import { LinearTracker } from '../../../integrations/linear/linear-tracker.js';
import { linkWorkItem } from '../../../src/beliefs/recommendations/link-work-item.js';
import { createCipher } from '../../../src/core/encryption.js';
import { Secret } from '../../../src/core/secret.js';
import { TokenStore } from '../../../src/issues/token-store.js';
import type { Tracker } from '../../../src/issues/tracker.js';
import { type SeededQuote, seed } from '../../answers/seed.js';
import type { TestDatabase } from '../../support/database.js';
import { publicUrl } from '../draft.js';
import { FakeGitHub } from '../fake-github.js';
import { FakeLinear } from '../fake-linear.js';
import type { FaultyServer } from '../faulty-server.js';
import {
  type Delivery,
  signedForGitHub,
  signedForLinear,
  WEBHOOK_SECRET,
} from '../real-trackers.js';
import { createWorld, ID, type World } from '../world.js';

export const KEY = Buffer.alloc(32, 7).toString('base64');
const QUOTES: SeededQuote[] = [
  {
    id: 'q1',
    quote: 'It just says no, and I start over.',
    theme: 'imports',
    person: 'Ana Petrova',
  },
  {
    id: 'q2',
    quote: 'The import failed and did not tell why.',
    theme: 'imports',
    person: 'Bo Lind',
  },
  {
    id: 'q3',
    quote: 'The import told me the row.',
    theme: 'imports',
    person: 'Cy Ode',
    kind: 'counterEvidence',
  },
  { id: 'q4', quote: 'Inviting colleagues took an hour.', theme: 'invites', person: 'Dee Roe' },
];

/** Words that somebody writes in an issue. */
interface Saying {
  text?: string;
  /** The tracker's id of what is said. */
  id?: string;
  deliveryId?: string;
  by?: string;
  secret?: string;
}

/** A team with beliefs, one of them behind an issue, and the real client of a tracker that answers questions there. */
export interface Asking {
  world: World;
  tracker: Tracker;
  server: FaultyServer;
  /** The operation that posts a reply. */
  REPLY: string;
  /** The delivery of a question in the linked issue, as if somebody had just asked it. */
  question(saying?: Saying): Delivery;
  /** Sends it, and works what follows. */
  ask(saying?: Saying): Promise<number>;
  /** The replies, the oldest first. */
  replies(): string[];
  /** Signs that a question was read. */
  notices(): number;
  /** Signs that there were too many questions. */
  tooMany(): number;
  close(): Promise<void>;
}

export type Options = { quotes?: readonly SeededQuote[]; repo?: string; linked?: boolean };

async function asking(
  database: TestDatabase,
  issueUrl: string,
  { quotes = QUOTES, linked = true }: Options,
  make: (world: Pick<World, 'ctx'>) => Tracker,
  rest: Omit<Asking, 'world' | 'tracker' | 'ask' | 'close'>,
): Promise<Asking> {
  const world = await createWorld(database, make);
  await seed(world.ctx, quotes, [
    { id: 'imports', label: 'A failed import does not say why', themes: { imports: 'supports' } },
    { id: 'invites', label: 'Inviting a team is slow', themes: { invites: 'supports' } },
  ]);
  await world.ctx.db.insert(RecommendationSignal, {
    ...{ recommendationId: ID, signalId: 'imports', position: 0 },
  });
  if (linked) await linkWorkItem(world.ctx, ID, { url: issueUrl });
  const [tracker] = world.deps.trackers.values();
  return {
    ...rest,
    world,
    tracker: tracker!,
    async ask(saying) {
      const { body, headers } = rest.question(saying);
      const { status } = await world.deliver(tracker!.provider, body, headers);
      await world.settle();
      return status;
    },
    async close() {
      await world.close();
      await rest.server.stop();
    },
  };
}

export const LINEAR_ISSUE = {
  id: '0c1f6a6e-3c1d-4a54-9d0f-000000000007',
  identifier: 'ENG-7',
  url: 'https://linear.app/acme/issue/ENG-7/say-why-an-import-failed',
};

export const linearOf = (linear: FakeLinear, tokens: TokenStore, timeoutMs = 1_500) =>
  new LinearTracker({
    app: {
      clientId: linear.credentials.clientId,
      clientSecret: new Secret(linear.credentials.clientSecret),
    },
    teamKey: 'ENG',
    apiUrl: linear.server.url,
    webhookSecret: new Secret(`another-secret, ${WEBHOOK_SECRET}`),
    timeoutMs,
    publicUrl,
    tokens,
  });

const tokensOf = ({ ctx }: Pick<World, 'ctx'>): TokenStore =>
  new TokenStore(ctx.db, createCipher([KEY]));

export interface LinearAsking extends Asking {
  linear: FakeLinear;
  /** A session event, with what is different about it. */
  event(
    action: 'created' | 'prompted',
    saying: Saying & { signal?: string; session?: string },
  ): Delivery;
}

export async function askingInLinear(
  database: TestDatabase,
  options: Options = {},
): Promise<LinearAsking> {
  const linear = new FakeLinear();
  await linear.server.start();
  const event: LinearAsking['event'] = (action, saying) => {
    const { text = '@belief-layer why?', id = randomUUID(), by = 'user-ada', secret } = saying;
    const session = saying.session ?? (action === 'created' ? id : [...linear.sessions].at(-1)!);
    linear.sessions.add(session);
    const body = JSON.stringify({
      type: 'AgentSessionEvent',
      action,
      createdAt: new Date().toISOString(),
      appUserId: linear.app.id,
      oauthClientId: linear.credentials.clientId,
      organizationId: 'acme',
      webhookId: 'a-webhook',
      webhookTimestamp: Date.now(),
      agentSession: {
        id: session,
        appUserId: linear.app.id,
        organizationId: 'acme',
        status: 'pending',
        type: 'commentThread',
        creatorId: by,
        createdAt: new Date().toISOString(),
        updatedAt: new Date().toISOString(),
        comment:
          action === 'created' ? { id: randomUUID(), body: text, issueId: LINEAR_ISSUE.id } : null,
        issueId: LINEAR_ISSUE.id,
        issue: {
          ...LINEAR_ISSUE,
          title: 'Say why an import failed',
          teamId: 'team-eng',
          team: linear.team,
        },
      },
      ...(action === 'prompted' && {
        agentActivity: {
          id,
          agentSessionId: session,
          content: { type: 'prompt', body: text },
          signal: saying.signal ?? null,
          userId: by,
          user: { id: by, name: 'Ada', email: 'ada@acme.example', url: 'https://linear.app/ada' },
          createdAt: new Date().toISOString(),
          updatedAt: new Date().toISOString(),
        },
      }),
    });
    return { body, headers: signedForLinear(body, saying.deliveryId ?? randomUUID(), secret) };
  };
  const of = (...types: string[]) =>
    linear.activities.filter(({ content }) => types.includes(content.type));
  const asked = await asking(
    database,
    LINEAR_ISSUE.url,
    options,
    (world) => linearOf(linear, tokensOf(world)),
    {
      server: linear.server,
      REPLY: 'mutation AddActivity',
      question: (saying = {}) => event('created', saying),
      replies: () => of('response', 'error').map(({ content }) => content.body),
      notices: () => of('thought').length,
      tooMany: () =>
        of('error').filter(({ content }) => content.body.includes('questions per issue and hour'))
          .length,
    },
  );
  return { ...asked, linear, event };
}

export interface GitHubAsking extends Asking {
  github: FakeGitHub;
  /** The delivery of a comment, with what is different about it. */
  comment(saying: Saying, different?: object, action?: string): Delivery;
}

export async function askingInGitHub(
  database: TestDatabase,
  options: Options = {},
): Promise<GitHubAsking> {
  const github = new FakeGitHub();
  await github.server.start();
  const issue = github.add({ title: 'Say why an import failed' });
  let comments = 1_000;
  const comment: GitHubAsking['comment'] = (saying, different = {}, action = 'created') => {
    const { text = '@belief-layer why?', by = 'ada', secret } = saying;
    comments += 1;
    const id = Number(saying.id ?? comments);
    github.asked.add(id);
    const body = JSON.stringify({
      action,
      issue: {
        ...issue,
        ...(options.repo && { html_url: `https://github.com/${options.repo}/issues/1` }),
      },
      comment: {
        id,
        body: text,
        user: { login: by, type: 'User' },
        author_association: 'MEMBER',
        performed_via_github_app: null,
        ...different,
      },
      repository: { full_name: github.repo, private: github.isPrivate },
      sender: { login: by, type: 'User' },
    });
    const headers = signedForGitHub(body, saying.deliveryId ?? randomUUID(), secret);
    return { body, headers: { ...headers, 'x-github-event': 'issue_comment' } };
  };
  const asked = await asking(
    database,
    issue.html_url,
    options,
    () =>
      new GitHubTracker({
        auth: { token: new Secret(github.token) },
        repo: github.repo,
        apiUrl: github.server.url,
        webhookSecret: new Secret(WEBHOOK_SECRET),
        botName: github.slug,
        timeoutMs: 1_500,
        inDoubtMs: 300,
        publicUrl,
      }),
    {
      server: github.server,
      REPLY: `POST /repos/${github.repo}/issues/1/comments`,
      question: (saying = {}) => comment(saying),
      replies: () => github.comments.map(({ body }) => body),
      notices: () => github.reactions.filter(({ content }) => content === 'eyes').length,
      tooMany: () => github.reactions.filter(({ content }) => content === 'confused').length,
    },
  );
  return { ...asked, github, comment };
}

export const ASKING = [
  { name: 'Linear', start: askingInLinear },
  { name: 'GitHub', start: askingInGitHub },
];
