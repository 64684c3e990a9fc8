import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalInstant, OptionalText, TeamKey } from '../columns.js';

/** One message of one subject in one channel; the row is the claim to post it. */
@Entity('slack_messages')
export class SlackMessage {
  @TeamKey() teamId!: string;
  @Id() workspaceId!: string;
  @Id() channelId!: string;
  @Id() subjectType!: string;
  @Id() subjectId!: string;
  @OptionalText() ts!: string | null;
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

/** An answer to one person in Slack, kept so that it can be shared as it was. */
@Entity('slack_answers')
export class SlackAnswer {
  @TeamKey() teamId!: string;
  @Id() answerId!: string;
  @Column('text') askedBy!: string;
  @Column('text') question!: string;
  @Column('jsonb') message!: Record<string, unknown>;
  @Instant({ default: () => 'now()' }) askedAt!: Date;
  @OptionalInstant() sharedAt!: Date | null;
}
