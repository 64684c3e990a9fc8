import {
  type MemoryIssue,
  MemoryTracker as SandboxMemoryTracker,
} from '../../sandbox/tracker/memory-tracker.js';
import type { CreatedIssue, IssueDraft, IssueRef, TrackedIssue } from '../../src/issues/issue.js';
import type { Attempt, Choice, IssueChoices, IssueComment } from '../../src/issues/tracker.js';
import { refused, TrackerFailure } from '../../src/issues/tracker-failure.js';

export type { MemoryIssue };

/** The sandbox's tracker, which fails when told to: its issues are `MEMO-1`, `MEMO-2`… */
export class MemoryTracker extends SandboxMemoryTracker {
  override readonly placeName = 'shelf';
  /** Which issues were asked for, in order. */
  readonly reads: string[] = [];
  /** The failures of the next calls. */
  readonly failures: TrackerFailure[] = [];
  leavesOut: string[] = [];

  constructor(provider = 'memo', name = 'Memo', agents?: Choice[]) {
    const base = `https://${provider}.example.com/items`;
    super({
      provider,
      name,
      prefix: 'MEMO',
      base,
      secret: 'memo-secret',
      ...(agents && { agents }),
    });
  }

  address = (externalId: string): string => `${this.options.base}/${externalId}`;

  override async create(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue> {
    this.failNow();
    if (draft.assignee === 'nobody') throw refused('Memo knows nobody called nobody.');
    return { ...(await super.create(draft, attempt)), dropped: this.leavesOut };
  }

  override async read(issue: IssueRef): Promise<TrackedIssue | undefined> {
    this.reads.push(issue.externalId);
    this.failNow();
    return super.read(issue);
  }

  override async comment(issue: IssueRef, comment: IssueComment): Promise<void> {
    this.failNow();
    await super.comment(issue, comment);
  }

  override async choices(place = 'shelf-1'): Promise<IssueChoices> {
    const places = [
      { id: 'shelf-1', name: 'First' },
      { id: 'shelf-2', name: 'Second' },
    ];
    const people = [{ id: `ada@${place}`, name: 'Ada' }];
    return { places, people, labels: ['research', `of ${place}`] };
  }

  override move(issue: MemoryIssue, state: MemoryIssue['state'], changedBy = 'Ada'): void {
    super.move(issue, state, changedBy);
  }

  private failNow(): void {
    const failure = this.failures.shift();
    if (failure) throw failure;
  }
}

export const lost = (): TrackerFailure => new TrackerFailure('unclear', 'Memo gave no answer.');
