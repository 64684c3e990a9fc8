import { randomBytes } from 'node:crypto';
import { Team } from '../../db/entities/team.js';
import { listTeams, type TeamRow } from '../../db/queries/teams.js';
import type { SystemDatabase } from '../../db/system-database.js';
import { notFound } from '../errors.js';

export interface TeamChanges {
  name?: string;
  /** Interviews the team still has; the `low_balance` card looks at it. */
  interviewsLeft?: number;
  /** The balance under which it is low. */
  lowBalanceAt?: number;
}

/** Stores a team under an id of its own, or the one that is given. */
export async function createTeam(
  system: SystemDatabase,
  name: string,
  teamId = `team-${randomBytes(6).toString('hex')}`,
): Promise<TeamRow> {
  await system.team(teamId).insert(Team, { name });
  return { teamId, name };
}

/** Every team, the oldest first. */
export const teams = (system: SystemDatabase): Promise<TeamRow[]> => system.rows(listTeams);

/** Throws `not_found` where there is no such team. */
export async function readTeam(system: SystemDatabase, teamId: string): Promise<Team> {
  const team = await system.team(teamId).findOne(Team, {});
  if (!team) throw notFound('team', teamId);
  return team;
}

/** Changes what is given and leaves the rest. Throws `not_found`. */
export async function setTeam(
  system: SystemDatabase,
  teamId: string,
  changes: TeamChanges,
): Promise<Team> {
  await readTeam(system, teamId);
  if (Object.keys(changes).length) await system.team(teamId).update(Team, {}, changes);
  return readTeam(system, teamId);
}
