import type { WorkItemState } from '../../db/entities/work-item.js';

export interface IssueRef {
  /** Its name for people: `ENG-12`, `owner/name#12`. */
  externalId: string;
  /**
   * The tracker's permanent id, if it is known; it survives a move to another team or repository.
   */
  nativeId?: string | undefined;
}

export interface TrackerIssue extends IssueRef {
  nativeId: string;
  url: string;
  title: string;
}

export interface CreatedIssue extends TrackerIssue {
  /** Descriptions of the parts that the tracker left out: labels, the back link. */
  dropped: string[];
}

export interface TrackedIssue extends TrackerIssue {
  state: WorkItemState;
  /** Last change of the issue, by the tracker's clock. */
  updatedAt: Date;
  /** The user who brought it into its state, if the tracker says. */
  changedBy?: string | undefined;
}

/** An existing issue that may be the one a user is about to create. */
export interface SimilarIssue extends TrackedIssue {
  /** It links to the same evidence, or its title is nearly the same. */
  why: 'link' | 'title';
}
