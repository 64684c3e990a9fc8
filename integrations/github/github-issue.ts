import { z } from 'zod';
import type { WorkItemState } from '../../db/entities/work-item.js';
import type { AddressRule } from '../../src/core/work-item-url.js';
import { BACK_LINK_TITLE } from '../../src/issues/comments.js';
import type { IssueDraft, TrackedIssue } from '../../src/issues/issue.js';
import type { IssueComment } from '../../src/issues/tracker.js';

const Account = z.object({ login: z.string() });

export const Issue = z.object({
  number: z.number().int(),
  node_id: z.string(),
  html_url: z.string(),
  title: z.string(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string().nullish() })])).default([]),
  assignees: z.array(Account).nullish(),
  /** One of the organization's types; absent in personal repositories. */
  type: z.object({ name: z.string() }).nullish(),
});

export const TrackedGitHubIssue = Issue.extend({
  state: z.string(),
  state_reason: z.string().nullish(),
  updated_at: z.coerce.date(),
  closed_by: Account.nullish(),
  /** A pull request is also an issue. */
  pull_request: z.object({ merged_at: z.string().nullish() }).nullish(),
});
type Tracked = z.infer<typeof TrackedGitHubIssue>;

export const presentIssue = ({ number, node_id, html_url, title }: z.infer<typeof Issue>) => {
  // The URL names the repository that currently holds the issue; a transfer changes it.
  const [, owner, name] = new URL(html_url).pathname.split('/');
  return { externalId: `${owner}/${name}#${number}`, nativeId: node_id, url: html_url, title };
};

const CLOSED: Record<string, WorkItemState> = { not_planned: 'canceled', duplicate: 'duplicate' };

function stateOf({ state, state_reason, pull_request }: Tracked): WorkItemState {
  if (state === 'open') return 'open';
  if (pull_request && !pull_request.merged_at) return 'canceled';
  return CLOSED[state_reason ?? ''] ?? 'completed';
}

export const presentTracked = (issue: Tracked): TrackedIssue => {
  const state = stateOf(issue);
  return {
    ...presentIssue(issue),
    state,
    updatedAt: issue.updated_at,
    ...(state !== 'open' && { changedBy: issue.closed_by?.login }),
  };
};

/** Splits `owner/name` into the parameters of Octokit's methods. */
export function repository(place: string): { owner: string; repo: string } {
  const [owner = '', repo = ''] = place.split('/');
  return { owner, repo };
}

/** Splits `owner/name#12` into the parameters of Octokit's methods; undefined for anything else. */
export function issueAddress(externalId: string) {
  const [, owner, repo, number] = /^([^/]+)\/([^/]+)#(\d+)$/.exec(externalId) ?? [];
  return owner && repo && number ? { owner, repo, issue_number: Number(number) } : undefined;
}

/** GitHub's limit in characters. */
const BODY_LIMIT = 65_536;
const CUT = '\n\n(Cut here: the work packet is longer than an issue can be.)';

/** The beginning of our marker, which only we write. */
export const MARKER = '<!-- belief-layer:';

/** Invisible in the rendered issue; identifies an issue whose creation response was lost. */
export const marker = (clientId: string): string => `${MARKER}${clientId} -->`;

/** The marker comes first, so that neither truncation nor an open code fence can swallow it. */
export function issueBody(draft: IssueDraft, clientId: string): string {
  const link = draft.pageUrl ? `[${BACK_LINK_TITLE}](${draft.pageUrl})\n` : '';
  const head = `${marker(clientId)}\n${link}\n`;
  const room = BODY_LIMIT - head.length;
  if (draft.markdown.length <= room) return head + draft.markdown;
  // Whole lines, so that no escaped character is cut in two.
  const kept = draft.markdown.slice(0, room - CUT.length);
  return head + kept.slice(0, Math.max(0, kept.lastIndexOf('\n'))) + CUT;
}

/** Adds the marker to a comment, so that it can be found if the response is lost. */
export const commentBody = ({ commentId, markdown }: IssueComment): string =>
  `${marker(commentId)}\n${markdown}`;

const ISSUE = /^(\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+))(?:\/.*)?$/;
const API = 'api.github.com';

/** Issues and pull requests on github.com and on the GitHub Enterprise server behind `apiUrl`. */
export function githubAddress(apiUrl?: string): AddressRule {
  const hosts = ['github.com', ...(apiUrl ? enterpriseHosts(apiUrl) : [])];
  return {
    provider: 'github',
    name: 'GitHub',
    match(host, path) {
      if (!hosts.includes(host)) return undefined;
      const [, issue, repo, number] = ISSUE.exec(path) ?? [];
      return issue ? { path: issue, ignoresQuery: true, externalId: `${repo}#${number}` } : {};
    },
  };
}

/** The API is at `https://ghe.example.com/api/v3`, or at `https://api.octo.ghe.com` with data residency. */
function enterpriseHosts(apiUrl: string): string[] {
  const { host } = new URL(apiUrl);
  if (host === API) return [];
  return [host.endsWith('.ghe.com') ? host.replace(/^api\./, '') : host];
}
