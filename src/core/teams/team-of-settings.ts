import type { TeamRow } from '../../../db/queries/teams.js';
import type { SystemDatabase } from '../../../db/system-database.js';
import { teams } from './teams.js';

/** The team that the single-workspace settings belong to, or the reason why there is none. */
export type TeamOfSettings = { team: TeamRow } | { whyNone: string };

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
