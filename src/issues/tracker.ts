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
  /** A random UUID v4: the issue's own id or its marker, whichever the tracker supports. */
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
  /** Starts with the configured one. */
  places: Choice[];
  /** Labels of the requested place. */
  labels: string[];
  people: Choice[];
}

/** An issue in which someone writes to us. */
type PlaceOfQuestion = IssueRef & { nativeId: string; url: string };

/** A question that someone asks inside an issue. */
export interface QuestionInIssue {
  /** The tracker's id of the comment, session or message; each is answered once. */
  questionId: string;
  /** The conversation to answer in; absent if the answer is a comment on the issue. */
  threadId?: string | undefined;
  issue: PlaceOfQuestion;
  askedBy: string;
  /** Empty if it only asks why the issue exists. */
  text: string;
  /** True if it asks us to stop what we are doing in the thread. */
  stops: boolean;
}

/** A question as stored, with the ids that our own posts will have. */
export interface StoredQuestion extends Omit<QuestionInIssue, 'stops'> {
  /** Random UUIDs v4: of the acknowledgement and of the reply. */
  noticeId: string;
  replyId: string;
  askedAt: Date;
}

/** The one reply to a question. */
export interface QuestionReply {
  /** `limit`: too many questions in this issue; `apology`: we cannot answer. */
  says: ReplyKind;
  markdown: string;
}

/** Answers questions inside the tracker's issues. Its methods throw TrackerFailure, as those of Tracker do. */
export interface QuestionDesk {
  /** Describes in a few words how to ask a question; throws if questions could not be answered. */
  howToAsk(): Promise<string>;
  /** True if this person may ask here; `linked` is true if the issue is linked to a recommendation. */
  mayAsk(question: StoredQuestion, linked: boolean): Promise<boolean>;
  /** Shows that the question was read; repeating it changes nothing. */
  acknowledge(question: StoredQuestion): Promise<void>;
  /** The words of the question, without our name. */
  wordsOf(question: StoredQuestion): Promise<string>;
  /** True if anyone may read the issue. */
  isPublic(question: StoredQuestion): Promise<boolean>;
  /** Sends the reply, and never repeats it. Throws `unclear` only if it may have been posted. */
  reply(question: StoredQuestion, reply: QuestionReply): Promise<void>;
  /** True if an earlier `reply` took effect, whatever it said. */
  hasReply(question: StoredQuestion): Promise<boolean>;
}

/** The coding agents available in a place. */
export interface AgentList {
  agents: Choice[];
  /** If there are none: why, and what would change that, in one sentence. */
  whyNone?: string | undefined;
}

export interface PullRequest {
  /** Display name: `owner/name#12`. */
  name: string;
  url: string;
  state: PullState;
  mergedBy?: string | undefined;
}

/** An agent's progress with an issue, as the tracker shows it. */
export interface AgentProgress {
  /** True if the issue is currently assigned to the agent. */
  assigned: boolean;
  /** True if a session started or a pull request links back. An assignment alone proves nothing. */
  began: boolean;
  /** The latest pull request that links back. */
  pull?: PullRequest | undefined;
}

/** Hands a tracker's issues to coding agents. Throws as Tracker does. */
export interface CodingAgents {
  /** Milliseconds during which a handover without a response may still take effect. */
  readonly inDoubtMs: number;
  /** The agents for new issues of this place, or for this issue. */
  list(of: { place?: string | undefined; issue?: IssueRef }): Promise<AgentList>;
  /** Sends one handover, and never repeats it. Throws `unclear` only if it may have taken effect. */
  handOver(issue: IssueRef, agentId: string): Promise<void>;
  /** Takes the issue away from the agent; changes nothing if the agent does not have it. */
  takeBack(issue: IssueRef, agentId: string): Promise<void>;
  progress(issue: IssueRef, agentId: string): Promise<AgentProgress>;
}

/** The content of one object. */
export type ObjectContent =
  /** The link to the recommendation's page, in plain text. */
  | { kind: 'back_link'; recommendationId: string; title: string; subtitle: string }
  /** `domain`: the host of the participant's email address, which may tell the tracker their company. */
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

/** Attaches objects to an issue, in the tracker's own terms. Throws as Tracker does. */
export interface ObjectKeeper {
  /** The kinds that this tracker supports. */
  readonly kinds: readonly ObjectKind[];
  /** Milliseconds during which an addition without a response may still take effect. */
  readonly inDoubtMs: number;
  /** The reason, in one sentence, why objects of this kind cannot be added at present; undefined if they can. */
  whyNot(kind: ObjectKind): Promise<string | undefined>;
  /** Sends one addition, and never repeats it. Throws `unclear` only if it may have taken effect. */
  add(issue: IssueRef, object: IssueObject): Promise<void>;
  /**
   * True if an earlier `add` took effect, after completing any step that it left undone. Always false for an
   * addition that may be repeated.
   */
  has(issue: IssueRef, object: IssueObject): Promise<boolean>;
  /** Updates the object's content, unless a user removed the object. Absent if objects never change. */
  change?(issue: IssueRef, object: IssueObject): Promise<void>;
  /** Removes the object; changes nothing if it is gone. Absent if objects are never removed. */
  remove?(object: Pick<IssueObject, 'objectId' | 'kind'>): Promise<void>;
}

/** One verified delivery of a webhook. */
export interface Delivery {
  id: string;
  question?: QuestionInIssue | undefined;
  /** The issue that it is about; absent if it is about anything else. */
  issue?: TrackedIssue & {
    /** Key and URL before the issue moved to another team or repository. */
    movedFrom?: (IssueRef & { url: string }) | undefined;
  };
}

export interface TrackerWebhook {
  /** Returns undefined if the signature does not match these bytes, or their timestamp is not current. */
  receive(headers: IncomingHttpHeaders, body: Buffer): Delivery | undefined;
}

/**
 * The port to an issue tracker. Every method that calls the tracker throws TrackerFailure, whose kind says whether
 * the request may have taken effect. SDK types stay inside the adapters.
 */
export interface Tracker {
  readonly provider: string;
  /** Display name of the tracker. */
  readonly name: string;
  /** The tracker's word for the place of an issue: `team`, `repository`. */
  readonly placeName: string;
  /** The configured place, if an issue of ours can only be found again in the place where it was created. */
  readonly place?: string;
  readonly hasPriority: boolean;
  /** Milliseconds during which a request without a response may still take effect. */
  readonly inDoubtMs: number;
  /** Absent if no secret is configured for it. */
  readonly webhook?: TrackerWebhook | undefined;
  /** Absent if questions inside its issues are not answered. */
  readonly questions?: QuestionDesk | undefined;
  /** Absent if its issues cannot be handed to coding agents. */
  readonly agents?: CodingAgents | undefined;
  /** Absent if objects cannot be attached to its issues. */
  readonly objects?: ObjectKeeper | undefined;
  /** The place of new issues in a few words, read from the tracker with the configured credentials. */
  whereTo(): Promise<string>;
  /** The external id of an issue of this tracker, from its URL; undefined for any other URL. Pure. */
  parse(url: string): string | undefined;
  /** Sends one creation, and never repeats it. Throws `unclear` only if the issue may have been created. */
  create(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue>;
  /**
   * Returns the issue that an earlier `create` of this attempt created, after completing any step that it left
   * undone.
   */
  find(draft: IssueDraft, attempt: Attempt): Promise<CreatedIssue | undefined>;
  /** Returns an issue's current state; undefined if it is gone or not visible to us. */
  read(issue: IssueRef): Promise<TrackedIssue | undefined>;
  /** Sends one comment, and never repeats it. Throws `unclear` only if it may have been posted. */
  comment(issue: IssueRef, comment: IssueComment): Promise<void>;
  /** True if an earlier `comment` took effect. */
  hasComment(issue: IssueRef, comment: IssueComment): Promise<boolean>;
  /** The choices in this place, or in the configured one. */
  choices(place?: string): Promise<IssueChoices>;
  /**
   * The person with this email address who can be assigned an issue in this place, or in the configured one. Absent
   * if the tracker has no such lookup.
   */
  personByEmail?(email: string, place?: string): Promise<Choice | undefined>;
  /** Similar existing issues, most alike first, at most 5. */
  similar(wanted: SimilarTo): Promise<SimilarIssue[]>;
}
