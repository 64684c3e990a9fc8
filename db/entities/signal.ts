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
  /**
   * True if a published recommendation that is neither dismissed nor validated cites the signal; kept by triggers.
   */
  @Column('boolean', { default: false }) recommended!: boolean;
  @Column('integer', { default: 0 }) participantCount!: number;
  @Column('integer', { default: 0 }) studyCount!: number;
  @Column('integer', { default: 0 }) sourceItemCount!: number;
  @Column('integer', { default: 0 }) quoteCount!: number;
  @Column('integer', { default: 0 }) counterParticipantCount!: number;
  @Column('integer', { default: 0 }) counterEvidenceCount!: number;
  @Instant({ default: () => 'now()' }) firstSeenAt!: Date;
  @OptionalInstant() latestCapturedAt!: Date | null;
  /**
   * Supporting quotes per month (`2026-03`, UTC) in the year before the last count; null before the first count.
   */
  @Column('jsonb', { nullable: true }) quotesByMonth!: Record<string, number> | null;
  @Instant({ default: () => 'now()' }) lastUpdatedAt!: Date;
  /** The theme that the signal was created from; null if the service did not create it. */
  @OptionalText() foundedBy!: string | null;
  @Column('boolean', { default: false }) labelByPerson!: boolean;
  /** Key of the codebook entry, with its `{thing}`, that the signal was created from; null if there is none. */
  @OptionalText() beliefKey!: string | null;
  @OptionalText() beliefThing!: string | null;
  /** Questions that it answers, in the words of people who ask. */
  @Column('jsonb', { default: [] }) questions!: string[];
  /** The words of its sentence, description and implication and of its questions; computed by the database. */
  @Column({ type: 'tsvector', select: false, insert: false, update: false }) searchWords!: string;
  /** When a user confirmed it. */
  @OptionalInstant() keptAt!: Date | null;
}

@Entity('signal_themes')
export class SignalTheme {
  @TeamKey() teamId!: string;
  @Id() signalId!: string;
  @Id() themeId!: string;
  @Column('integer') position!: number;
  @Column('text') relationship!: Relationship;
  @OptionalText() narrative!: string | null;
  /** Digest of the quotes that a model wrote the narrative from; null if the service wrote it from counts. */
  @OptionalText() toldOf!: string | null;
  @OptionalInstant() addedAt!: Date | null;
}
