import {
  deleteRowsOf,
  type TeamContents,
  tablesOfTeams,
  teamContents,
} from '../../db/queries/delete-team.js';
import type { SystemDatabase } from '../../db/system-database.js';
import { notFound } from './errors.js';

/** Counts of what `deleteTeam` would delete. Throws `not_found`. */
export async function contentsOfTeam(
  system: SystemDatabase,
  teamId: string,
): Promise<TeamContents> {
  const contents = await system.team(teamId).row(teamContents);
  if (!contents) throw notFound('team', teamId);
  return contents;
}

/**
 * Deletes a team with all its rows, in one transaction, and returns what it held. Waits for writes for the team that have begun;
 * later ones fail, since each table is emptied after those that its rows reference. A running job fails, and is not
 * tried again. Throws `not_found`.
 *
 * On the embedded database, where everyone waits for a transaction, triggers and the checks of references are left out:
 * they take nine tenths of the time, and find nothing to do in tables that are emptied anyway. Only the trigger on keys has
 * listeners.
 */
export async function deleteTeam(
  system: SystemDatabase,
  teamId: string,
  { embedded }: { embedded: boolean },
): Promise<TeamContents> {
  const tables = await system.rows(tablesOfTeams);
  return system.team(teamId).transaction(async (tx) => {
    const contents = await tx.row(teamContents);
    if (!contents) throw notFound('team', teamId);
    if (embedded) {
      await tx.rows(deleteRowsOf('public.api_keys'));
      await tx.skipTriggers();
    } else {
      await tx.deferConstraints();
    }
    for (const { table } of tables) await tx.rows(deleteRowsOf(table));
    return contents;
  });
}
