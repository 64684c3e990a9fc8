import { randomBytes } from 'node:crypto';
import { Team } from '../../db/entities/team.js';
import { listTeams, type TeamRow } from '../../db/queries/teams.js';
import type { SystemDatabase } from '../../db/system-database.js';
import { notFound } from './errors.js';
import { FACTS_VERSION } from './numbers.js';

interface TeamChanges {
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

/** Reads a team. Throws `not_found`. */
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

/** The team that the single-workspace settings belong to, or the reason why there is none. */
type TeamOfSettings = { team: TeamRow } | { whyNone: string };

export async function teamOfSettings(
  system: SystemDatabase,
  teamId: string | undefined,
): Promise<TeamOfSettings> {
  const all = await teams(system);
  if (teamId) {
    const team = all.find((one) => one.teamId === teamId);
    if (team) return { team };
    return {
      whyNone: `there is no team with the id of TEAM_ID, ${teamId}. See them: npm run cli -- team list`,
    };
  }
  const [first, second] = all;
  if (!first) {
    return {
      whyNone: 'there is no team yet. Create it: npm run cli -- team create --name NAME',
    };
  }
  if (second) return { whyNone: `there are ${all.length} teams: set TEAM_ID to one of their ids` };
  return { team: first };
}
