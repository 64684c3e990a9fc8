import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalInstant, OptionalText, TeamKey } from '../columns.js';

/** One message about one subject in one channel. The row is the claim to post it. */
@Entity('slack_messages')
export class SlackMessage {
  @TeamKey() teamId!: string;
  @Id() workspaceId!: string;
  @Id() channelId!: string;
  @Id() subjectType!: string;
  @Id() subjectId!: string;
  @OptionalText() ts!: string | null;
  @OptionalText() threadTs!: string | null;
  @Column('uuid') claimId!: string;
  @Instant() claimedAt!: Date;
  @OptionalInstant() postedAt!: Date | null;
  @OptionalText() renderedHash!: string | null;
  @Column('integer', { default: 0 }) version!: number;
  @OptionalText() failure!: string | null;
}

@Entity('slack_requests')
export class SlackRequest {
  @TeamKey() teamId!: string;
  @Id() requestKey!: string;
  @Instant({ default: () => 'now()' }) receivedAt!: Date;
}

/** An answer to one person in Slack, kept so that it can be shared unchanged. */
@Entity('slack_answers')
export class SlackAnswer {
  @TeamKey() teamId!: string;
  @Id() answerId!: string;
  @Column('text') askedBy!: string;
  @Column('text') question!: string;
  @Column('jsonb') message!: Record<string, unknown>;
  @Instant({ default: () => 'now()' }) askedAt!: Date;
  @OptionalInstant() sharedAt!: Date | null;
  @OptionalText() workspaceId!: string | null;
  @OptionalText() channelId!: string | null;
  /** The thread it was posted in; null for a private answer. */
  @OptionalText() threadTs!: string | null;
  /** The message that shows it; null for a private answer. */
  @OptionalText() messageTs!: string | null;
  @OptionalText() answer!: string | null;
  /** False if no evidence answers it; null if it was not a question. */
  @Column('boolean', { nullable: true }) covered!: boolean | null;
  /** `answered`, `near`, `not covered` or `no question`; null on older answers. */
  @OptionalText() kind!: string | null;
  @Column('jsonb', { default: [] }) citations!: object;
  @OptionalText() researchGapId!: string | null;
  @OptionalText() draftedStudyId!: string | null;
  /** Incremented when `message` changes. */
  @Column('integer', { default: 0 }) version!: number;
  /** The version that the posted message shows. */
  @Column('integer', { default: 0 }) shownVersion!: number;
}

/** A workspace that installed the app, tied to one team. The token is encrypted with ENCRYPTION_KEY. */
@Entity('slack_workspaces')
export class SlackWorkspace {
  @TeamKey() teamId!: string;
  @Id() workspaceId!: string;
  @Column('text') name!: string;
  @Column('text') botUserId!: string;
  @OptionalText() botId!: string | null;
  @Column('text') sealedToken!: string;
  @Column('text') installedBy!: string;
  @Instant() installedAt!: Date;
}

/** One user's vote on whether an answer helped. */
@Entity('slack_feedback')
export class SlackFeedback {
  @TeamKey() teamId!: string;
  @Id() answerId!: string;
  @Id() userId!: string;
  @Column('boolean') helpful!: boolean;
  @Column('text') question!: string;
  @Column('boolean', { nullable: true }) covered!: boolean | null;
  @OptionalText() kind!: string | null;
  /** Refs of the beliefs that the answer cited. */
  @Column('text', { array: true, default: [] }) refs!: string[];
  /** The reason why it did not help, typed by the user or chosen from the menu. */
  @OptionalText() reason!: string | null;
  @Instant() givenAt!: Date;
}

/**
 * Something that a user has not confirmed yet: a message to save or to make an issue of, or files to read.
 * `content` is parsed with a schema when read.
 */
@Entity('slack_drafts')
export class SlackDraft {
  @TeamKey() teamId!: string;
  @Id() draftId!: string;
  @Column('text') kind!: 'evidence' | 'files' | 'issue';
  @Column('text') madeBy!: string;
  @Column('jsonb') content!: object;
  @Instant() createdAt!: Date;
  @OptionalInstant() takenAt!: Date | null;
}
