import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Id, Instant, OptionalInstant, OptionalText, TeamKey } from '../columns.js';
import type { Trajectory } from './evidence.js';

/** The cause of a card or a gap: one row per cause, kept after the card is gone. */
@Entity('engine_causes')
export class EngineCause {
  @TeamKey() teamId!: string;
  @Id() cause!: string;
  @Column('text') rule!: string;
  @Column('text') aboutId!: string;
  @Column('text') subjectId!: string;
  @Column('boolean') minted!: boolean;
  @OptionalText() quoteId!: string | null;
  @Instant() beganAt!: Date;
  @OptionalInstant() goneAt!: Date | null;
}

@Entity('engine_marks')
export class EngineMark {
  @TeamKey() teamId!: string;
  @PrimaryColumn('bigint', { generated: 'identity', generatedIdentity: 'ALWAYS' }) markId!: string;
  @Column('text') kind!: string;
  @Column('text') id!: string;
}

@Entity('engine_runs')
export class EngineRun {
  @TeamKey() teamId!: string;
  @Instant() ranAt!: Date;
}

/**
 * A dated record that no new evidence supported a signal since a recommendation on it shipped (docs/reference.md).
 */
@Entity('post_ship_receipts')
export class PostShipReceipt {
  @TeamKey() teamId!: string;
  @Id() signalId!: string;
  @Id() recommendationId!: string;
  @Instant() shippedAt!: Date;
  @Instant() observedAt!: Date;
  @Instant() quietSince!: Date;
  @Column('integer') windowDays!: number;
  @Column('integer') interviewCount!: number;
  @Column('text') trajectory!: Trajectory;
}
