import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalText, TeamKey } from '../columns.js';

export type SourceFileStatus = 'reading' | 'done' | 'failed';

/** What one speaker did in a transcript, counted; questions are sentences that ask. */
export interface SpeakerCount {
  name: string;
  turns: number;
  words: number;
  questions: number;
}

/** How a person asked for a file to be read; it is read so again when its content changes. */
export interface ReadingOptions {
  /** Columns or fields by what they hold. */
  mapping?: Record<string, string>;
  mask?: boolean;
  anonymous?: boolean;
  interviewers?: string[];
}

/** One file that interviews were read from. Its path and name are hashes: a name is often a person's. */
@Entity('source_files')
export class SourceFile {
  @TeamKey() teamId!: string;
  @Id() fileId!: string;
  @Column('text') studyId!: string;
  /** Null once a person of it was erased. */
  @OptionalText() fileName!: string | null;
  @Column('text') nameHash!: string;
  @OptionalText() pathHash!: string | null;
  @Column('text') contentHash!: string;
  @Column('jsonb', { default: {} }) options!: ReadingOptions;
  @Column('text') status!: SourceFileStatus;
  @OptionalText() failure!: string | null;
  @Column('text', { array: true, default: [] }) sourceItemIds!: string[];
  @Column('jsonb', { default: [] }) speakers!: SpeakerCount[];
  @Column('text', { array: true, default: [] }) erasedSourceItemIds!: string[];
  @Column('text', { array: true, default: [] }) erasedSpeakers!: string[];
  @Instant() ingestedAt!: Date;
}
