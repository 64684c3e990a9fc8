import { z } from 'zod';
import type { WorkItemState } from '../../db/entities/work-item.js';
import type { TrackedIssue } from '../../src/issues/issue.js';

const Account = z.object({ login: z.string() });

export const Issue = z.object({
  number: z.number().int(),
  node_id: z.string(),
  html_url: z.string(),
  title: z.string(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string().nullish() })])).default([]),
  assignees: z.array(Account).nullish(),
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
  // The URL names the repository that holds the issue now; a transfer changes it.
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
