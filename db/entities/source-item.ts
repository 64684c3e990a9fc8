import { Column, Entity } from 'typeorm';
import { Id, Instant, TeamKey } from '../columns.js';

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
  @Column('integer', { default: 0 }) evidenceCount!: number;
}
