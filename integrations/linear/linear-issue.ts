import { z } from 'zod';
import type { WorkItemState } from '../../db/entities/work-item.js';
import type { AddressRule } from '../../src/core/work-item-url.js';
import type { TrackedIssue } from '../../src/issues/issue.js';

export const Issue = z.object({
  id: z.string(),
  identifier: z.string(),
  url: z.string(),
  title: z.string(),
});

export const TrackedLinearIssue = Issue.extend({
  updatedAt: z.coerce.date(),
  trashed: z.boolean().nullish(),
  state: z.object({ type: z.string() }),
});

/** Maps a state's type to our status; backlog, triage, unstarted and any unknown type count as open. */
const STATES: Record<string, WorkItemState> = {
  started: 'started',
  completed: 'completed',
  canceled: 'canceled',
  duplicate: 'duplicate',
};

export const presentIssue = ({ id, identifier, url, title }: z.infer<typeof Issue>) => ({
  externalId: identifier,
  nativeId: id,
  url,
  title,
});

export const presentTracked = (issue: z.infer<typeof TrackedLinearIssue>): TrackedIssue => ({
  ...presentIssue(issue),
  state: issue.trashed ? 'deleted' : (STATES[issue.state.type] ?? 'open'),
  updatedAt: issue.updatedAt,
});

const ISSUE = /^(\/[^/]+\/issue\/([A-Za-z][A-Za-z0-9_]*-\d+))(?:\/.*)?$/;

/** An issue's URL is the same with and without its title. */
export const linearAddress: AddressRule = {
  provider: 'linear',
  name: 'Linear',
  match(host, path) {
    if (host !== 'linear.app') return undefined;
    const [, issue, key] = ISSUE.exec(path) ?? [];
    return issue && key ? { path: issue, externalId: key.toUpperCase() } : {};
  },
};
