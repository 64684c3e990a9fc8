import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalText, TeamKey } from '../columns.js';

export type SourceFileStatus = 'reading' | 'done' | 'failed';

/** Counts of one speaker's turns, words and questions in a transcript. */
export interface SpeakerCount {
  name: string;
  turns: number;
  words: number;
  questions: number;
}

/** Reading options that a user set for a file; used again when its content changes. */
export interface ReadingOptions {
  /** Column or field names, keyed by their meaning. */
  mapping?: Record<string, string>;
  mask?: boolean;
  anonymous?: boolean;
  interviewers?: string[];
  /** Names of the participants; everyone else is an interviewer. */
  participants?: string[];
}

/** Content that took too much time or memory to read; not retried until it changes. */
export interface GivenUpFile {
  /** Hash of the content and the options together. */
  hash: string;
  reason: string;
}

/**
 * A file that interviews were read from. Path and name are stored as hashes, since they often contain a person's
 * name.
 */
@Entity('source_files')
export class SourceFile {
  @TeamKey() teamId!: string;
  @Id() fileId!: string;
  @Column('text') studyId!: string;
  /** Null once a participant in it has been erased. */
  @OptionalText() fileName!: string | null;
  @Column('text') nameHash!: string;
  @OptionalText() pathHash!: string | null;
  @Column('text') contentHash!: string;
  @Column('jsonb', { default: {} }) options!: ReadingOptions;
  @Column('text') status!: SourceFileStatus;
  @OptionalText() failure!: string | null;
  @Column('jsonb', { nullable: true }) givenUp!: GivenUpFile | null;
  @Column('text', { array: true, default: [] }) sourceItemIds!: string[];
  @Column('jsonb', { default: [] }) speakers!: SpeakerCount[];
  /** Sketch of its content from `sketchOf`; null for highlights and for short talks. */
  @Column('integer', { array: true, nullable: true }) saidSketch!: number[] | null;
  @Column('text', { array: true, default: [] }) erasedSourceItemIds!: string[];
  @Column('text', { array: true, default: [] }) erasedSpeakers!: string[];
  @Instant() ingestedAt!: Date;
}
