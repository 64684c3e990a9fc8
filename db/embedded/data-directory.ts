import fs from 'node:fs';
import path from 'node:path';
import { DatabaseUnavailable } from '../database-unavailable.js';

/** The Postgres inside this build of PGlite; another one cannot read its files. */
const POSTGRES_MAJOR = '18';

/** Throws DatabaseUnavailable where the directory holds what this build cannot open or must not replace. */
export function checkDataDirectory(dataDir: string): void {
  if (!fs.existsSync(dataDir) || fs.readdirSync(dataDir).length === 0) return;
  const versionFile = path.join(dataDir, 'PG_VERSION');
  if (!fs.existsSync(versionFile)) {
    throw new DatabaseUnavailable(
      `${dataDir} is not empty and holds no database. Move its files away, or set DATA_DIR to another directory.`,
    );
  }
  const version = fs.readFileSync(versionFile, 'utf8').trim();
  if (version !== POSTGRES_MAJOR) {
    throw new DatabaseUnavailable(
      `The database in ${dataDir} was written by Postgres ${version}; this version reads Postgres ${POSTGRES_MAJOR}. Export each team with the version that wrote it, move the directory away, and import.`,
    );
  }
}
