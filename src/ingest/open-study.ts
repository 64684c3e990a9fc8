import { addStudy, studyNamed } from '../../db/queries/ingest/open-study.js';
import { lockTeam } from '../../db/queries/teams.js';
import { type Context, inTransaction } from '../context.js';
import { invalidRequest } from '../errors.js';
import { contentId } from './content-id.js';

const LONGEST_NAME = 200;

/**
 * The study of this name, whatever its case; where there is none, a new one, active from now on. Throws
 * `invalid_request` for an empty name or one of more than 200 characters.
 */
export async function openStudyNamed(ctx: Context, name: string): Promise<{ studyId: string }> {
  const wanted = name.trim().replace(/\s+/g, ' ');
  if (!wanted || wanted.length > LONGEST_NAME) {
    throw invalidRequest(`A study's name must have 1 to ${LONGEST_NAME} characters.`);
  }
  return inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const known = await tx.db.row(studyNamed, wanted);
    if (known) return known;
    // A study that was renamed keeps its id, so the next of the first name takes another.
    for (let attempt = 0; ; attempt++) {
      const studyId = contentId('st', wanted.toLowerCase(), ...(attempt ? [String(attempt)] : []));
      const added = await tx.db.row(addStudy, studyId, wanted, tx.now);
      if (added) return added;
    }
  });
}
