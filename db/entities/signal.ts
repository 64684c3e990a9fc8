import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalInstant, OptionalText, TeamKey } from '../columns.js';
import type { Trajectory } from './evidence.js';

export type SignalStage = 'emerging' | 'established';
export type SignalArchiveReason = 'validated' | 'retired';
export type Relationship = 'supports' | 'contradicts' | 'nuances';

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
