import { teamStatement } from '../statement.js';

export const settingsOfTeam = teamStatement<{ settings: Record<string, unknown> }>(
  'settings.read',
  'select settings from team_settings where team_id = $1',
);

/** Adds the changed keys ($2) to those chosen before; keys of $3 go back to their defaults. */
export const mergeSettings = teamStatement<{ settings: Record<string, unknown> }>(
  'settings.merge',
  `insert into team_settings (team_id, settings, updated_at) values ($1, $2::jsonb - $3::text[], $4)
   on conflict (team_id) do update
      set settings = (team_settings.settings || excluded.settings) - $3::text[],
          updated_at = excluded.updated_at
   returning settings`,
);
