import type { Turn } from '../../../db/entities/source-item.js';

/** A passage that a person marked: kept word for word, without the talk around it. */
export interface Highlight {
  quote: string;
  tags: string[];
  atSecs?: number;
}

/** Turns of one talk, in order; the speaker is '' where the file names none. */
export interface ParsedTranscript {
  kind: 'transcript';
  turns: Turn[];
  /** Who interviews, where the file says so itself. */
  statedInterviewers: string[];
  /** Who is interviewed, where the file says so itself. */
  statedParticipant?: string;
  capturedAt?: Date;
}

/** Highlights of one person in one session. */
export interface ParsedHighlights {
  kind: 'highlights';
  /** '' where the row names nobody. */
  participant: string;
  email?: string;
  /** The session or note it was marked in; '' where the row names none. */
  session: string;
  /** The study that the row names, where it does. */
  study?: string;
  capturedAt?: Date;
  highlights: Highlight[];
}

export type ParsedInterview = ParsedTranscript | ParsedHighlights;

/** Columns or fields that a person named, by what they hold, e.g. `{ quote: 'Text' }`. */
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
