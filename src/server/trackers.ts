import type { SystemDatabase } from '../../db/system-database.js';
import type { Config } from '../config/config.js';
import type { Logger } from '../core/log.js';
import { teamOfSettings } from '../core/teams.js';
import type { KnownTracker, TrackerSurroundings } from '../issues/adapter.js';
import { tokenStore } from '../issues/token-store.js';
import type { Tracker } from '../issues/tracker.js';

export interface ConfiguredTrackers {
  /** The team that uses the trackers; undefined if there are none. */
  teamId: string | undefined;
  /** Trackers by provider. */
  trackers: ReadonlyMap<string, Tracker>;
}

const NONE: ConfiguredTrackers = { teamId: undefined, trackers: new Map() };

/** The configured trackers; none if they do not belong to a known team (the log says why). */
export async function configuredTrackers(deps: {
  config: Config;
  system: SystemDatabase;
  log: Logger;
  publicUrl: string;
}): Promise<ConfiguredTrackers> {
  const { config, system, log, publicUrl } = deps;
  const configured = config.trackers.filter(({ connect }) => connect);
  if (configured.length === 0) return NONE;
  const found = await teamOfSettings(system, config.teamId);
  if ('whyNone' in found) {
    const names = configured.map(({ name }) => name);
    log.warn(`${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} off: ${found.whyNone}`);
    return NONE;
  }
  const { teamId } = found.team;
  const tokens = tokenStore(config, system.team(teamId));
  return { teamId, trackers: await connected(configured, { publicUrl, tokens }) };
}

/** Clients of the configured trackers, by provider. Throws ConfigError for settings that cannot work. */
export async function connected(
  known: readonly KnownTracker[],
  surroundings: TrackerSurroundings,
): Promise<Map<string, Tracker>> {
  const trackers = await Promise.all(known.map(({ connect }) => connect?.(surroundings)));
  return new Map(trackers.flatMap((tracker) => (tracker ? [[tracker.provider, tracker]] : [])));
}

/** Service names by origin, for metrics and traces. */
export function servicesByOrigin(config: Config): Map<string, string> {
  const { slackApiUrl, trackers, llm, embeddings } = config;
  const addresses: [string, string][] = [
    ['slack', slackApiUrl ?? 'https://slack.com'],
    ['slack', 'https://hooks.slack.com'],
    ...trackers.flatMap(({ provider, apiUrl }): [string, string][] =>
      apiUrl ? [[provider, apiUrl]] : [],
    ),
    ['model', llm?.baseUrl ?? 'https://api.anthropic.com'],
    ['model', llm?.baseUrl ?? 'https://api.openai.com'],
    ...(embeddings ? [['embeddings', embeddings.baseUrl] as [string, string]] : []),
  ];
  return new Map(addresses.map(([service, url]) => [new URL(url).origin, service]));
}
