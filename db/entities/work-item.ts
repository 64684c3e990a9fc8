import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Id, Instant, OptionalInstant, OptionalText, TeamKey } from '../columns.js';

export const WORK_ITEM_STATES = [
  'open',
  'started',
  'completed',
  'canceled',
  'duplicate',
  'deleted',
] as const;
/** Follows the type of the tracker's state, never its name. `deleted` includes issues that we can no longer see. */
export type WorkItemState = (typeof WORK_ITEM_STATES)[number];

/** The state of a linked issue as last reported by its tracker. */
@Entity('work_item_states')
export class WorkItemStatus {
  @TeamKey() teamId!: string;
  @Id() recommendationId!: string;
  @Id() normalizedUrl!: string;
  @Column('text') tracker!: string;
  @Column('text') externalId!: string;
  @Column('text') nativeId!: string;
  @Column('text') url!: string;
  @Column('text') title!: string;
  @Column('text') state!: WorkItemState;
  /** State of a deleted issue when it was last seen. */
  @Column('text', { nullable: true }) stateBefore!: Exclude<WorkItemState, 'deleted'> | null;
  @Column('boolean', { default: false }) reopened!: boolean;
  @OptionalText() movedFrom!: string | null;
  @OptionalText() changedBy!: string | null;
  @Instant() updatedAt!: Date;
  @OptionalInstant() readAt!: Date | null;
}

/** One signed webhook delivery from a tracker. */
@Entity('tracker_deliveries')
export class TrackerDelivery {
  @TeamKey() teamId!: string;
  @Id() tracker!: string;
  @Id() deliveryId!: string;
  @Column('bytea') bodyHash!: Buffer;
  @Instant({ default: () => 'now()' }) receivedAt!: Date;
}

/** One comment on one linked issue, stored before it is sent. */
@Entity('work_item_comments')
export class WorkItemComment {
  @TeamKey() teamId!: string;
  @PrimaryColumn('uuid') commentId!: string;
  @Column('text') recommendationId!: string;
  @Column('text') normalizedUrl!: string;
  @Column('text') cause!: string;
  @Column('text') markdown!: string;
  @Instant({ default: () => 'now()' }) createdAt!: Date;
  @Column('integer', { default: 0 }) turn!: number;
  @OptionalInstant() sentAt!: Date | null;
  @OptionalInstant() postedAt!: Date | null;
  @OptionalText() failure!: string | null;
}

export type ShipAnswer = 'shipped' | 'not_yet' | 'settled' | 'withdrawn';

/** The question whether a completed issue has shipped, asked once in the card's channel. */
@Entity('ship_questions')
export class ShipQuestion {
  @TeamKey() teamId!: string;
  @Id() questionId!: string;
  @Column('text') recommendationId!: string;
  @Column('text') normalizedUrl!: string;
  @OptionalText() completedBy!: string | null;
  @Instant() askedAt!: Date;
  @OptionalInstant() closedAt!: Date | null;
  @Column('text', { nullable: true }) closedAs!: ShipAnswer | null;
  @OptionalText() closedBy!: string | null;
}

const PUSH_STATES = ['planned', 'sent', 'made', 'linked'] as const;
export type PushState = (typeof PUSH_STATES)[number];

/**
 * One issue created in one tracker, for a recommendation or from a message. The row is stored before the first
 * call.
 */
@Entity('tracker_pushes')
export class TrackerPush {
  @TeamKey() teamId!: string;
  /** Exactly one of these two is set. */
  @OptionalText() recommendationId!: string | null;
  @OptionalText() messageKey!: string | null;
  @Column('text') provider!: string;
  /** Numbers the issues that were created from one message. */
  @Column('integer', { default: 1 }) copy!: number;
  /** The belief that an issue from a message is about. */
  @OptionalText() signalId!: string | null;
  /** The current state; src/issues/push.ts lists the steps. */
  @Column('text', { default: 'planned' }) state!: PushState;
  @PrimaryColumn('uuid') clientId!: string;
  @Column('uuid', { nullable: true }) leaseId!: string | null;
  @OptionalInstant() leaseUntil!: Date | null;
  @OptionalInstant() sentAt!: Date | null;
  @OptionalInstant() retryAt!: Date | null;
  @Column('integer', { default: 0 }) attempts!: number;
  @OptionalText() failure!: string | null;
  @OptionalText() externalId!: string | null;
  @OptionalText() nativeId!: string | null;
  @OptionalText() url!: string | null;
  @OptionalText() title!: string | null;
  @Column('text', { array: true, default: [] }) dropped!: string[];
  @Column('jsonb', { default: {} }) request!: Record<string, unknown>;
  @Instant({ default: () => 'now()' }) createdAt!: Date;
  @OptionalInstant() linkedAt!: Date | null;
  /** For an issue that is not linked to a recommendation: its state as last reported. */
  @Column('jsonb', { nullable: true }) status!: Record<string, unknown> | null;
  @OptionalInstant() readAt!: Date | null;
}

const QUESTION_STATES = [
  'asked',
  'noticed',
  'sent',
  'answered',
  'declined',
  'stopped',
  'failed',
] as const;
export type QuestionState = (typeof QUESTION_STATES)[number];

const REPLY_KINDS = ['answer', 'limit', 'stop', 'apology'] as const;
/** The kind of the one reply to a question. The reply is written when it is sent, and not stored. */
export type ReplyKind = (typeof REPLY_KINDS)[number];

/** One question that someone asked inside an issue; src/issues/questions.ts lists the steps. */
@Entity('issue_questions')
export class IssueQuestion {
  @TeamKey() teamId!: string;
  @Id() provider!: string;
  @Id() questionId!: string;
  @Column('text', { default: 'asked' }) state!: QuestionState;
  @Column('text', { default: 'answer' }) reply!: ReplyKind;
  @OptionalText() threadId!: string | null;
  @Column('text') externalId!: string;
  @Column('text') nativeId!: string;
  @Column('text') url!: string;
  /** These two fields are kept until the question is settled. */
  @OptionalText() askedBy!: string | null;
  @OptionalText() question!: string | null;
  @Column('uuid', { default: () => 'gen_random_uuid()' }) noticeId!: string;
  @Column('uuid', { default: () => 'gen_random_uuid()' }) replyId!: string;
  @Instant({ default: () => 'now()' }) askedAt!: Date;
  @Column('integer', { default: 0 }) turn!: number;
  @OptionalInstant() sentAt!: Date | null;
  @OptionalInstant() settledAt!: Date | null;
}

/** The app token for a tracker, shared by all processes. */
@Entity('tracker_tokens')
export class TrackerToken {
  @TeamKey() teamId!: string;
  @Id() provider!: string;
  /** Encrypted with ENCRYPTION_KEY; null until the first token is stored. */
  @OptionalText() sealedToken!: string | null;
  /** The process that is requesting a new token. */
  @Column('uuid', { nullable: true }) leaseId!: string | null;
  @OptionalInstant() leaseUntil!: Date | null;
  @OptionalInstant() renewedAt!: Date | null;
}

const HANDOVER_STATES = ['asked', 'sent', 'handed', 'begun', 'failed'] as const;
export type HandoverState = (typeof HANDOVER_STATES)[number];
export type PullState = 'draft' | 'open' | 'merged' | 'closed';

/** One linked issue handed to a coding agent. The row is stored before the first call. */
@Entity('handovers')
export class Handover {
  @TeamKey() teamId!: string;
  @Id() handoverId!: string;
  @Column('text') recommendationId!: string;
  @Column('text') normalizedUrl!: string;
  /** The agent's id in the tracker, or its name as configured in a setting. */
  @Column('text') agent!: string;
  @OptionalText() agentName!: string | null;
  /** The current state; src/issues/hand-over.ts lists the steps. */
  @Column('text', { default: 'asked' }) state!: HandoverState;
  /** Counts from 1; each further round was requested by a person. */
  @Column('integer', { default: 1 }) round!: number;
  @Column('integer', { default: 0 }) turn!: number;
  @Instant({ default: () => 'now()' }) askedAt!: Date;
  @OptionalInstant() sentAt!: Date | null;
  @OptionalInstant() handedAt!: Date | null;
  /** When the card reported that the agent has not started. */
  @OptionalInstant() lateAt!: Date | null;
  @OptionalText() failure!: string | null;
  @OptionalText() pullName!: string | null;
  @OptionalText() pullUrl!: string | null;
  @Column('text', { nullable: true }) pullState!: PullState | null;
  /** True from the time that a merge raised a question until the issue itself is completed. */
  @Column('boolean', { default: false }) mergeAsked!: boolean;
}

const OBJECT_KINDS = ['back_link', 'customer_request', 'labels', 'sub_issue'] as const;
/** The kinds of objects that are attached to an issue. */
export type ObjectKind = (typeof OBJECT_KINDS)[number];

const OBJECT_STATES = ['planned', 'sent', 'made', 'refused'] as const;
export type ObjectState = (typeof OBJECT_STATES)[number];

/** One object that we attach to a linked issue. The row is stored before the first call. */
@Entity('tracker_objects')
export class TrackerObject {
  @TeamKey() teamId!: string;
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' }) objectId!: string;
  @Column('text') recommendationId!: string;
  @Column('text') normalizedUrl!: string;
  @Column('text') kind!: ObjectKind;
  /** Unique per issue and kind: the id of the quote or recommendation that the object represents. */
  @Column('text') key!: string;
  /** The current state; src/issues/sync-objects.ts lists the steps. */
  @Column('text', { default: 'planned' }) state!: ObjectState;
  /** Hash of the content that was last sent to the tracker. */
  @OptionalText() contentHash!: string | null;
  @Instant({ default: () => 'now()' }) createdAt!: Date;
  @Column('integer', { default: 0 }) turn!: number;
  @OptionalInstant() sentAt!: Date | null;
  @OptionalInstant() refusedAt!: Date | null;
  @OptionalText() failure!: string | null;
}
