import type { SystemDatabase } from '../../db/system-database.js';
import type { Config } from '../config.js';
import { teamOfSettings } from '../teams/team-of-settings.js';
import { type Check, ok, wrong } from './check.js';

/** Whether the settings of Slack, Linear and GitHub belong to a team: without one the service leaves them off. */
export async function checkTeam({ teamId }: Config, system: SystemDatabase): Promise<Check> {
  const found = await teamOfSettings(system, teamId);
  if ('team' in found) return ok('team', `the settings belong to ${found.team.name}`);
  const why = found.whyNone;
  return wrong(
    'team',
    'Slack, Linear and GitHub stay off',
    `${why.charAt(0).toUpperCase()}${why.slice(1)}`,
  );
}
