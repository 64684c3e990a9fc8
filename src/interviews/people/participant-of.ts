import type { Context } from '../../core/context.js';
import { addParticipant, participantsNamed } from '../queries/write-interviews.js';
import type { Person } from './person.js';

/**
 * Returns the participant for a person: a known one of this name in the team or the study, or a new one, stored
 * in the caller's transaction.
 */
export async function participantOf(
  tx: Context,
  { participantId, displayName, scope }: Person,
  { studyId, email }: { studyId: string; email: string | undefined },
): Promise<string> {
  if (scope !== 'file') {
    const known = await tx.db.rows(
      participantsNamed,
      displayName.toLowerCase(),
      scope === 'team' ? null : studyId,
    );
    if (known.length === 1) return known[0]!.participantId;
  }
  await tx.db.rows(addParticipant, participantId, displayName, email ?? null);
  return participantId;
}
