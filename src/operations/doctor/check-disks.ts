import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freeBytes } from '../../../db/embedded/disk-room.js';
import type { Config } from '../../config/config.js';
import { type Check, ok, wrong } from '../../core/check.js';

const MB = 1024 * 1024;

interface Directory {
  part: string;
  /** The variable that names it. */
  variable: string;
  at: string;
  neededMb: number;
  /** A sentence that names its contents. */
  holds: string;
}

/** Checks that the directories that this process writes to can be written, and that their disks have room. Writes nothing. */
export const checkDisks = ({ databaseUrl, dataDir }: Config): Check[] => [
  ...(databaseUrl
    ? []
    : [
        checkDirectory({
          part: 'data',
          variable: 'DATA_DIR',
          at: path.resolve(dataDir),
          neededMb: 512,
          holds: 'The embedded database is stored there.',
        }),
      ]),
  checkDirectory({
    part: 'temporary',
    variable: 'TMPDIR',
    at: tmpdir(),
    neededMb: 64,
    holds: 'Exports are written there first.',
  }),
];

function checkDirectory({ part, variable, at, neededMb, holds }: Directory): Check {
  try {
    accessSync(at, constants.W_OK | constants.X_OK);
  } catch (error) {
    return wrong(
      part,
      `${at} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      `${holds} Give this user the right to write there, or set ${variable} to another directory.`,
    );
  }
  const free = freeBytes(at);
  if (free === undefined) return ok(part, at);
  const detail = `${at}, ${size(free)} free`;
  if (free >= neededMb * MB) return ok(part, detail);
  return wrong(
    part,
    `${detail}: its disk is nearly full`,
    `${holds} Make at least ${neededMb} MB of room on that disk, or move the directory to a larger one and set ${variable} to it.`,
  );
}

function size(bytes: number): string {
  const mb = bytes / MB;
  return mb < 1024 ? `${Math.floor(mb)} MB` : `${(mb / 1024).toFixed(1)} GB`;
}
