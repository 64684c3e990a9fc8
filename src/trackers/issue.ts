import type { WorkItemState } from '../../db/entities/work-item.js';

export interface IssueRef {
  /** What people call it: `ENG-12`, `owner/name#12`. */
  externalId: string;
  /** The tracker's lasting id, where it is known; it survives a move to another team or repository. */
  nativeId?: string | undefined;
}

export interface TrackerIssue extends IssueRef {
  nativeId: string;
  url: string;
  title: string;
}

export interface CreatedIssue extends TrackerIssue {
  /** What the tracker left out, in words: labels, the back link. */
  dropped: string[];
}

export interface TrackedIssue extends TrackerIssue {
  state: WorkItemState;
  /** Of the issue, by the tracker's clock. */
  updatedAt: Date;
  /** Who brought it into its state, where the tracker says. */
  changedBy?: string | undefined;
}

/** An issue that may be what somebody is about to make. */
export interface SimilarIssue extends TrackedIssue {
  /** It links to the same evidence, or its title is much the same. */
  why: 'link' | 'title';
}
