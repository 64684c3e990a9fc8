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
  /** Large, so it is selected only by name. */
  @Column('jsonb', { nullable: true, select: false }) transcript!: Turn[] | null;
  /** Speakers in the transcript who are not the participant; every other speaker is. */
  @Column('text', { array: true, default: [] }) interviewers!: string[];
  /** The group talk that this item's turns were taken from; null if the item is a complete talk. */
  @OptionalText() talkId!: string | null;
  /** The position in the talk of each turn of the transcript; selected only by name. */
  @Column('integer', { array: true, nullable: true, select: false }) talkTurns?: number[] | null;
  /** The reason why the interview failed, in one sentence. */
  @OptionalText() failure!: string | null;
  /** Hash of the learning targets that the item was last analyzed for; selected only by name. */
  @Column('text', { nullable: true, select: false }) targetsDigest?: string | null;
  @Column('integer', { default: 0 }) evidenceCount!: number;
}
