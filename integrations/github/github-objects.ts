import { z } from 'zod';
import type { ObjectKind } from '../../db/entities/work-item.js';
import type { IssueRef } from '../../src/issues/issue.js';
import type { IssueObject, ObjectKeeper } from '../../src/issues/tracker.js';
import {
  ofRead,
  refused,
  TrackerFailure,
  unclear,
  type Written,
} from '../../src/issues/tracker-failure.js';
import { type GitHubApi, githubFailure } from './github-api.js';
import { issueWithMarker } from './github-find.js';
import { issueAddress, marker } from './github-issue.js';

const Made = z.object({ id: z.number().int() });
type Parent = NonNullable<ReturnType<typeof issueAddress>>;

/** Adds labels and sub-issues to an issue. Objects are never changed or removed once they exist. */
export class GitHubObjects implements ObjectKeeper {
  readonly kinds: readonly ObjectKind[] = ['labels', 'sub_issue'];

  constructor(
    private readonly api: GitHubApi,
    readonly inDoubtMs: number,
  ) {}

  async whyNot(): Promise<undefined> {
    return undefined;
  }

  async add(issue: IssueRef, object: IssueObject): Promise<void> {
    const parent = addressOf(issue);
    await this.api.authenticate();
    if (object.kind === 'labels') return this.addLabels(parent, object);
    if (object.kind !== 'sub_issue') return;
    const { owner, repo, issue_number: number } = parent;
    const { data } = await this.api.octokit.rest.issues
      .create({
        owner,
        repo,
        title: object.title,
        body: `${marker(object.objectId)}\nPart of #${number}.\n\n${object.markdown}`,
        request: this.api.deadline(),
      })
      .catch((error: unknown) => {
        throw this.failure(error, parent, 'sub-issue');
      });
    const made = Made.safeParse(data);
    if (!made.success) throw unclear('GitHub', 'sub-issue');
    await this.join(parent, made.data);
  }

  /** Always false for labels: adding existing labels again has no effect. */
  async has(issue: IssueRef, object: IssueObject): Promise<boolean> {
    if (object.kind !== 'sub_issue') return false;
    const parent = addressOf(issue);
    const found = await issueWithMarker(this.api, `${parent.owner}/${parent.repo}`, {
      clientId: object.objectId,
      startedAt: object.createdAt,
    });
    const made = Made.safeParse(found);
    if (!made.success) return false;
    await this.join(parent, made.data);
    return true;
  }

  /** Only adds: an update of the issue would replace all of its labels. */
  private async addLabels(parent: Parent, { labels }: IssueObject<'labels'>): Promise<void> {
    await this.api.octokit.rest.issues
      .addLabels({ ...parent, labels: [...labels], request: this.api.deadline() })
      .catch((error: unknown) => {
        throw ofRead('GitHub', this.failure(error, parent, 'label'));
      });
  }

  /**
   * Makes the issue a sub-issue, unless it already is one. If GitHub refuses (as it does above a hundred), the
   * issue stays as it is and names its parent: creating it again would be worse.
   */
  private async join(parent: Parent, { id }: z.infer<typeof Made>): Promise<void> {
    const { issues } = this.api.octokit.rest;
    try {
      await issues.addSubIssue({ ...parent, sub_issue_id: id, request: this.api.deadline() });
    } catch (error) {
      const { kind, message, retryAfterMs } = this.failure(error, parent, 'sub-issue');
      // The issue exists, so only a refusal is final.
      if (kind !== 'refused') throw new TrackerFailure('unclear', message, retryAfterMs);
    }
  }

  private failure(error: unknown, { owner, repo }: Parent, what: Written) {
    return githubFailure(error, `${owner}/${repo}`, what);
  }
}

function addressOf({ externalId }: IssueRef): Parent {
  const address = issueAddress(externalId);
  if (!address) throw refused(`${externalId} is not a GitHub issue: expected owner/name#12.`);
  return address;
}
