// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';

/** Extensions that the migrations use. Each additional one slows down every start. */
const migrated = { btree_gin };
/** Marks a directory whose tables may need pgvector, whatever the current configuration says. */
const VECTORS = 'has-pgvector';
const SHARED_BUFFERS = '64MB';

/**
 * Parts of Emscripten's file system for Node that this file changes.
 * @typedef {(node: object, attributes: { mode?: number }) => void} SetAttributes
 * @typedef {object} NodeFiles
 * @property {{ setattr: SetAttributes }} node_ops
 * @property {{ setattr: SetAttributes, fsync?: (stream: { nfd?: number }) => number }} stream_ops
 * @typedef {{ FS: { filesystems: { NODEFS: NodeFiles } } }} WasmModule
 */

/**
 * Opens the database in `dataDir`, creating it if it does not exist.
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
  const { Module } = /** @type {{ Module: WasmModule }} */ (/** @type {unknown} */ (database));
  const files = Module.FS.filesystems.NODEFS;
  keepPrivate(files);
  if (fsync) giveFsync(files);
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
 * A process killed during the very first initialization can leave a directory that never opens again.
 * Initialization therefore runs in a temporary directory, which is renamed when complete.
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
 * PGlite's file system on Node has no fsync, so a commit would not survive a power cut.
 * @param {NodeFiles} files
 */
function giveFsync(files) {
  files.stream_ops.fsync = (stream) => {
    if (stream.nfd !== undefined) fs.fsyncSync(stream.nfd); // directories have no file descriptor here
    return 0;
  };
}

/**
 * PGlite sets mode 0666 on every file that it creates, whatever the umask. This prevents it.
 * @param {NodeFiles} files
 */
function keepPrivate(files) {
  for (const operations of [files.node_ops, files.stream_ops]) {
    const { setattr } = operations;
    operations.setattr = (node, attributes) => {
      const { mode } = attributes;
      setattr(node, mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 });
    };
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
const setting = (name, value) => ['-c', `${name}=${value}`];
