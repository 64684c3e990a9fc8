import type { GivenUpFile } from '../../db/entities/source-file.js';
import type { Study } from '../../db/entities/study.js';
import { teamChanges } from '../analysis/codebook/team-codebook.js';
import type { Context } from '../core/context.js';
import { OnlyInterviewers, UnreadableFile } from '../core/errors.js';
import { GivenUp, inThread } from '../core/thread/run-in-thread.js';
import type { FileToIngest } from './ingested-file.js';
import { type Found, hashOf } from './known-file.js';
import { erasedInContent } from './queries/source-files.js';
import type { ReadFile, TalkSigns } from './read-file.js';

/** The reason why a file has no interviews. */
export interface Unread {
  reason: string;
  givenUp: GivenUpFile | null;
  /** All speakers, as far as known. */
  speakers?: readonly string[];
}

/** The result of reading a file: its interviews, or the reason why there are none. */
export type Reading = { read: ReadFile } | Unread;

/** The signs of a file's talk. */
export interface Talk extends TalkSigns {
  /** The reason why finding the signs was given up. */
  givenUp?: string;
}

/** The signs of the file's talk; none if finding them was given up. */
export async function talkOf({ fileName, content, mapping }: FileToIngest): Promise<Talk> {
  try {
    return await inThread('talkIn', { fileName, content, mapping });
  } catch (error) {
    if (error instanceof GivenUp) return { sketch: null, speakers: [], givenUp: error.message };
    throw error;
  }
}

/** True if a file still contains the earlier text; false if it cannot be read or reading it was given up. */
export async function stillSays(
  { fileName, content, mapping }: FileToIngest,
  before: readonly string[],
): Promise<boolean> {
  try {
    return await inThread('isCorrection', { fileName, content, mapping }, before);
  } catch (error) {
    if (error instanceof GivenUp) return false;
    throw error;
  }
}

/** Reads a file, unless its content was given up before. */
export async function readOnce(
  ctx: Context,
  input: FileToIngest,
  { facts, before }: Found,
  study: Study,
  talk: Talk | undefined,
): Promise<Reading> {
  const hash = hashOf(facts);
  const known = before?.givenUp;
  if (known?.hash === hash) return { reason: known.reason, givenUp: known };
  if (!before && talk?.givenUp) {
    return { reason: talk.givenUp, givenUp: { hash, reason: talk.givenUp } };
  }
  const { studyId, fileName, content, participantName, returning } = input;
  const { fileId, options } = facts;
  // an erased person must not come back through the same file in another study
  const erased = await ctx.db.rows(erasedInContent, facts.contentHash);
  try {
    const read = await inThread(
      'readFile',
      { fileName, content, mapping: options.mapping },
      {
        ...options,
        remembered: study.speakerRoles,
        studyId,
        fileId,
        fileName,
        capturedAt: input.capturedAt ?? ctx.now,
        now: ctx.now,
        erasedSpeakers: [...(before?.erasedSpeakers ?? []), ...erased.map((one) => one.speaker)],
        codebook: await teamChanges(ctx),
        ...(participantName !== undefined && { participantName }),
        ...(returning && { returning }),
      },
    );
    return { read };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const reason = error.message;
    return {
      reason,
      givenUp: error instanceof GivenUp ? { hash, reason } : null,
      ...(error instanceof OnlyInterviewers && { speakers: error.speakers }),
    };
  }
}
