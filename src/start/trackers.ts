import type { SystemDatabase } from '../../db/system-database.js';
import type { Config } from '../config.js';
import type { Logger } from '../log.js';
import { teamOfSettings } from '../teams/team-of-settings.js';
import type { Tracker } from '../trackers/tracker.js';

export interface ConfiguredTrackers {
  /** The team that they belong to; undefined where there are none. */
  teamId: string | undefined;
  /** By provider. */
  trackers: ReadonlyMap<string, Tracker>;
}

const NONE: ConfiguredTrackers = { teamId: undefined, trackers: new Map() };

/** The configured trackers; none where they belong to no known team (the log says why). */
export async function configuredTrackers(deps: {
  config: Config;
  system: SystemDatabase;
  log: Logger;
  publicUrl: string;
}): Promise<ConfiguredTrackers> {
  const { config, system, log, publicUrl } = deps;
  const { linear, github } = config;
  if (!linear && !github) return NONE;
  const found = await teamOfSettings(system, config.teamId);
  if ('whyNone' in found) {
    log.warn(`Linear and GitHub are off: ${found.whyNone}`);
    return NONE;
  }
  const { buildTrackers } = await import('../../integrations/trackers.js');
  const trackers = buildTrackers({
    publicUrl,
    ...(linear && { linear }),
    ...(github && { github }),
  });
  return { teamId: found.team.teamId, trackers };
}
