import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { isMigrated } from '../../db/migrate.js';
import { poolOf } from '../../db/pool.js';
import type { Readiness } from '../api/site/site.js';

type PartStatus = Readiness['parts'][string];

/** Less than a load balancer waits; a server that hangs would answer never. */
const PATIENCE_MS = 2_000;

/** Asks the database, and the named parts, for their state (operator.md, `/readyz`). Never rejects, and answers soon. */
export function createReadiness(
  dataSource: DataSource,
  others: Record<string, () => PartStatus>,
): () => Promise<Readiness> {
  let migrated = false;

  async function database(): Promise<PartStatus> {
    try {
      await poolOf(dataSource).query('select 1');
      migrated ||= await isMigrated(dataSource);
    } catch {
      return { ok: false, detail: 'the database cannot be reached' };
    }
    return migrated
      ? { ok: true, detail: 'connected' }
      : { ok: false, detail: 'the database is not migrated: run `npm run cli -- migrate`' };
  }

  return async () => {
    const silent = { ok: false, detail: `the database did not answer within ${PATIENCE_MS} ms` };
    const state = await Promise.race([database(), sleep(PATIENCE_MS, silent, { ref: false })]);
    const rest = Object.entries(others).map(([name, status]) => [name, status()] as const);
    return { ok: state.ok, parts: { database: state, ...Object.fromEntries(rest) } };
  };
}
