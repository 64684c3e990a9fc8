import { userInfo } from 'node:os';
import type { Context } from '../core/context.js';
import { readTeam } from '../core/teams/teams.js';
import { addressRules } from '../issues/adapter.js';
import type { CommandInput } from './command.js';

function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'operator'; // a container's user often has no name
  }
}

/** The context of `--team`. Throws `not_found` if the team does not exist. */
export async function operatorContext({
  system,
  config,
  log,
  options,
}: CommandInput): Promise<Context> {
  const { teamId } = await readTeam(system, options.team as string);
  const name = operatorName();
  return {
    db: system.team(teamId),
    actor: { type: 'operator', id: name, name },
    now: new Date(),
    log,
    addressRules: addressRules(config.trackers),
  };
}
