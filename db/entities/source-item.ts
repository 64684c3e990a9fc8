import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalText, TeamKey } from '../columns.js';

export const SOURCE_ITEM_STATUSES = [
  'in_progress',
  'processing',
  'failed',
  'analyzed',
  'insufficient',
  'analysis_failed',
] as const;
export type SourceItemStatus = (typeof SOURCE_ITEM_STATUSES)[number];

export interface Turn {
  speaker: string;
  text: string;
  atSecs?: number;
}

@Entity('source_items')
export class SourceItem {
  @TeamKey() teamId!: string;
  @Id() sourceItemId!: string;
  @Column('text') studyId!: string;
  @Column('text') participantId!: string;
  @Column('text') status!: SourceItemStatus;
  @Instant() capturedAt!: Date;
  @Column('double precision', { nullable: true }) qualityScore!: number | null;
  @Column('text', { array: true, default: [] }) coveredTargetIds!: string[];
  @Column('boolean', { default: true }) organic!: boolean;
  /** Whole interviews are large: read only by name. */
  @Column('jsonb', { nullable: true, select: false }) transcript!: Turn[] | null;
  /** Speakers of the transcript who are not the participant; every other speaker is. */
  @Column('text', { array: true, default: [] }) interviewers!: string[];
  /** Why a failed interview failed, in a sentence. */
  @OptionalText() failure!: string | null;
  /** Of the learning targets that it was last read for; read only by name. */
  @Column('text', { nullable: true, select: false }) targetsDigest?: string | null;
  @Column('integer', { default: 0 }) evidenceCount!: number;
}
