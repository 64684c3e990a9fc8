import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Team } from '../../db/entities/team.js';
import { teamOfKey } from '../../db/queries/teams.js';
import type { SystemDatabase } from '../../db/system-database.js';
import type { Config } from '../config/config.js';
import type { Context } from '../core/context.js';
import { createKey, keyHash } from '../core/keys.js';
import type { Logger } from '../core/log.js';
import { FACTS_VERSION } from '../core/numbers.js';
import { teamOfSettings, teams } from '../core/teams.js';
import { addressRules } from '../issues/adapter.js';
import { importSnapshot } from '../operations/snapshot/import-snapshot.js';

const DEMO_TEAM_ID = 'demo';

const keyFile = (dataDir: string): string => path.join(dataDir, 'demo-key');

/** Adds the demo team to an empty database, completely or not at all, and stores its key for `readDemoKey`. */
export async function loadDemoTeam(
  system: SystemDatabase,
  { dataDir, trackers }: Pick<Config, 'dataDir' | 'trackers'>,
  log: Logger,
): Promise<void> {
  if ((await teams(system)).length > 0) return;
  const { demoTeam, demoTeamFacts } = await import('../../demo/team.js');
  const ctx: Context = {
    db: system.team(DEMO_TEAM_ID),
    actor: { type: 'operator', id: 'demo', name: 'Demo' },
    now: new Date(),
    log,
    addressRules: addressRules(trackers),
  };
  const { key } = await ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    await db.insert(Team, { ...demoTeamFacts, factsVersion: FACTS_VERSION });
    const lines = demoTeam(ctx.now).map((line) => JSON.stringify(line));
    await importSnapshot(tx, () => lines);
    return createKey(tx, { name: 'demo', scope: 'write' });
  });
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(keyFile(dataDir), `${key}\n`, { mode: 0o600 });
}

/** The demo team's key while it is valid; the database itself holds only the key's hash. */
export async function readDemoKey(
  system: SystemDatabase,
  dataDir: string,
): Promise<string | undefined> {
  let key: string;
  try {
    key = readFileSync(keyFile(dataDir), 'utf8').trim();
  } catch {
    return undefined;
  }
  const found = await system.row(teamOfKey, keyHash(key));
  return found?.teamId === DEMO_TEAM_ID ? key : undefined;
}

const LOOK_EVERY_MS = 2_000;

/**
 * Calls `found` once when the team that the Slack and tracker settings wait for is created, so that no restart is
 * needed after `team create`. Returns a function that stops waiting.
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
