import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Id, Instant, OptionalText, TeamKey } from '../columns.js';

export const STANCES = ['supports', 'contradicts'] as const;
/** The stance of a quote towards the belief it was coded with. */
export type Stance = (typeof STANCES)[number];

export const VERDICTS = ['supports', 'contradicts', 'neither'] as const;
export type Verdict = (typeof VERDICTS)[number];

const URGENCIES = ['churn_risk', 'emotional_intensity', 'none'] as const;
export type Urgency = (typeof URGENCIES)[number];

@Entity('extracted_quotes')
export class ExtractedQuote {
  @TeamKey() teamId!: string;
  @Id() quoteId!: string;
  @Column('text') sourceItemId!: string;
  @Column('text') studyId!: string;
  @Column('text') participantId!: string;
  @Column('integer', { nullable: true }) turn!: number | null;
  /** UTF-16 offset in the turn's text; the passage runs from `startChar` up to, but not including, `endChar`. */
  @Column('integer', { nullable: true }) startChar!: number | null;
  @Column('integer', { nullable: true }) endChar!: number | null;
  @Column('text') quote!: string;
  @Column('double precision', { nullable: true }) atSecs!: number | null;
  @Column('double precision') strength!: number;
  @Column('boolean', { default: false }) prompted!: boolean;
  /** No longer written or read; to be dropped one version later, since the version before this one writes it. */
  @Column('text', { array: true, default: [] }) cues!: string[];
  /** -1 (all complaint) to 1 (all praise). */
  @Column('double precision', { default: 0 }) polarity!: number;
  @Column('text', { array: true, default: [] }) tags!: string[];
  @OptionalText() themeId!: string | null;
  /** The codebook entry that the quote was coded with; null if it matches none. */
  @OptionalText() entryId!: string | null;
  @Column('text', { nullable: true }) stance!: Stance | null;
  /** Certainty of the coding, 0 to 1. */
  @Column('double precision', { nullable: true }) certainty!: number | null;
  @Column('boolean', { default: false }) namesAi!: boolean;
  @Column('text', { array: true, default: [] }) things!: string[];
  /** A model's one-sentence claim of the quote; null if the built-in reader read it or a person marked it. */
  @OptionalText() claim!: string | null;
  /** A model's judgment of whether the quote supports the statement of its entry; null if it was not asked. */
  @Column('text', { nullable: true }) verdict!: Verdict | null;
  /** True once a model has looked for beliefs among quotes without an entry, this one included. */
  @Column('boolean', { default: false }) weighed!: boolean;
  /** The reason for a call that a model found and checked; null if it was not asked. */
  @Column('text', { nullable: true }) urgency!: Urgency | null;
  @Column('boolean', { default: true }) awaitsTheme!: boolean;
  @Column('boolean', { default: false }) dropped!: boolean;
  /** True if a person placed the quote under its theme. It stays there, however it is coded later. */
  @Column('boolean', { default: false }) placedByPerson!: boolean;
}

@Entity('analyses')
export class Analysis {
  @TeamKey() teamId!: string;
  @Id() sourceItemId!: string;
  @Column('text') analyst!: string;
  @Column('text') transcriptDigest!: string;
  @Instant() analyzedAt!: Date;
  @Column('integer') quotes!: number;
  @Column('integer', { default: 0 }) rejected!: number;
  @Column('integer', { default: 0 }) inputTokens!: number;
  @Column('integer', { default: 0 }) outputTokens!: number;
  /** The participant says that they use AI. */
  @Column('boolean', { default: false }) usesAi!: boolean;
}

@Entity('merged_beliefs')
export class MergedBelief {
  @TeamKey() teamId!: string;
  @Id() kind!: 'theme' | 'signal';
  @Id() beliefId!: string;
  @Column('text') intoId!: string;
  @Instant() mergedAt!: Date;
}

/** An answer of a model, cached by the question. */
@Entity('model_answers')
export class ModelAnswer {
  @TeamKey() teamId!: string;
  @Id() answerId!: string;
  @Column('text') task!: string;
  /** Interviews whose words were part of the question. The answer is deleted with any of them. */
  @Column('text', { array: true }) sourceItemIds!: string[];
  @Column('jsonb') answer!: unknown;
  @Instant() answeredAt!: Date;
}

/** Tokens that a team used for reading on one day (UTC). */
@Entity('model_days')
export class ModelDay {
  @TeamKey() teamId!: string;
  @PrimaryColumn('date') day!: string;
  @Column('bigint', { default: 0 }) inputTokens!: string;
  @Column('bigint', { default: 0 }) outputTokens!: string;
  @Column('integer', { default: 0 }) calls!: number;
}

/** A codebook entry that a team added, or a built-in entry that it changed. */
@Entity('codebook_entries')
export class StoredCodebookEntry {
  @TeamKey() teamId!: string;
  @Id() entryId!: string;
  /** Validated when read; null means the built-in entry, unchanged. */
  @Column('jsonb', { nullable: true }) definition!: unknown;
  @Column('boolean', { default: false }) retired!: boolean;
  @Instant() updatedAt!: Date;
}

/** A quote that a person marked as not supporting a belief. */
@Entity('rejected_quotes')
export class RejectedQuote {
  @TeamKey() teamId!: string;
  /** The belief's entry; for a belief without an entry, an id derived from the signal's id. */
  @Id() entryId!: string;
  @Id() quoteId!: string;
  @Column('text') signalId!: string;
  @Column('text') sourceItemId!: string;
  /** The quote's words, which identify it if it is later read with other boundaries. */
  @Column('text') quote!: string;
  @Instant() rejectedAt!: Date;
}
