import { systemStatement, teamStatement } from '../statement.js';

export interface TeamRow {
  teamId: string;
  name: string;
}

export const listTeams = systemStatement<TeamRow>(
  'teams.list',
  `select team_id as "teamId", name from teams order by created_at, team_id`,
);

/** Waits until no one holds `lockTeam`, and keeps it from others until the transaction ends. */
export const shareTeam = teamStatement<{ teamId: string }>(
  'teams.share',
  `select team_id as "teamId" from teams where team_id = $1 for share`,
);

/** Writers of one team that must not overlap (imports, erasures, decisions) wait for each other. */
export const lockTeam = teamStatement<{ teamId: string }>(
  'teams.lock',
  `select team_id as "teamId" from teams where team_id = $1 for no key update`,
);
