// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';

/** What the migrations use: each further one makes every start slower. */
const migrated = { btree_gin };
/** Marks a directory whose tables may need pgvector, whatever is configured now. */
const VECTORS = 'has-pgvector';
const SHARED_BUFFERS = '64MB';

/**
 * Emscripten's file systems, as far as an fsync needs them.
 * @typedef {{ FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } } } } }} WasmModule
 */

/**
 * Opens the database in `dataDir`, making it first where there is none.
 * @param {string} dataDir
 * @param {{ fsync: boolean, vectors: boolean }} options
 */
export async function openBackend(dataDir, { fsync, vectors }) {
  if (!fs.existsSync(path.join(dataDir, 'PG_VERSION'))) await initialise(dataDir);
  const extensions = await extensionsOf(dataDir, vectors);
  const startParams = [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...setting('fsync', fsync ? 'on' : 'off'),
    ...setting('wal_sync_method', 'fsync'),
    ...setting('shared_buffers', SHARED_BUFFERS),
  ];
  const database = await PGlite.create({ dataDir, extensions, startParams });
  if (fsync) giveFsync(database);
  return database;
}

/**
 * @param {string} dataDir
 * @param {boolean} vectors
 */
async function extensionsOf(dataDir, vectors) {
  const mark = path.join(dataDir, VECTORS);
  if (vectors) fs.writeFileSync(mark, '');
  if (!fs.existsSync(mark)) return migrated;
  const { vector } = await import('@electric-sql/pglite-pgvector');
  return { ...migrated, vector };
}

/**
 * A kill in the middle of the very first initialisation can leave a directory that never opens again:
 * it happens beside, and the directory takes its name when it is complete.
 * @param {string} dataDir
 */
async function initialise(dataDir) {
  const unfinished = `${dataDir}.init`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  const database = await PGlite.create({ dataDir: unfinished, extensions: migrated });
  await database.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
  fs.renameSync(unfinished, dataDir);
}

/**
 * PGlite's file system on Node has no fsync at all, so a commit would not survive a power cut.
 * @param {PGlite} database
 */
function giveFsync(database) {
  const { Module } = /** @type {{ Module: WasmModule }} */ (/** @type {unknown} */ (database));
  Module.FS.filesystems.NODEFS.stream_ops.fsync = (stream) => {
    if (stream.nfd !== undefined) fs.fsyncSync(stream.nfd); // directories have none here
    return 0;
  };
}

/**
 * @param {string} name
 * @param {string} value
 */
const setting = (name, value) => ['-c', `${name}=${value}`];
