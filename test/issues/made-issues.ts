import { GitHubTracker } from '../../integrations/github/github-tracker.js';
import { JiraTracker } from '../../integrations/jira/jira-tracker.js';
import { LinearTracker } from '../../integrations/linear/linear-tracker.js';
import { Secret } from '../../src/core/secret.js';
import type { Tracker } from '../../src/issues/tracker.js';
import { publicUrl } from './draft.js';
import { FakeGitHub } from './fake-github.js';
import { FakeJira, readable } from './fake-jira.js';
import { FakeLinear } from './fake-linear.js';
import type { FaultyServer } from './faulty-server.js';

/** An issue as its tracker holds it. */
export interface IssueMade {
  key: string;
  title: string;
  /** The body as it is stored, and as a person reads it. */
  raw: string;
  text: string;
  /** The addresses that the body links to. */
  links: string[];
  assignee: string | undefined;
}

/** A real client over a server of our own, and the issues there. */
export interface MadeTracker {
  tracker: Tracker;
  server: FaultyServer;
  CREATE: string;
  FIND: string;
  made(): IssueMade[];
  /** The id of Ada, whose address is ada@example.com. */
  ada: string;
  /** Makes her address public, in a tracker that shows no others. */
  publishEmail?(): void;
  /** Somebody completes the last issue. */
  complete(): void;
  /** Words that must not stand in the body as it is stored. */
  traps: string[];
  stop(): Promise<void>;
}

const INVISIBLE = /\u200b/g;
const plain = (markdown: string): string =>
  markdown
    .replace(INVISIBLE, '')
    .replace(/\\([\\`*_~|$[\](){}!^.=+-])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
const linksIn = (markdown: string): string[] =>
  [...markdown.matchAll(/(?<!\\)\]\(([^)\s]+)\)/g)].map(([, url = '']) => url);

const HTML = ['<script', '<img', '<b>', '\n```', '![x]('];
const options = { timeoutMs: 1_500, inDoubtMs: 100, publicUrl };

export const MADE: { name: string; start(): Promise<MadeTracker> }[] = [
  {
    name: 'Linear',
    async start() {
      const linear = new FakeLinear();
      await linear.server.start();
      const apiKey = new Secret(linear.key);
      const { url: apiUrl } = linear.server;
      return {
        tracker: new LinearTracker({ ...options, apiKey, teamKey: 'ENG', apiUrl }),
        server: linear.server,
        CREATE: 'mutation CreateIssue',
        FIND: 'query IssueByClientId',
        made: () =>
          linear.issues.map(({ identifier, title, description, assigneeId }) => ({
            key: identifier,
            title: title ?? '',
            raw: description ?? '',
            text: plain(description ?? ''),
            links: linksIn(description ?? ''),
            assignee: assigneeId ?? undefined,
          })),
        ada: 'user-ada',
        complete: () => linear.move(linear.issues.at(-1)!, 'completed'),
        traps: HTML,
        stop: () => linear.server.stop(),
      };
    },
  },
  {
    name: 'GitHub',
    async start() {
      const github = new FakeGitHub();
      await github.server.start();
      const { repo, token } = github;
      const auth = { token: new Secret(token) };
      return {
        tracker: new GitHubTracker({ ...options, auth, repo, apiUrl: github.server.url }),
        server: github.server,
        CREATE: `POST /repos/${repo}/issues`,
        FIND: `GET /repos/${repo}/issues`,
        made: () =>
          github.issues.map(({ number, title, body, assignees }) => ({
            key: `${repo}#${number}`,
            title,
            raw: body,
            text: plain(body),
            links: linksIn(body),
            assignee: assignees[0]?.login,
          })),
        ada: 'ada',
        publishEmail: () => github.emails.set('ada', 'ADA@example.com'),
        complete: () => github.move(github.issues.at(-1)!, 'completed'),
        traps: HTML,
        stop: () => github.server.stop(),
      };
    },
  },
  {
    name: 'Jira',
    async start() {
      const jira = new FakeJira();
      await jira.server.start();
      const { siteUrl, email, token } = jira;
      const apiToken = new Secret(token);
      const access = { siteUrl, apiUrl: jira.server.url, email, apiToken, project: 'ENG' };
      return {
        tracker: new JiraTracker({ ...options, ...access }),
        server: jira.server,
        CREATE: 'POST /rest/api/3/issue',
        FIND: 'POST /rest/api/3/search/jql',
        made: () =>
          jira.issues.map(({ key, fields }) => {
            const raw = JSON.stringify(fields.description);
            return {
              key,
              title: fields.summary,
              raw,
              text: readable(fields.description!).replace(INVISIBLE, ''),
              links: [...raw.matchAll(/"href":"([^"]+)"/g)].map(([, url = '']) => url),
              assignee: fields.assignee?.id,
            };
          }),
        ada: '5b10-ada',
        complete: () => jira.move(jira.issues.at(-1)!, 'completed'),
        traps: ['{html}', '{include'],
        stop: () => jira.server.stop(),
      };
    },
  },
];
