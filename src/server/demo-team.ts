import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Team } from '../../db/entities/team.js';
import { teamOfKey } from '../../db/queries/api-keys.js';
import type { SystemDatabase } from '../../db/system-database.js';
import type { Context } from '../core/context.js';
import { FACTS_VERSION } from '../core/facts-version.js';
import { keyHash } from '../core/keys/key-hash.js';
import { createKey } from '../core/keys/manage-keys.js';
import type { Logger } from '../core/log.js';
import { teams } from '../core/teams/teams.js';
import { importSnapshot } from '../operations/snapshot/import-snapshot.js';

const DEMO_TEAM_ID = 'demo';

const keyFile = (dataDir: string): string => path.join(dataDir, 'demo-key');

/**
 * Adds the demo team to an empty database, completely or not at all, and stores its key for
 * `readDemoKey`.
 */
export async function loadDemoTeam(
  system: SystemDatabase,
  dataDir: string,
  log: Logger,
): Promise<void> {
  if ((await teams(system)).length > 0) return;
  const { demoTeam, demoTeamFacts } = await import('../../demo/team.js');
  const ctx: Context = {
    db: system.team(DEMO_TEAM_ID),
    actor: { type: 'operator', id: 'demo', name: 'Demo' },
    now: new Date(),
    log,
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

/** The demo team's key, while it is valid; the database itself holds only its hash. */
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
