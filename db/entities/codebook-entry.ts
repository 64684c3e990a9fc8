import { Column, Entity } from 'typeorm';
import { Id, Instant, TeamKey } from '../columns.js';

/** An entry that a team changed in the built-in codebook, or added to it. */
@Entity('codebook_entries')
export class StoredCodebookEntry {
  @TeamKey() teamId!: string;
  @Id() entryId!: string;
  /** Validated when read; null: the built-in entry unchanged. */
  @Column('jsonb', { nullable: true }) definition!: unknown;
  @Column('boolean', { default: false }) retired!: boolean;
  @Instant() updatedAt!: Date;
}
