import type { FieldMapping } from './formats/parsed-file.js';

export interface FileToIngest {
  studyId: string;
  /** With its extension, which tells the format. */
  fileName: string;
  content: Uint8Array;
  /** Columns of a CSV or fields of a JSON, where their names are not the usual ones. */
  mapping?: FieldMapping;
  /** Replaces e-mail addresses, telephone and card numbers before anything is stored. */
  mask?: boolean;
  /** Stores no participant's name. */
  anonymous?: boolean;
  /** Who interviews, where it was found out wrongly. */
  interviewers?: readonly string[];
  /** When the talk was, where neither the file nor its name says so; default: now. */
  capturedAt?: Date;
  /** Where the file lies: another file at the same place is its correction. */
  path?: string;
  /** Whose interview it is, where the transcript names nobody. */
  participantName?: string;
  /** In which share of the study's files a name speaks (`returningNames`). */
  returning?: ReadonlyMap<string, number>;
}

export interface IngestedFile {
  fileName: string;
  outcome: 'new' | 'unchanged' | 'corrected' | 'failed';
  sourceItemIds: string[];
  /** Passages kept as quotes. */
  quotes: number;
  /** Every study that its interviews belong to. */
  studyIds: string[];
  /** Who was taken for an interviewer, as the file names them. */
  interviewers: string[];
  participants: string[];
  /** What a person should look at. */
  warnings: string[];
  /** Why it failed, or why nothing was stored. */
  reason?: string;
}

/** What became of a file, with nothing in what is not said; unchanged unless told. */
export const outcomeOf = (fileName: string, said: Partial<IngestedFile>): IngestedFile => ({
  fileName,
  outcome: 'unchanged',
  sourceItemIds: [],
  quotes: 0,
  studyIds: [],
  interviewers: [],
  participants: [],
  warnings: [],
  ...said,
});
