import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalInstant, OptionalText, TeamKey } from '../columns.js';

export const PUSH_STATES = ['planned', 'sent', 'made', 'linked'] as const;
export type PushState = (typeof PUSH_STATES)[number];

/** One recommendation pushed to one tracker; the row is stored before the first call. */
@Entity('tracker_pushes')
export class TrackerPush {
  @TeamKey() teamId!: string;
  @Id() recommendationId!: string;
  @Id() provider!: string;
  /** The state it has reached: src/trackers/push.ts has the steps. */
  @Column('text', { default: 'planned' }) state!: PushState;
  @Column('uuid') clientId!: string;
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
}
