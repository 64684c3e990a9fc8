import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { invalidRequest } from '../../core/errors.js';
import { whyUnreadable } from '../../interviews/find-files.js';
import { exportSnapshot } from '../../operations/snapshot/export-snapshot.js';
import { importSnapshot, type SnapshotCounts } from '../../operations/snapshot/import-snapshot.js';
import { readLines } from '../../operations/snapshot/parse-line.js';
import { command, type Streams, write } from '../command.js';
import { operatorContext } from '../with-database.js';

const PROGRESS_MS = 1_000;

/**
 * On a terminal, prints the progress of a long import every second. A script gets a single line where the import is
 * refused.
 */
function progress(err: NodeJS.WritableStream & { isTTY?: boolean }): (lines: number) => void {
  if (!err.isTTY) return () => {};
  let last = Date.now();
  return (lines) => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    err.write(`import: ${lines.toLocaleString('en')} lines so far\n`);
  };
}

/** The bytes of a file, of a pipe, or of standard input if the file is `-`. */
async function contentOf(file: string, streams: Streams): Promise<AsyncIterable<Uint8Array>> {
  if (file === '-') return streams.in as AsyncIterable<Uint8Array>;
  const named = JSON.stringify(file);
  const found = await stat(file).catch(() => undefined);
  if (!found) throw invalidRequest(`There is no file ${named}.`);
  if (found.isDirectory()) throw invalidRequest(`${named} is a folder, not a file.`);
  await access(file, constants.R_OK).catch((error) => {
    throw invalidRequest(`${named} cannot be read: ${whyUnreadable(error)}.`);
  });
  return createReadStream(file);
}

export const importCommand = command({
  name: 'import',
  summary: 'store a snapshot (NDJSON; - reads standard input), all or nothing',
  args: ['file'],
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const ctx = await operatorContext(input);
    const content = await contentOf(input.args.file as string, input.streams);
    return importSnapshot(ctx, () => readLines(content), { onLine: progress(input.streams.err) });
  },
  show: (counts: SnapshotCounts) =>
    `Imported ${Object.entries(counts)
      .map(([resource, count]) => `${resource}: ${count}`)
      .join(', ')}.`,
});

export const exportCommand = command({
  name: 'export',
  summary: 'print the team as a snapshot (NDJSON), importable as it is',
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const ctx = await operatorContext(input);
    await exportSnapshot(ctx, (text) => write(input.streams.out, text));
  },
});
