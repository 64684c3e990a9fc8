import type { SystemDatabase } from '../../db/system-database.js';
import type { Config } from '../config/config.js';
import type { Logger } from '../core/log.js';
import { teamOfSettings } from '../core/teams/team-of-settings.js';

const LOOK_EVERY_MS = 2_000;

/**
 * Calls `found` once when the team that the Slack and tracker settings wait for is created, so that
 * no restart is needed after `team create`. Returns a function that stops waiting.
 */
export function watchForTeam(
  deps: { config: Config; system: SystemDatabase; log: Logger },
  found: () => Promise<void>,
): () => Promise<void> {
  const { config, system, log } = deps;
  let stopped = false;
  let looking = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    try {
      const team = await teamOfSettings(system, config.teamId);
      if (!('team' in team)) return wait();
      log.info({ teamId: team.team.teamId }, 'the team that the settings belong to is there');
      if (!stopped) await found();
    } catch (err) {
      log.warn({ err }, 'the team of the settings could not be looked for; trying again');
      wait();
    }
  };
  const wait = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      looking = look();
    }, LOOK_EVERY_MS);
    timer.unref();
  };

  wait();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await looking;
  };
}
