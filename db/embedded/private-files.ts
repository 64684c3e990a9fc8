import fs from 'node:fs';
import path from 'node:path';

/** Permission bits of the group and of other users. */
const OTHERS = 0o077;
/** Everything that the service writes to DATA_DIR; any other file there is not ours. */
const OURS = /^(pg|pg\..+|demo-key|sandbox-issues\.json.*)$/;

/**
 * Takes the rights of the group and of other users from the files in `dataDir`; returns how many had some.
 * Files made from now on are private by the umask of the process; this fixes the files of earlier versions.
 * A file of another owner stays as it is. The folder itself is closed only if it holds nothing but our files.
 */
export function makePrivate(dataDir: string): number {
  const names = fs.readdirSync(dataDir);
  const ours = names.filter((name) => OURS.test(name));
  const mended = ours.map((name) => closeAll(path.join(dataDir, name)));
  const alone = names.every((name) => OURS.test(name) || name === 'lost+found');
  return mended.reduce((sum, count) => sum + count, alone ? close(dataDir) : 0);
}

function closeAll(file: string): number {
  const inside = entries(file).map((name) => closeAll(path.join(file, name)));
  return inside.reduce((sum, count) => sum + count, close(file));
}

/** The names in a folder; empty for a file or for a folder that has vanished. */
function entries(folder: string): string[] {
  try {
    return fs.lstatSync(folder).isDirectory() ? fs.readdirSync(folder) : [];
  } catch {
    return [];
  }
}

function close(file: string): number {
  try {
    const stat = fs.lstatSync(file);
    if (stat.isSymbolicLink() || (stat.mode & OTHERS) === 0) return 0;
    fs.chmodSync(file, stat.mode & 0o7777 & ~OTHERS);
    return 1;
  } catch {
    return 0; // another user's, or gone
  }
}
