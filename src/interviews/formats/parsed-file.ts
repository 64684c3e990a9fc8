import type { Turn } from '../../../db/entities/source-item.js';

/** A passage that a person marked: kept verbatim, without the talk around it. */
export interface Highlight {
  quote: string;
  tags: string[];
  atSecs?: number;
}

/** Turns of one talk, in order; the speaker is '' if the file names none. */
export interface ParsedTranscript {
  kind: 'transcript';
  turns: Turn[];
  /** The interviewers, if the file states them. */
  statedInterviewers: string[];
  /** The participant, if the file states one. */
  statedParticipant?: string;
  capturedAt?: Date;
}

/** Highlights of one person in one session. */
export interface ParsedHighlights {
  kind: 'highlights';
  /** '' if the row names no one. */
  participant: string;
  email?: string;
  /** The session or note that the highlights belong to; '' if the row names none. */
  session: string;
  /** The study that the row names, if any. */
  study?: string;
  capturedAt?: Date;
  highlights: Highlight[];
}

export type ParsedInterview = ParsedTranscript | ParsedHighlights;

/** Columns or fields that the user mapped, e.g. `{ quote: 'Text' }`. */
export type FieldMapping = Partial<Record<MappedField, string>>;
export const MAPPED_FIELDS = [
  'quote',
  'participant',
  'email',
  'tags',
  'study',
  'session',
  'time',
  'date',
] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];
