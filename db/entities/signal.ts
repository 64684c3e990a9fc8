import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalInstant, OptionalText, TeamKey } from '../columns.js';
import type { Trajectory } from './evidence.js';

export const SIGNAL_STAGES = ['emerging', 'established'] as const;
export type SignalStage = (typeof SIGNAL_STAGES)[number];
export const SIGNAL_ARCHIVE_REASONS = ['validated', 'retired'] as const;
export type SignalArchiveReason = (typeof SIGNAL_ARCHIVE_REASONS)[number];
export const RELATIONSHIPS = ['supports', 'contradicts', 'nuances'] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

@Entity('signals')
export class Signal {
  @TeamKey() teamId!: string;
  @Id() signalId!: string;
  @Column('integer') refNumber!: number;
  @Column('text') label!: string;
  @Column('text') description!: string;
  @OptionalText() implication!: string | null;
  @OptionalInstant() statedFirstSeenAt!: Date | null;
  @Instant({ default: () => 'now()' }) createdAt!: Date;
  @Column('boolean', { default: false }) archived!: boolean;
  @Column('text', { nullable: true }) archiveReason!: SignalArchiveReason | null;
  @OptionalInstant() archivedAt!: Date | null;
  @OptionalText() archivedByRecommendationId!: string | null;
  @Column('text', { default: 'emerging' }) stage!: SignalStage;
  @Column('text', { default: 'stable' }) trajectory!: Trajectory;
  @OptionalInstant() trajectoryUntil!: Date | null;
  @Column('integer', { default: 0 }) participantCount!: number;
  @Column('integer', { default: 0 }) studyCount!: number;
  @Column('integer', { default: 0 }) sourceItemCount!: number;
  @Column('integer', { default: 0 }) quoteCount!: number;
  @Column('integer', { default: 0 }) counterParticipantCount!: number;
  @Column('integer', { default: 0 }) counterEvidenceCount!: number;
  @Instant({ default: () => 'now()' }) firstSeenAt!: Date;
  @OptionalInstant() latestCapturedAt!: Date | null;
  @Instant({ default: () => 'now()' }) lastUpdatedAt!: Date;
  /** The theme that founded it; null where the service did not. */
  @OptionalText() foundedBy!: string | null;
  @Column('boolean', { default: false }) labelByPerson!: boolean;
}

@Entity('signal_themes')
export class SignalTheme {
  @TeamKey() teamId!: string;
  @Id() signalId!: string;
  @Id() themeId!: string;
  @Column('integer') position!: number;
  @Column('text') relationship!: Relationship;
  @OptionalText() narrative!: string | null;
  @OptionalInstant() addedAt!: Date | null;
}
