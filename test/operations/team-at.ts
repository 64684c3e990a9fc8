import { onTestFinished } from 'vitest';
import { createDataSource } from '../../db/data-source.js';
import { migrate } from '../../db/migrate.js';
import { SystemDatabase } from '../../db/system-database.js';
import type { Context } from '../../src/core/context.js';
import { subscribe } from '../../src/core/events.js';
import { createKey } from '../../src/core/keys.js';
import { createLog } from '../../src/core/log.js';
import { createTeam } from '../../src/core/teams.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { eventHandlers } from '../../src/server/event-handlers.js';
import { ndjson, smallTeam } from '../support/snapshot.js';

/** The small team and a key of it, in a database of the test's own, which is migrated first. */
export async function teamAt(url: string) {
  subscribe(eventHandlers);
  const dataSource = await createDataSource({ url, poolSize: 2 }).initialize();
  onTestFinished(() => dataSource.destroy());
  await migrate(dataSource);
  const system = new SystemDatabase(dataSource);
  const { teamId } = await createTeam(system, 'Team');
  const ctx: Context = {
    db: system.team(teamId),
    actor: { type: 'operator', id: 'test', name: 'Test' },
    now: new Date(),
    log: createLog('silent'),
  };
  await importSnapshot(ctx, () => ndjson(smallTeam()));
  const { key } = await createKey(ctx, { name: 'k', scope: 'write' });
  return { ctx, dataSource, key };
}
