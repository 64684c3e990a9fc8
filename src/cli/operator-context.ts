import { userInfo } from 'node:os';
import { githubHosts } from '../config/github-hosts.js';
import type { Context } from '../context.js';
import { readTeam } from '../teams/teams.js';
import type { CommandInput } from './command.js';

function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'operator'; // a container's user often has no name
  }
}

/** The context of `--team`; throws `not_found` where there is no such team. */
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
    githubHosts: githubHosts(config.github?.apiUrl),
  };
}
