import type { SystemDatabase } from '../../db/system-database.js';
import type { Config } from '../config.js';
import type { Logger } from '../log.js';
import type { Tracker } from '../trackers/tracker.js';
import { teamOfSettings } from './team-of-settings.js';

/** The configured trackers by provider; none where they belong to no known team (the log says why). */
export async function configuredTrackers(deps: {
  config: Config;
  system: SystemDatabase;
  log: Logger;
  publicUrl: string;
}): Promise<ReadonlyMap<string, Tracker>> {
  const { config, system, log, publicUrl } = deps;
  const { linear, github } = config;
  if (!linear && !github) return new Map();
  const found = await teamOfSettings(system, config.teamId);
  if ('whyNone' in found) {
    log.warn(`Linear and GitHub are off: ${found.whyNone}`);
    return new Map();
  }
  const { buildTrackers } = await import('../../integrations/trackers.js');
  return buildTrackers({ publicUrl, ...(linear && { linear }), ...(github && { github }) });
}
