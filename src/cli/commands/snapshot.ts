import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { invalidRequest } from '../../errors.js';
import { whyUnreadable } from '../../ingest/read-content.js';
import { exportSnapshot } from '../../snapshot/export-snapshot.js';
import { importSnapshot, type SnapshotCounts } from '../../snapshot/import-snapshot.js';
import { readLines } from '../../snapshot/read-lines.js';
import { command, type Streams } from '../command.js';
import { operatorContext } from '../operator-context.js';
import { write } from '../write.js';

const PROGRESS_MS = 1_000;

/** Says every second how far a long import is, on a terminal: a script gets one line, where it is refused. */
function progress(err: NodeJS.WritableStream & { isTTY?: boolean }): (lines: number) => void {
  if (!err.isTTY) return () => {};
  let last = Date.now();
  return (lines) => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    err.write(`import: ${lines.toLocaleString('en')} lines so far\n`);
  };
}

/** A file to read as often as it takes, or what can be read once: standard input, a pipe. */
async function sourceOf(
  file: string,
  streams: Streams,
): Promise<{ path: string } | { once: NodeJS.ReadableStream }> {
  if (file === '-') return { once: streams.in };
  const named = JSON.stringify(file);
  const found = await stat(file).catch(() => undefined);
  if (!found) throw invalidRequest(`There is no file ${named}.`);
  if (found.isDirectory()) throw invalidRequest(`${named} is a folder, not a file.`);
  await access(file, constants.R_OK).catch((error) => {
    throw invalidRequest(`${named} cannot be read: ${whyUnreadable(error)}.`);
  });
  return found.isFile() ? { path: file } : { once: createReadStream(file) };
}

/** A snapshot must be readable again: what can be read once is kept in a file meanwhile. */
async function withFile<T>(
  file: string,
  streams: Streams,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const source = await sourceOf(file, streams);
  if ('path' in source) return work(source.path);
  const folder = await mkdtemp(join(tmpdir(), 'belief-layer-'));
  try {
    const path = join(folder, 'snapshot.ndjson');
    await pipeline(source.once, createWriteStream(path, { mode: 0o600 }));
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const importCommand = command({
  name: 'import',
  summary: 'store a snapshot (NDJSON; - reads standard input), all or nothing',
  args: ['file'],
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const ctx = await operatorContext(input);
    return withFile(input.args.file as string, input.streams, (path) =>
      importSnapshot(ctx, () => readLines(createReadStream(path)), {
        onLine: progress(input.streams.err),
      }),
    );
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
    await exportSnapshot(ctx, (line) => write(input.streams.out, `${line}\n`));
  },
});
