import type { FieldMapping } from './formats/parsed-file.js';

export interface FileToIngest {
  studyId: string;
  /** Includes the extension, which selects the format. */
  fileName: string;
  content: Uint8Array;
  /** Columns of a CSV or fields of a JSON that do not have the usual names. */
  mapping?: FieldMapping;
  /** Masks email addresses, telephone and card numbers before anything is stored. */
  mask?: boolean;
  /** If true, participants' names are not stored. */
  anonymous?: boolean;
  /** Names of the interviewers, if they were recognized wrongly. */
  interviewers?: readonly string[];
  /** Names of the participants, if they were recognized wrongly; all others are interviewers. */
  participants?: readonly string[];
  /** The time of the talk if neither the file nor its name states it; the current time by default. */
  capturedAt?: Date;
  /** The file's path. Another file at the same path counts as a correction. */
  path?: string;
  /** The participant's name, if the transcript names no one. */
  participantName?: string;
  /** The share of the study's files in which a name speaks (`returningNames`). */
  returning?: ReadonlyMap<string, number>;
  /** If true, a file that cannot be read leaves nothing behind: the caller tells the sender. */
  storesNoFailure?: boolean;
}

export interface IngestedFile {
  fileName: string;
  outcome: 'new' | 'unchanged' | 'corrected' | 'failed';
  sourceItemIds: string[];
  /** Number of passages kept as quotes. */
  quotes: number;
  /** All studies that its interviews belong to. */
  studyIds: string[];
  /** Speakers treated as interviewers, as named in the file. */
  interviewers: string[];
  participants: string[];
  /** All speakers by their labels; empty if the file was not read this time. */
  speakers: string[];
  /** True if neither the file nor its name states when the talk was, so that the given time is used. */
  undated: boolean;
  /** Findings that the user should check. */
  warnings: string[];
  /** The reason why it failed or nothing was stored. */
  reason?: string;
}

/** A file's outcome with empty defaults; `unchanged` by default. */
export const outcomeOf = (fileName: string, said: Partial<IngestedFile>): IngestedFile => ({
  fileName,
  outcome: 'unchanged',
  sourceItemIds: [],
  quotes: 0,
  studyIds: [],
  interviewers: [],
  participants: [],
  speakers: [],
  undated: false,
  warnings: [],
  ...said,
});
