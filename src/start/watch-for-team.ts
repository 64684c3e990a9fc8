import type { SystemDatabase } from '../../db/system-database.js';
import type { Config } from '../config.js';
import type { Logger } from '../log.js';
import { teamOfSettings } from '../teams/team-of-settings.js';

const LOOK_EVERY_MS = 2_000;

/**
 * Calls `found` once when the team appears that the settings of Slack, Linear and GitHub wait for, so that
 * nobody has to start the service again after `team create`. Gives a function that stops waiting.
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
