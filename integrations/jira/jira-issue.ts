import { z } from 'zod';
import type { WorkItemState } from '../../db/entities/work-item.js';
import type { AddressRule } from '../../src/core/work-item-url.js';
import type { TrackedIssue } from '../../src/issues/issue.js';

/** Key of the property that stores which push or comment of ours created an issue or a comment. */
export const PROPERTY = 'belief-layer';

/** Our label on every issue that we create. */
export const LABEL = 'belief-layer';

export const Issue = z.object({
  id: z.string(),
  key: z.string(),
  fields: z.object({ summary: z.string() }),
  /** Present only if requested. */
  properties: z.record(z.string(), z.unknown()).optional(),
});

export const TrackedJiraIssue = Issue.extend({
  fields: Issue.shape.fields.extend({
    status: z.object({
      id: z.string().optional(),
      name: z.string(),
      statusCategory: z.object({ key: z.string() }),
    }),
    resolution: z.object({ name: z.string() }).nullish(),
    updated: z.coerce.date(),
  }),
});
type Tracked = z.infer<typeof TrackedJiraIssue>;

export const presentIssue = (
  { id, key, fields }: Pick<z.infer<typeof Issue>, 'id' | 'key' | 'fields'>,
  siteUrl: string,
) => ({ externalId: key, nativeId: id, url: issueUrl(key, siteUrl), title: fields.summary });

export const issueUrl = (key: string, siteUrl: string): string => `${siteUrl}/browse/${key}`;

/** Names of resolutions, or of statuses where a project has no resolutions. */
const CANCELED =
  /\b(won['’]?t|will not|cancell?ed|declined|rejected|abandoned|obsolete|invalid|incomplete|cannot reproduce|not (a bug|planned))\b/i;
const DUPLICATE = /\bduplicate\b/i;

/** A status belongs to a category, whatever the team calls it. Only the name shows why an issue ended. */
function stateOf({ status, resolution }: Tracked['fields']): WorkItemState {
  if (status.statusCategory.key === 'indeterminate') return 'started';
  if (status.statusCategory.key !== 'done') return 'open';
  const why = `${resolution?.name ?? ''} ${status.name}`;
  if (DUPLICATE.test(why)) return 'duplicate';
  return CANCELED.test(why) ? 'canceled' : 'completed';
}

export const presentTracked = (issue: Tracked, siteUrl: string): TrackedIssue => ({
  ...presentIssue(issue, siteUrl),
  state: stateOf(issue.fields),
  updatedAt: issue.fields.updated,
});

const ISSUE = /^\/(?:browse|jira\/.+\/issues)\/([A-Za-z][A-Za-z0-9_]*-\d+)$/;

/** Issues of the configured site; without a site, no URL is Jira's. */
export function jiraAddress(siteUrl?: string): AddressRule {
  const site = siteUrl && new URL(siteUrl).host;
  return {
    provider: 'jira',
    name: 'Jira',
    match(host, path) {
      if (host !== site) return undefined;
      const key = ISSUE.exec(path)?.[1]?.toUpperCase();
      return key ? { path: `/browse/${key}`, ignoresQuery: true, externalId: key } : {};
    },
  };
}
