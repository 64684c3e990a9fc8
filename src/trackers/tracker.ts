/** What an issue is made from. */
export interface IssueDraft {
  recommendationId: string;
  /** One line. */
  title: string;
  /** The work packet, safe to paste into a tracker. */
  markdown: string;
  labels: readonly string[];
}

/** One push of one recommendation to one tracker, stored before the first call. */
export interface Attempt {
  /** A random UUID v4: the issue's own id or its marker, whichever the tracker can hold. */
  clientId: string;
  startedAt: Date;
}

export interface TrackerIssue {
  /** What people call it: `ENG-12`, `owner/name#12`. */
  externalId: string;
  /** The tracker's lasting id; it survives a move to another team or repository. */
  nativeId: string;
  url: string;
  title: string;
}

export interface CreatedIssue extends TrackerIssue {
  /** What the tracker left out, in words: labels, the back link. */
  dropped: string[];
}

export type IssueState = 'open' | 'started' | 'completed' | 'canceled' | 'duplicate';

export interface TrackedIssue extends TrackerIssue {
  /** By the state's type, never by its name. */
  state: IssueState;
}

/**
 * The port to an issue tracker. Everything throws TrackerFailure, whose kind says whether the issue
 * can exist; SDK types stay inside the adapters.
 */
export interface Tracker {
  readonly provider: string;
  /** What people call the tracker. */
  readonly name: string;
  /** How long, in milliseconds, a creation that got no answer may still take effect. */
  readonly settleMs: number;
  /** Sends one creation; never repeats it. Throws `unclear` only where the issue may have been made. */
  create(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue>;
  /** The issue that an earlier `create` of this attempt made, with what that call left undone now done. */
  find(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue | undefined>;
  /** An issue by its external or native id; undefined where it is gone or not visible to us. */
  read(id: string): Promise<TrackedIssue | undefined>;
}
