import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createDataSource } from '../../db/data-source.js';
import { startEmbedded } from '../../db/embedded/embedded.js';
import { migrate } from '../../db/migrate.js';
import { adminQuery, databaseUrl } from './admin.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database to clone: on a native server its name, else a data directory. */
    template:
      | { native: { adminUrl: string; name: string } }
      | { embedded: { root: string; dir: string } };
  }
}

async function migrateAt(url: string): Promise<void> {
  const dataSource = await createDataSource({ url, poolSize: 2 }).initialize();
  await migrate(dataSource);
  await dataSource.destroy();
}

/** Migrates one template; each test file clones it (test/support/database.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const adminUrl = process.env.TEST_DATABASE_URL;
  if (adminUrl) {
    const name = `belief_template_${process.pid}`;
    await adminQuery(adminUrl, `drop database if exists ${name} with (force)`);
    await adminQuery(adminUrl, `create database ${name}`);
    await migrateAt(databaseUrl(adminUrl, name));
    project.provide('template', { native: { adminUrl, name } });
    return () => adminQuery(adminUrl, `drop database if exists ${name} with (force)`);
  }
  const root = mkdtempSync(join(tmpdir(), 'belief-template-'));
  const dir = join(root, 'pg');
  const embedded = await startEmbedded(dir, { fsync: false });
  await migrateAt(embedded.url);
  await embedded.stop();
  cpSync(dir, join(root, 'template'), { recursive: true });
  project.provide('template', { embedded: { root, dir: join(root, 'template') } });
  return async () => rmSync(root, { recursive: true, force: true });
}
