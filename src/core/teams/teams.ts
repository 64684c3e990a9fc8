import { randomBytes } from 'node:crypto';
import { Team } from '../../../db/entities/team.js';
import { listTeams, type TeamRow } from '../../../db/queries/teams.js';
import type { SystemDatabase } from '../../../db/system-database.js';
import { notFound } from '../errors.js';
import { FACTS_VERSION } from '../facts-version.js';

export interface TeamChanges {
  name?: string;
  /** Interviews that the team has left; the `low_balance` card depends on it. */
  interviewsLeft?: number;
  /** The balance below which a `low_balance` card is due. */
  lowBalanceAt?: number;
}

/** Stores a team under a new id, or the given one. */
export async function createTeam(
  system: SystemDatabase,
  name: string,
  teamId = `team-${randomBytes(6).toString('hex')}`,
): Promise<TeamRow> {
  await system.team(teamId).insert(Team, { name, factsVersion: FACTS_VERSION });
  return { teamId, name };
}

/** Every team, the oldest first. */
export const teams = (system: SystemDatabase): Promise<TeamRow[]> => system.rows(listTeams);

/** Throws `not_found` if the team does not exist. */
export async function readTeam(system: SystemDatabase, teamId: string): Promise<Team> {
  const team = await system.team(teamId).findOne(Team, {});
  if (!team) throw notFound('team', teamId);
  return team;
}

/** Changes the given fields and leaves the others. Throws `not_found`. */
export async function setTeam(
  system: SystemDatabase,
  teamId: string,
  changes: TeamChanges,
): Promise<Team> {
  await readTeam(system, teamId);
  if (Object.keys(changes).length) await system.team(teamId).update(Team, {}, changes);
  return readTeam(system, teamId);
}
