import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { vacuum } from '../../db/clear-remains.js';
import { createDataSource } from '../../db/data-source.js';
import { startEmbedded } from '../../db/embedded/embedded.js';
import { migrate } from '../../db/migrate.js';
import { SystemDatabase } from '../../db/system-database.js';
import { openVectorStore } from '../../db/vector-store.js';

const dir = mkdtempSync(join(tmpdir(), 'belief-vectors-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('an embedded database that once held vectors opens and is kept in order when embeddings are no longer configured', async () => {
  const other = join(dir, 'data');
  const before = await startEmbedded(other, { fsync: false, vectors: true });
  const first = await createDataSource({ url: before.url }).initialize();
  await migrate(first);
  await openVectorStore(new SystemDatabase(first));
  await first.query(`insert into teams (team_id, name) values ('t', 't')`);
  await first.query(`insert into embedding_models (team_id, model) values ('t', 'small')`);
  await first.destroy();
  await before.stop();
  const after = await startEmbedded(other, { fsync: false });
  try {
    await vacuum(after.url);
    const second = await createDataSource({ url: after.url }).initialize();
    expect(await second.query(`select '[1,2]'::vector <-> '[1,2]' as distance`)).toEqual([
      { distance: 0 },
    ]);
    await second.destroy();
  } finally {
    await after.stop();
  }
});
