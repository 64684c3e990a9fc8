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

/** A quote of which a person said that it does not support a belief. */
@Entity('rejected_quotes')
export class RejectedQuote {
  @TeamKey() teamId!: string;
  /** The belief's entry; for a belief without one, an id derived from the signal's. */
  @Id() entryId!: string;
  @Id() quoteId!: string;
  @Column('text') signalId!: string;
  @Column('text') sourceItemId!: string;
  /** Its words, by which it is recognized if it is read with other boundaries. */
  @Column('text') quote!: string;
  @Instant() rejectedAt!: Date;
}
