import type { ReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../../core/errors.js';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Writes texts to a temporary file, as fast as the disk takes them, and hands over what is in it, to be read at any
 * pace. The file is the user's alone and has no name from the beginning, so that nothing is left of it whatever
 * ends the process. Throws `internal` if the disk has no room.
 */
export async function spooled(
  write: (store: (text: string) => Promise<void>) => Promise<void>,
  read: (content: ReadStream) => Promise<void>,
): Promise<void> {
  const file = await nameless().catch(explained);
  try {
    await write((text) => file.appendFile(text).catch(explained));
    await read(file.createReadStream({ start: 0, encoding: 'utf8' }));
  } finally {
    await file.close();
  }
}

async function nameless() {
  const directory = await mkdtemp(join(tmpdir(), 'belief-layer-'));
  try {
    return await open(join(directory, 'export'), 'wx+', 0o600);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function explained(error: unknown): never {
  if (!FULL.has((error as { code?: string }).code ?? '')) throw error;
  throw new Refusal(
    'internal',
    `The disk of the directory for temporary files, ${tmpdir()}, is full, and an export is written there first. Nothing was exported. Make room there, or set TMPDIR to a directory with room.`,
  );
}
