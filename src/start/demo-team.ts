import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Team } from '../../db/entities/team.js';
import { teamOfKey } from '../../db/queries/api-keys.js';
import type { SystemDatabase } from '../../db/system-database.js';
import type { Context } from '../context.js';
import { createKey } from '../keys/create-key.js';
import { keyHash } from '../keys/key-hash.js';
import type { Logger } from '../log.js';
import { importSnapshot } from '../snapshot/import-snapshot.js';
import { teams } from '../teams/teams.js';

const DEMO_TEAM_ID = 'demo';

const keyFile = (dataDir: string): string => path.join(dataDir, 'demo-key');

/** Gives an empty database the demo team, whole or not at all, and keeps its key where `readDemoKey` finds it. */
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
    await db.insert(Team, demoTeamFacts);
    const lines = demoTeam(ctx.now).map((line) => JSON.stringify(line));
    await importSnapshot(tx, () => lines);
    return createKey(tx, { name: 'demo', scope: 'write' });
  });
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(keyFile(dataDir), `${key}\n`, { mode: 0o600 });
}

/** The demo team's key, for as long as it is valid; the database itself holds only its hash. */
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
