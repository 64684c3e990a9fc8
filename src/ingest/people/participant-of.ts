import { addParticipant, participantsNamed } from '../../../db/queries/ingest/write-interviews.js';
import type { Context } from '../../context.js';
import type { Person } from './person.js';

/**
 * The participant who a person is: somebody of this name who is known already, in the team or the study, or
 * a new one, stored in the caller's transaction.
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
