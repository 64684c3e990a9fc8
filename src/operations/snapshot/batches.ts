import type { Context } from '../../core/context.js';
import type { SnapshotLine, SnapshotResource } from './lines.js';
import { type Numbered, writers } from './writers.js';

const MAX_ROWS = 1_000;
const MAX_BYTES = 2 * 1024 * 1024;

export const idOf = (line: SnapshotLine): string =>
  (line as unknown as Record<string, string>)[`${line.resource}Id`] as string;

interface Batch {
  lines: Numbered<SnapshotResource>[];
  ids: Set<string>;
  bytes: number;
}

const emptyBatch = (): Batch => ({ lines: [], ids: new Set(), bytes: 0 });

/**
 * Collects lines by resource and writes each batch when it is full, so that memory does not grow
 * with the file.
 */
export class Batches {
  private readonly pending = new Map<SnapshotResource, Batch>();

  constructor(private readonly tx: Context) {}

  async add(line: SnapshotLine, lineNumber: number, bytes: number): Promise<void> {
    const batch = this.pending.get(line.resource) ?? emptyBatch();
    this.pending.set(line.resource, batch);
    // One statement cannot write a row twice, so the later line of an id goes into the next batch.
    if (batch.ids.has(idOf(line))) await this.flush(line.resource);
    const current = this.pending.get(line.resource) as Batch;
    current.lines.push({ lineNumber, line } as Numbered<SnapshotResource>);
    current.ids.add(idOf(line));
    current.bytes += bytes;
    if (current.lines.length >= MAX_ROWS || current.bytes >= MAX_BYTES) {
      await this.flush(line.resource);
    }
  }

  async flushAll(): Promise<void> {
    for (const resource of this.pending.keys()) await this.flush(resource);
  }

  private async flush(resource: SnapshotResource): Promise<void> {
    const batch = this.pending.get(resource);
    if (!batch?.lines.length) return;
    this.pending.set(resource, emptyBatch());
    await (writers[resource] as (tx: Context, lines: unknown[]) => Promise<void>)(
      this.tx,
      batch.lines,
    );
  }
}
