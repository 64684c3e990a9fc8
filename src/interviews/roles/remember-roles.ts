import { type SpeakerRoles, Study } from '../../../db/entities/study.js';
import type { Context } from '../../core/context.js';
import { isNumbered } from './role-words.js';

/** Total length in UTF-16 units, so that a study's row stays small. */
const LONGEST = 10_000;

const without = (names: readonly string[] = [], others: readonly string[]): string[] => {
  const dropped = new Set(others.map((name) => name.toLowerCase()));
  return names.filter((name) => !dropped.has(name.toLowerCase()));
};

/**
 * Remembers the interviewers and participants that the user named for one file, for the study's later files, in
 * the caller's transaction. Labels such as `Speaker 2` are not kept: in the next file they are someone else.
 */
export async function rememberRoles(
  tx: Context,
  { studyId, speakerRoles: known }: Pick<Study, 'studyId' | 'speakerRoles'>,
  named: Readonly<Partial<Record<keyof SpeakerRoles, readonly string[]>>>,
): Promise<void> {
  const interviewers = (named.interviewers ?? []).filter((name) => !isNumbered(name));
  const participants = (named.participants ?? []).filter((name) => !isNumbered(name));
  if (interviewers.length + participants.length === 0) return;
  const speakerRoles: SpeakerRoles = {
    interviewers: [
      ...without(known.interviewers, [...participants, ...interviewers]),
      ...interviewers,
    ],
    participants: [
      ...without(known.participants, [...participants, ...interviewers]),
      ...participants,
    ],
  };
  const now = JSON.stringify(speakerRoles);
  if (now.length > LONGEST || now === JSON.stringify(known)) return;
  await tx.db.update(Study, { studyId }, { speakerRoles });
}
