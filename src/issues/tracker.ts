import type { IncomingHttpHeaders } from 'node:http';
import type { ObjectKind, PullState, ReplyKind } from '../../db/entities/work-item.js';
import type {
  CreatedIssue,
  IssueDraft,
  IssueRef,
  SimilarIssue,
  SimilarTo,
  TrackedIssue,
} from './issue.js';

/** One push to one tracker, stored before the first call. */
export interface Attempt {
  /** A random UUID v4: the issue's own id or its marker, whichever the tracker can hold. */
  clientId: string;
  startedAt: Date;
}

/** One comment, stored before it is sent. */
export interface IssueComment {
  /** A random UUID v4, as with an Attempt. */
  commentId: string;
  markdown: string;
  createdAt: Date;
}

/** A selectable team, repository or person. */
export interface Choice {
  id: string;
  name: string;
}

/** The choices for a new issue; at most 100 of each kind, and empty if we may not see them. */
export interface IssueChoices {
  /** The configured one first. */
  places: Choice[];
  /** Labels of the requested place. */
  labels: string[];
  people: Choice[];
}

/** An issue in which somebody writes to us. */
export type PlaceOfQuestion = IssueRef & { nativeId: string; url: string };

/** A question that somebody asks inside an issue. */
export interface AskedThere {
  /** The tracker's id of the comment, session or message: each is answered once. */
  questionId: string;
  /** The conversation to answer in; absent if the answer is a comment on the issue. */
  threadId?: string | undefined;
  issue: PlaceOfQuestion;
  askedBy: string;
  /** Empty if nothing is asked but why there is this issue. */
  text: string;
  /** True if it asks us to stop whatever we are doing in the thread. */
  stops: boolean;
}

/** A question as it is stored, with the ids that our own posts will have. */
export interface StoredQuestion extends Omit<AskedThere, 'stops'> {
  /** Random UUIDs v4: of the first sign that it was read, and of the reply. */
  noticeId: string;
  replyId: string;
  askedAt: Date;
}

/** The one reply to a question. */
export interface QuestionReply {
  /** `limit`: there were too many in this issue; `apology`: we cannot answer. */
  says: ReplyKind;
  markdown: string;
}

/**
 * Answers questions inside the tracker's issues. Its methods throw TrackerFailure, as those of
 * Tracker do.
 */
export interface QuestionDesk {
  /** Describes in a few words how questions are asked; throws if they could not be answered. */
  howToAsk(): Promise<string>;
  /** True if this person may ask here; `linked` if the issue is linked to a recommendation. */
  mayAsk(question: StoredQuestion, linked: boolean): Promise<boolean>;
  /** Shows that the question was read; a repetition changes nothing. */
  acknowledge(question: StoredQuestion): Promise<void>;
  /** The words of the question, without our name. */
  wordsOf(question: StoredQuestion): Promise<string>;
  /** True if anybody may read the issue. */
  isPublic(question: StoredQuestion): Promise<boolean>;
  /** Sends the reply; never repeats it. Throws `unclear` only if it may have been posted. */
  reply(question: StoredQuestion, reply: QuestionReply): Promise<void>;
  /** True if an earlier `reply` took effect, whatever it said. */
  hasReply(question: StoredQuestion): Promise<boolean>;
}

/** The coding agents of a place. */
export interface AgentList {
  agents: Choice[];
  /** If there are none: why, and what would change that, in one sentence. */
  whyNone?: string | undefined;
}

export interface PullRequest {
  /** Its name for people: `owner/name#12`. */
  name: string;
  url: string;
  state: PullState;
  mergedBy?: string | undefined;
}

/** An agent's progress with an issue, as the tracker shows it. */
export interface AgentProgress {
  /** True if the issue is in the agent's hands now. */
  assigned: boolean;
  /** True if a session started or a pull request links back. An assignment proves nothing. */
  began: boolean;
  /** The latest pull request that links back. */
  pull?: PullRequest | undefined;
}

/** The coding agents to which a tracker's issues can be handed. Throws as Tracker does. */
export interface CodingAgents {
  /** Milliseconds in which a handover without a response may still take effect. */
  readonly settleMs: number;
  /** The agents for new issues of this place, or for this issue. */
  list(of: { place?: string | undefined; issue?: IssueRef }): Promise<AgentList>;
  /** Sends one handover; never repeats it. Throws `unclear` only if it may have taken effect. */
  handOver(issue: IssueRef, agentId: string): Promise<void>;
  /** Takes the issue out of the agent's hands; changes nothing if it is not in them. */
  takeBack(issue: IssueRef, agentId: string): Promise<void>;
  progress(issue: IssueRef, agentId: string): Promise<AgentProgress>;
}

/** The content of one object. */
export type ObjectContent =
  /** The link to the recommendation's page, in plain text. */
  | { kind: 'back_link'; recommendationId: string; title: string; subtitle: string }
  /** `domain`: the host of the participant's e-mail address, by which the tracker may know their company. */
  | { kind: 'customer_request'; markdown: string; domain?: string | undefined }
  | { kind: 'labels'; labels: readonly string[] }
  | { kind: 'sub_issue'; title: string; markdown: string };

/** One object attached to an issue, stored before it is sent. */
export type IssueObject<Kind extends ObjectKind = ObjectKind> = Extract<
  ObjectContent,
  { kind: Kind }
> & {
  /** A random UUID v4, as with an Attempt. */
  objectId: string;
  createdAt: Date;
};

/** Keeps what is attached to an issue, in the tracker's own terms. Throws as Tracker does. */
export interface ObjectKeeper {
  /** The kinds that this tracker knows. */
  readonly kinds: readonly ObjectKind[];
  /** Milliseconds in which an addition without a response may still take effect. */
  readonly settleMs: number;
  /** Tells in one sentence why objects of this kind cannot be added at present; undefined if they can. */
  whyNot(kind: ObjectKind): Promise<string | undefined>;
  /** Sends one addition; never repeats it. Throws `unclear` only if it may have taken effect. */
  add(issue: IssueRef, object: IssueObject): Promise<void>;
  /**
   * True if an earlier `add` took effect, after completing any step that it left undone; always false for an addition
   * that may be repeated.
   */
  has(issue: IssueRef, object: IssueObject): Promise<boolean>;
  /** Shows the content as it is now, unless somebody removed the object. Absent if objects stay as they were added. */
  change?(issue: IssueRef, object: IssueObject): Promise<void>;
  /** Removes the object; changes nothing if it is gone. Absent if objects stay. */
  remove?(object: Pick<IssueObject, 'objectId' | 'kind'>): Promise<void>;
}

/** One verified delivery of a webhook. */
export interface Delivery {
  id: string;
  question?: AskedThere | undefined;
  /** The issue that it concerns; absent if it concerns anything else. */
  issue?: TrackedIssue & {
    /** Its key and address before it moved to another team or repository. */
    movedFrom?: (IssueRef & { url: string }) | undefined;
  };
}

export interface TrackerWebhook {
  /**
   * Returns undefined if the signature does not match these bytes, or their time is not current.
   */
  receive(headers: IncomingHttpHeaders, body: Buffer): Delivery | undefined;
}

/**
 * The port to an issue tracker. Every method that calls the tracker throws TrackerFailure, whose
 * kind says whether the request may have taken effect; SDK types stay inside the adapters.
 */
export interface Tracker {
  readonly provider: string;
  /** The tracker's name for people. */
  readonly name: string;
  /** The tracker's word for the place of an issue: `team`, `repository`. */
  readonly placeName: string;
  /**
   * The configured place, if an issue of ours can only be found again in the place where it was
   * created.
   */
  readonly place?: string;
  readonly hasPriority: boolean;
  /** Milliseconds in which a request without a response may still take effect. */
  readonly settleMs: number;
  /** Absent if no secret is configured for it. */
  readonly webhook?: TrackerWebhook | undefined;
  /** Absent if questions inside its issues are not answered. */
  readonly questions?: QuestionDesk | undefined;
  /** Absent if its issues cannot be handed to coding agents. */
  readonly agents?: CodingAgents | undefined;
  /** Absent if nothing is attached to its issues. */
  readonly objects?: ObjectKeeper | undefined;
  /**
   * The place of new issues in a few words, read from the tracker with the configured credentials.
   */
  whereTo(): Promise<string>;
  /** The external id of an issue of this tracker by its URL; undefined for any other URL. Pure. */
  parse(url: string): string | undefined;
  /**
   * Sends one creation; never repeats it. Throws `unclear` only if the issue may have been created.
   */
  create(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue>;
  /**
   * Returns the issue that an earlier `create` of this attempt created, after completing any step
   * that the call left undone.
   */
  find(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue | undefined>;
  /** Returns an issue's current state; undefined if it is gone or not visible to us. */
  read(issue: IssueRef): Promise<TrackedIssue | undefined>;
  /** Sends one comment; never repeats it. Throws `unclear` only if it may have been posted. */
  comment(issue: IssueRef, comment: IssueComment): Promise<void>;
  /** True if an earlier `comment` took effect. */
  hasComment(issue: IssueRef, comment: IssueComment): Promise<boolean>;
  /** The choices in this place, or in the configured one. */
  choices(place?: string): Promise<IssueChoices>;
  /**
   * The person with this e-mail address who can get an issue in this place, or in the configured
   * one. Absent if the tracker cannot be asked.
   */
  personByEmail?(email: string, place?: string): Promise<Choice | undefined>;
  /** Similar existing issues, most alike first, at most 5. */
  similar(wanted: SimilarTo): Promise<SimilarIssue[]>;
}
