import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Id, Instant, OptionalInstant, OptionalText, TeamKey } from '../columns.js';

@Entity('jobs')
export class Job {
  @TeamKey() teamId!: string;
  @Id() kind!: string;
  @Id() key!: string;
  @Column('jsonb', { default: {} }) payload!: Record<string, unknown>;
  @Column('integer', { default: 1 }) generation!: number;
  @Instant({ default: () => 'now()' }) runAt!: Date;
  @Column('integer', { default: 0 }) attempts!: number;
  @OptionalText() lockedBy!: string | null;
  @OptionalInstant() lockedUntil!: Date | null;
  @OptionalInstant() failedAt!: Date | null;
  @OptionalText() lastError!: string | null;
  @Instant({ default: () => 'now()' }) createdAt!: Date;
}

/** One row per schedule slot that fired: the process that inserts it runs the job. */
@Entity('job_runs')
export class JobRun {
  @PrimaryColumn('text') job!: string;
  @PrimaryColumn('timestamptz', { precision: 3 }) slot!: Date;
  @Instant({ default: () => 'now()' }) startedAt!: Date;
}
