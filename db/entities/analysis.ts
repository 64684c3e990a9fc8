import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Id, Instant, OptionalText, TeamKey } from '../columns.js';

/** The kinds of evidence that a passage can be. */
export const CUES = [
  'need',
  'problem',
  'workaround',
  'wish',
  'praise',
  'comparison',
  'emotion',
  'churn',
] as const;
export type Cue = (typeof CUES)[number];

export const STANCES = ['supports', 'contradicts'] as const;
/** The stance of a quote towards the belief that it was coded with. */
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
  /** UTF-16 units of the turn's text, from `startChar` up to but without `endChar`. */
  @Column('integer', { nullable: true }) startChar!: number | null;
  @Column('integer', { nullable: true }) endChar!: number | null;
  @Column('text') quote!: string;
  @Column('double precision', { nullable: true }) atSecs!: number | null;
  @Column('double precision') strength!: number;
  @Column('boolean', { default: false }) prompted!: boolean;
  @Column('text', { array: true, default: [] }) cues!: Cue[];
  /** -1, all complaint, to 1, all praise. */
  @Column('double precision', { default: 0 }) polarity!: number;
  @Column('text', { array: true, default: [] }) tags!: string[];
  @OptionalText() themeId!: string | null;
  /** The codebook entry that it was coded with; null if it matches no entry. */
  @OptionalText() entryId!: string | null;
  @Column('text', { nullable: true }) stance!: Stance | null;
  /** Certainty of the coding, 0 to 1. */
  @Column('double precision', { nullable: true }) certainty!: number | null;
  @Column('boolean', { default: false }) namesAi!: boolean;
  @Column('text', { array: true, default: [] }) things!: string[];
  /** The claim of the quote in a sentence by a model; null if the built-in way read it or a person marked it. */
  @OptionalText() claim!: string | null;
  /** The model's judgement if the quote supports the statement of its entry; null: not asked. */
  @Column('text', { nullable: true }) verdict!: Verdict | null;
  /** True once a model looked for beliefs among quotes without an entry, this one included. */
  @Column('boolean', { default: false }) weighed!: boolean;
  /** The reason for a call that a model found and checked; null: not asked. */
  @Column('text', { nullable: true }) urgency!: Urgency | null;
  @Column('boolean', { default: true }) awaitsTheme!: boolean;
  @Column('boolean', { default: false }) dropped!: boolean;
  /** True if a person put it under its theme: it stays there, however it is coded later. */
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

/** An answer of a model, kept by what it was asked. */
@Entity('model_answers')
export class ModelAnswer {
  @TeamKey() teamId!: string;
  @Id() answerId!: string;
  @Column('text') task!: string;
  /** The interviews whose words were part of the question; the answer goes with any of them. */
  @Column('text', { array: true }) sourceItemIds!: string[];
  @Column('jsonb') answer!: unknown;
  @Instant() answeredAt!: Date;
}

/** The tokens that a team used on a day (UTC) for reading. */
@Entity('model_days')
export class ModelDay {
  @TeamKey() teamId!: string;
  @PrimaryColumn('date') day!: string;
  @Column('bigint', { default: 0 }) inputTokens!: string;
  @Column('bigint', { default: 0 }) outputTokens!: string;
  @Column('integer', { default: 0 }) calls!: number;
}

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
