import type { SpeakerCount } from '../../db/entities/source-file.js';
import type { Transcript } from '../analysis/analyst.js';
import type { CodebookChange } from '../analysis/codebook/team-codebook.js';
import { type RatedHighlights, rateHighlights } from '../analysis/rate-highlights.js';
import { UnreadableFile } from '../core/errors.js';
import { MAX_INGEST_BYTES, MAX_INTERVIEWS } from '../core/numbers.js';
import { readInterviews } from './formats/formats.js';
import type { FieldMapping, Highlight, ParsedInterview } from './formats/parsed-file.js';
import { sha256 } from './open-study.js';
import {
  type Plan,
  type PlannedInterview,
  type PlanOptions,
  planInterviews,
} from './plan-interviews.js';
import { countSpeakers } from './roles/role-words.js';
import { sketchOf } from './talk-sketch.js';

/** Input of this module, which is pure and runs in a worker thread (`src/core/thread`). */
interface FileContent {
  fileName: string;
  content: Uint8Array;
  mapping?: FieldMapping | undefined;
}

/** Options for planning a file, as plain data. */
interface ReadOptions extends Omit<PlanOptions, 'erased'> {
  /** Hashes of the names of erased participants. */
  erasedSpeakers: readonly string[];
  /** The team's changes to the built-in codebook. */
  codebook: readonly CodebookChange[];
}

/**
 * An interview ready to be stored. The transcript is already serialized, so that the main thread never parses it.
 */
export interface ReadInterview extends Omit<PlannedInterview, 'transcript' | 'highlights'> {
  transcript: string | null;
  /** Passages that people marked; absent for a transcript. */
  highlights?: RatedHighlights;
}

export interface ReadFile extends Pick<Plan, 'speakers' | 'warnings'> {
  interviews: ReadInterview[];
  /** The sketch of its text, from `sketchOf`. */
  saidSketch: number[] | null;
}

/** The signs by which a file's talk is recognized. */
export interface TalkSigns {
  /** Null for highlights, for short texts and for a file that cannot be read. */
  sketch: number[] | null;
  /** Labels of all speakers. */
  speakers: string[];
}

/** Reads a file and plans its interviews. Throws UnreadableFile. */
export function readFile(file: FileContent, options: ReadOptions): ReadFile {
  const erased = new Set(options.erasedSpeakers);
  const said = parsed(file);
  const { interviews, speakers, warnings } = planInterviews(said, {
    ...options,
    erased: (name) => erased.has(sha256(name.toLowerCase())),
  });
  const ready = interviews.map((interview) => toRead(interview, options.codebook));
  const size = ready.reduce((sum, { transcript }) => sum + (transcript?.length ?? 0), 0);
  if (size > MAX_INTERVIEWS) {
    throw new UnreadableFile(
      `Its ${interviews.length} interviews have ${inFull(size)} characters (the limit is ${inFull(MAX_INTERVIEWS)}). Split it.`,
    );
  }
  return { interviews: ready, speakers, warnings, saidSketch: sketchOf(said) ?? null };
}

/** Returns the speakers of a file. Throws UnreadableFile. */
export const speakersIn = (file: FileContent): SpeakerCount[] =>
  parsed(file).flatMap((one) => (one.kind === 'transcript' ? countSpeakers(one.turns) : []));

/**
 * Returns the talks of a file unchanged, without separating participants from interviewers. Throws UnreadableFile.
 */
export const talksIn = (file: FileContent): Transcript[] =>
  parsed(file).flatMap((one) =>
    one.kind === 'transcript' ? [{ turns: one.turns, interviewers: one.statedInterviewers }] : [],
  );

/** Returns the signs that identify a file's talk; empty if the file cannot be read. */
export function talkIn(file: FileContent): TalkSigns {
  const said = parsedOrNothing(file);
  const speakers = said.flatMap((one) =>
    one.kind === 'transcript' ? one.turns.map(({ speaker }) => speaker) : [],
  );
  return { sketch: sketchOf(said) ?? null, speakers: [...new Set(speakers)] };
}

/** Share of the earlier words that must remain for a file of the same name to count as a correction. */
const SAME_SHARE = 0.5;

/** True if a file still contains half of the earlier text; false if it cannot be read. */
export function isCorrection(file: FileContent, before: readonly string[]): boolean {
  const now = new Set(sayings(file));
  const kept = before.filter((text) => now.has(text)).length;
  return kept > 0 && kept >= SAME_SHARE * Math.min(before.length, now.size);
}

const sayings = (file: FileContent): string[] =>
  parsedOrNothing(file).flatMap((one) =>
    one.kind === 'transcript'
      ? one.turns.map(({ text }) => text)
      : one.highlights.map(({ quote }) => quote),
  );

function parsedOrNothing(file: FileContent): ParsedInterview[] {
  try {
    return parsed(file);
  } catch (error) {
    if (error instanceof UnreadableFile) return [];
    throw error;
  }
}

function parsed({ fileName, content, mapping }: FileContent): ParsedInterview[] {
  if (content.byteLength > MAX_INGEST_BYTES) {
    const limit = MAX_INGEST_BYTES / 1024 / 1024;
    throw new UnreadableFile(`It is larger than ${limit} MB, the limit: split it.`);
  }
  return readInterviews(fileName, content, mapping);
}

function toRead(
  { transcript, highlights, ...interview }: PlannedInterview,
  codebook: readonly CodebookChange[],
): ReadInterview {
  return {
    ...interview,
    transcript: transcript ? JSON.stringify(transcript) : null,
    ...(highlights && {
      highlights: rateHighlights(interview.sourceItemId, distinct(highlights), codebook),
    }),
  };
}

/** Merges highlights of the same words into one, with the tags of all of them. */
function distinct(highlights: readonly Highlight[]): Highlight[] {
  const byQuote = new Map<string, Highlight>();
  for (const highlight of highlights) {
    const known = byQuote.get(highlight.quote);
    const tags = [...new Set([...(known?.tags ?? []), ...highlight.tags])];
    byQuote.set(highlight.quote, { ...highlight, ...known, tags });
  }
  return [...byQuote.values()];
}

const inFull = (count: number): string => count.toLocaleString('en');
