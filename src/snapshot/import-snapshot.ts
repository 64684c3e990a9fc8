import { enqueue } from '../../db/queries/enqueue.js';
import { assignRefs, creditValidations } from '../../db/queries/snapshot/write-beliefs.js';
import { lockTeam } from '../../db/queries/teams.js';
import { type Context, inTransaction } from '../context.js';
import { markChanged } from '../engine/mark-changed.js';
import { invalidRequest } from '../errors.js';
import { PUBLISH_CARDS } from '../outbox.js';
import { refreshSearch } from '../search/refresh-search.js';
import { refreshFacts } from '../signals/refresh-facts.js';
import { Batches } from './batches.js';
import { SnapshotLine, type SnapshotResource } from './lines.js';
import { parseLine } from './parse-line.js';
import { type BrokenReference, findBrokenReference, holds } from './references.js';

/** From here on the planner's statistics are made anew before anything is counted. */
const BULK_LINES = 1_000;

/** A snapshot that can be read from its start again: where a reference is broken, its line is looked up. */
export type SnapshotSource = () => AsyncIterable<string> | Iterable<string>;

export type SnapshotCounts = Record<SnapshotResource, number>;

export interface ImportOptions {
  /** Called after each line with the number of lines read so far. */
  onLine?: (lines: number) => void;
}

async function lineOf(source: SnapshotSource, broken: BrokenReference): Promise<number> {
  let lineNumber = 0;
  for await (const text of source()) {
    lineNumber++;
    if (text.includes(broken.value) && holds(parseLine(text, lineNumber), broken)) {
      return lineNumber;
    }
  }
  return 0;
}

async function refuse(source: SnapshotSource, broken: BrokenReference): Promise<never> {
  const lineNumber = await lineOf(source, broken);
  const where = lineNumber
    ? `line ${lineNumber}: ${broken.field}: `
    : `after this import, ${broken.resource}.${broken.field} of what is stored would be broken: `;
  throw invalidRequest(`${where}expected ${broken.expected}, got ${JSON.stringify(broken.value)}`);
}

/**
 * Stores a snapshot (operator.md) in one transaction and recomputes what follows from it. Lines may point
 * forward; memory does not grow with their number. Gives how many lines of each resource were read.
 * Throws `invalid_request` naming line, field and what was expected, and then nothing is stored.
 */
export async function importSnapshot(
  ctx: Context,
  source: SnapshotSource,
  { onLine = () => {} }: ImportOptions = {},
): Promise<SnapshotCounts> {
  const none = SnapshotLine.options.map((option) => [option.shape.resource.value, 0]);
  return inTransaction(ctx, async (tx) => {
    const counts = Object.fromEntries(none) as SnapshotCounts;
    const batches = new Batches(tx);
    let lineNumber = 0;

    await tx.db.row(lockTeam);
    await tx.db.deferConstraints();
    for await (const text of source()) {
      lineNumber++;
      if (text.trim() !== '') {
        const line = parseLine(text, lineNumber);
        await batches.add(line, lineNumber, text.length);
        counts[line.resource]++;
      }
      onLine(lineNumber);
    }
    await batches.flushAll();
    if (lineNumber >= BULK_LINES) await tx.db.analyzeWrites();
    await tx.db.rows(assignRefs);
    const broken = await findBrokenReference(tx);
    if (broken) await refuse(source, broken);

    await tx.db.rows(creditValidations);
    await refreshFacts(tx);
    await refreshSearch(tx);
    await markChanged(tx.db, { everything: true });
    await enqueue(tx.db, { kind: PUBLISH_CARDS, key: PUBLISH_CARDS });
    return counts;
  });
}
