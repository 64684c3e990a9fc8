import { z } from 'zod';
import type { WorkItemState } from '../../db/entities/work-item.js';
import type { TrackedIssue } from '../../src/trackers/issue.js';

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
  /** A pull request is an issue, too. */
  pull_request: z.object({ merged_at: z.string().nullish() }).nullish(),
});
type Tracked = z.infer<typeof TrackedGitHubIssue>;

export const presentIssue = ({ number, node_id, html_url, title }: z.infer<typeof Issue>) => {
  // The address names the repository where the issue is now, which a transfer changes.
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

/** `owner/name` as what Octokit's methods take. */
export function repository(place: string): { owner: string; repo: string } {
  const [owner = '', repo = ''] = place.split('/');
  return { owner, repo };
}

/** `owner/name#12` as what Octokit's methods take; undefined for anything else. */
export function issueAddress(externalId: string) {
  const [, owner, repo, number] = /^([^/]+)\/([^/]+)#(\d+)$/.exec(externalId) ?? [];
  return owner && repo && number ? { owner, repo, issue_number: Number(number) } : undefined;
}
