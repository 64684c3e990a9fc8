import { systemStatement } from '../statement.js';

export interface TeamRow {
  teamId: string;
  name: string;
}

export const listTeams = systemStatement<TeamRow>(
  'teams.list',
  `select team_id as "teamId", name from teams order by created_at, team_id`,
);
