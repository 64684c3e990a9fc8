import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { WorkItemState } from '../../db/entities/work-item.js';
import type {
  CreatedIssue,
  IssueRef,
  SimilarIssue,
  TrackedIssue,
} from '../../src/trackers/issue.js';
import type {
  Attempt,
  IssueChoices,
  IssueComment,
  IssueDraft,
  Tracker,
} from '../../src/trackers/tracker.js';
import { refused, TrackerFailure } from '../../src/trackers/tracker-failure.js';
import type { Delivery } from '../../src/trackers/tracker-webhook.js';

export interface MemoryIssue extends TrackedIssue {
  clientId: string;
  draft: IssueDraft;
}

/** A third tracker, whole in this one file: its issues are `MEMO-1`, `MEMO-2`… at an address of their own. */
export class MemoryTracker implements Tracker {
  readonly provider: string = 'memo';
  readonly name: string = 'Memo';
  readonly placeName = 'shelf';
  readonly hasPriority = true;
  readonly settleMs = 0;
  readonly secret = 'memo-secret';
  readonly issues: MemoryIssue[] = [];
  readonly comments: (IssueComment & { issue: string })[] = [];
  /** Which issues were asked for, in order. */
  readonly reads: string[] = [];
  /** What the next calls of a method do instead of working. */
  readonly failures: TrackerFailure[] = [];
  leavesOut: string[] = [];
  readonly webhook = {
    receive: (headers: IncomingHttpHeaders, body: Buffer): Delivery | undefined => {
      if (headers['memo-signature'] !== this.sign(body)) return undefined;
      const { id, issue } = JSON.parse(body.toString());
      return { id, issue: { ...issue, updatedAt: new Date(issue.updatedAt) } };
    },
  };

  sign = (body: Buffer | string): string =>
    createHmac('sha256', this.secret).update(body).digest('hex');

  address = (externalId: string): string => `https://memo.example.com/items/${externalId}`;

  async whereTo(): Promise<string> {
    return 'the first shelf';
  }

  parse(url: string): string | undefined {
    return /^https:\/\/memo\.example\.com\/items\/(MEMO-\d+)/.exec(url)?.[1];
  }

  async create(draft: IssueDraft, { clientId }: Attempt): Promise<CreatedIssue> {
    this.failNow();
    if (draft.assignee === 'nobody') throw refused('Memo knows nobody called nobody.');
    const { title } = draft;
    return { ...this.add({ title }, draft, clientId), dropped: this.leavesOut };
  }

  async find(_draft: IssueDraft, { clientId }: Attempt): Promise<CreatedIssue | undefined> {
    const issue = this.issues.find((other) => other.clientId === clientId);
    return issue && { ...issue, dropped: [] };
  }

  async read({ externalId }: IssueRef): Promise<TrackedIssue | undefined> {
    this.reads.push(externalId);
    this.failNow();
    return this.issues.find((issue) => issue.externalId === externalId);
  }

  async comment({ externalId }: IssueRef, comment: IssueComment): Promise<void> {
    this.failNow();
    this.comments.push({ ...comment, issue: externalId });
  }

  async hasComment(_issue: IssueRef, { commentId }: IssueComment): Promise<boolean> {
    return this.comments.some((comment) => comment.commentId === commentId);
  }

  async choices(place = 'shelf-1'): Promise<IssueChoices> {
    const places = [
      { id: 'shelf-1', name: 'First' },
      { id: 'shelf-2', name: 'Second' },
    ];
    const people = [{ id: `ada@${place}`, name: 'Ada' }];
    return { places, people, labels: ['research', `of ${place}`] };
  }

  async similar({ title }: Pick<IssueDraft, 'title'>): Promise<SimilarIssue[]> {
    return this.issues
      .filter((issue) => issue.title === title)
      .map((issue) => ({ ...issue, why: 'title' as const }));
  }

  /** An issue that somebody made there. */
  add(
    given: Partial<TrackedIssue> & { title: string },
    draft?: IssueDraft,
    clientId = '',
  ): MemoryIssue {
    const externalId = `MEMO-${this.issues.length + 1}`;
    const issue: MemoryIssue = {
      externalId,
      nativeId: `native-${externalId}`,
      url: this.address(externalId),
      state: 'open',
      updatedAt: new Date(),
      clientId,
      draft: draft as IssueDraft,
      ...given,
    };
    this.issues.push(issue);
    return issue;
  }

  move(issue: MemoryIssue, state: WorkItemState, changedBy = 'Ada'): void {
    const updatedAt = new Date(Math.max(Date.now(), issue.updatedAt.getTime() + 1));
    Object.assign(issue, { state, changedBy, updatedAt });
  }

  private failNow(): void {
    const failure = this.failures.shift();
    if (failure) throw failure;
  }
}

export const lost = (): TrackerFailure => new TrackerFailure('unclear', 'Memo gave no answer.');
