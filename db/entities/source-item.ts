import { Column, Entity } from 'typeorm';
import { Id, Instant, TeamKey } from '../columns.js';

export type SourceItemStatus =
  | 'in_progress'
  | 'processing'
  | 'failed'
  | 'analyzed'
  | 'insufficient'
  | 'analysis_failed';

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
