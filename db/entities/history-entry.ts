import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Instant, OptionalText, TeamKey } from '../columns.js';

export type ActorType = 'api_key' | 'slack_user' | 'operator' | 'service';

@Entity('history')
export class HistoryEntry {
  @TeamKey() teamId!: string;
  @PrimaryColumn('bigint', { generated: 'identity', generatedIdentity: 'ALWAYS' }) entryId!: string;
  @Instant() at!: Date;
  @Column('text') action!: string;
  @Column('text') subjectType!: string;
  @Column('text') subjectId!: string;
  @Column('text') actorType!: ActorType;
  @Column('text') actorId!: string;
  @Column('text') actorName!: string;
  @OptionalText() note!: string | null;
  @Column('jsonb', { default: {} }) detail!: Record<string, unknown>;
}
