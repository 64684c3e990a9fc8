import type { ActionPriority } from '../../db/entities/recommendation.js';
import type { CreatedIssue, IssueRef, SimilarIssue, TrackedIssue } from './issue.js';
import type { TrackerWebhook } from './tracker-webhook.js';

/** What an issue is made from. */
export interface IssueDraft {
  recommendationId: string;
  /** One line. */
  title: string;
  /** The work packet, safe to paste into a tracker. */
  markdown: string;
  labels: readonly string[];
  /** The team's or repository's id; the configured one unless told. */
  place?: string | undefined;
  /** The person's id with the tracker. */
  assignee?: string | undefined;
  priority?: ActionPriority | undefined;
}

/** One push of one recommendation to one tracker, stored before the first call. */
export interface Attempt {
  /** A random UUID v4: the issue's own id or its marker, whichever the tracker can hold. */
  clientId: string;
  startedAt: Date;
}

/** One comment, stored before it is sent. */
export interface IssueComment {
  /** A random UUID v4, as with an Attempt. */
  commentId: string;
  recommendationId: string;
  markdown: string;
  createdAt: Date;
}

/** Something to choose: a team, a repository, a person. */
export interface Choice {
  id: string;
  name: string;
}

/** What can be chosen for a new issue; at most 100 of each, and empty where we may not see them. */
export interface IssueChoices {
  /** The configured one first. */
  places: Choice[];
  /** Of the place that was asked for. */
  labels: string[];
  people: Choice[];
}

/**
 * The port to an issue tracker. Everything that asks the tracker throws TrackerFailure, whose kind says whether
 * what was sent can have taken effect; SDK types stay inside the adapters.
 */
export interface Tracker {
  readonly provider: string;
  /** What people call the tracker. */
  readonly name: string;
  /** What an issue is made in: `team`, `repository`. */
  readonly placeName: string;
  /** The configured one, where an issue of ours is found again only by looking where it was made. */
  readonly place?: string;
  readonly hasPriority: boolean;
  /** How long, in milliseconds, a request that got no answer may still take effect. */
  readonly settleMs: number;
  /** Absent: no secret is configured for it. */
  readonly webhook?: TrackerWebhook | undefined;
  /** Where issues would go, in a few words: asked of the tracker with the configured credentials. */
  whereTo(): Promise<string>;
  /** The external id of an issue of this tracker by its address; undefined for any other address. Pure. */
  parse(url: string): string | undefined;
  /** Sends one creation; never repeats it. Throws `unclear` only where the issue may have been made. */
  create(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue>;
  /** The issue that an earlier `create` of this attempt made, with what that call left undone now done. */
  find(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue | undefined>;
  /** An issue as it is now; undefined where it is gone or not visible to us. */
  read(issue: IssueRef): Promise<TrackedIssue | undefined>;
  /** Sends one comment; never repeats it. Throws `unclear` only where it may have been posted. */
  comment(issue: IssueRef, comment: IssueComment): Promise<void>;
  /** Whether an earlier `comment` took effect. */
  hasComment(issue: IssueRef, comment: IssueComment): Promise<boolean>;
  /** What can be chosen in this place, or in the configured one. */
  choices(place?: string): Promise<IssueChoices>;
  /** Issues that are there already, most alike first, 5 at most. */
  similar(draft: Pick<IssueDraft, 'recommendationId' | 'title' | 'place'>): Promise<SimilarIssue[]>;
}
