import { systemStatement, teamStatement } from '../statement.js';

export interface TeamRow {
  teamId: string;
  name: string;
}

export const listTeams = systemStatement<TeamRow>(
  'teams.list',
  `select team_id as "teamId", name from teams order by created_at, team_id`,
);

/** Imports of one team wait for each other. */
export const lockTeam = teamStatement<{ teamId: string }>(
  'teams.lock',
  `select team_id as "teamId" from teams where team_id = $1 for no key update`,
);
