import { createHash } from 'node:crypto';
import { lockTeam } from '../../db/queries/teams.js';
import { teamStatement } from '../../db/statement.js';
import { type Context, inTransaction } from '../core/context.js';
import { invalidRequest } from '../core/errors.js';

/** The study named `$2`, ignoring case; the oldest if there are several. */
const byName = teamStatement<{ studyId: string }, [name: string]>(
  'ingest.studyNamed',
  `select study_id as "studyId" from studies where team_id = $1 and lower(name) = lower($2)
    order by name = $2 desc, created_at, study_id limit 1`,
);

/** Adds a study; no row if the id is taken. */
const addStudy = teamStatement<{ studyId: string }, [studyId: string, name: string, now: Date]>(
  'ingest.addStudy',
  `insert into studies (team_id, study_id, name, status, created_at) values ($1, $2, $3, 'active', $4)
   on conflict (team_id, study_id) do nothing returning study_id as "studyId"`,
);

const inOneLine = (name: string): string => name.trim().replace(/\s+/g, ' ');

/** The study of this name, ignoring case; undefined if there is none. */
export const studyNamed = (ctx: Context, name: string): Promise<{ studyId: string } | undefined> =>
  ctx.db.row(byName, inOneLine(name));

const LONGEST_NAME = 200;

/**
 * Returns the study of this name, ignoring case, or creates a new active one. Throws `invalid_request` if the name
 * is empty or longer than 200 characters.
 */
export async function openStudyNamed(ctx: Context, name: string): Promise<{ studyId: string }> {
  const wanted = inOneLine(name);
  if (!wanted || wanted.length > LONGEST_NAME) {
    throw invalidRequest(`A study's name must have 1 to ${LONGEST_NAME} characters.`);
  }
  return inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const known = await studyNamed(tx, wanted);
    if (known) return known;
    // A renamed study keeps its id, so the next study with the original name gets another.
    for (let attempt = 0; ; attempt++) {
      const studyId = contentId('st', wanted.toLowerCase(), ...(attempt ? [String(attempt)] : []));
      const added = await tx.db.row(addStudy, studyId, wanted, tx.now);
      if (added) return added;
    }
  });
}

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** Returns an id that depends only on these parts: `prefix-` and 20 hex digits. */
export const contentId = (prefix: string, ...parts: readonly string[]): string =>
  `${prefix}-${sha256(JSON.stringify(parts)).slice(0, 20)}`;

/** The same hash as `sha256`, computed off the event loop for large contents. */
export const sha256Async = async (content: Uint8Array<ArrayBuffer>): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', content)).toString('hex');
