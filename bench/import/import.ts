import { poolOf } from '../../db/pool.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { type BenchDatabase, createDatabase } from '../database.js';
import type { Report } from '../report.js';
import { interleaved, median, medianRatio } from '../stats.js';
import { copyIn, copyOut } from './copy.js';
import { snapshotLines } from './snapshot-lines.js';

const QUOTES = 50_000;
const ROUNDS = 3;

/** Quotes per second through `importSnapshot`, compared with COPY of the resulting rows in `evidence`. */
export async function importing(): Promise<Report> {
  const database = await createDatabase();
  try {
    const bare = await prepareCopies(database);
    const perSecond = await interleaved(ROUNDS, {
      imported: () => imported(database),
      bare: () => copied(database, 'bench_bare', bare),
      indexed: () => copied(database, 'bench_indexed', bare),
    });
    const row = (what: string, values: number[]) => ({
      what,
      'quotes/s': median(values),
      'to COPY': medianRatio(values, perSecond.bare),
      'to COPY with indexes': medianRatio(values, perSecond.indexed),
    });
    return {
      name: 'import',
      conditions: { database: database.server, quotes: QUOTES, rounds: ROUNDS },
      tables: [
        {
          title: 'A snapshot, with its references, facts and search index, in one transaction',
          rows: [
            row('COPY, no index', perSecond.bare),
            row("COPY, evidence's indexes", perSecond.indexed),
            row('importSnapshot', perSecond.imported),
          ],
        },
      ],
      bars: [],
    };
  } finally {
    await database.drop();
  }
}

async function imported(database: BenchDatabase): Promise<number> {
  const ctx = await database.createTeam();
  const lines = [...snapshotLines(QUOTES, ctx.now.getTime())];
  const began = performance.now();
  await importSnapshot(ctx, () => lines);
  return perSecondSince(began);
}

/** Creates two tables with the columns of `evidence`, and returns the rows of an import. */
async function prepareCopies(database: BenchDatabase): Promise<Buffer[]> {
  await imported(database);
  const { dataSource } = database;
  await dataSource.query('create table bench_bare (like evidence including defaults)');
  await dataSource.query('create table bench_indexed (like evidence including all)');
  return copyOut(poolOf(dataSource), 'select * from evidence');
}

async function copied(
  { dataSource }: BenchDatabase,
  table: string,
  rows: Buffer[],
): Promise<number> {
  await dataSource.query(`truncate ${table}`);
  const began = performance.now();
  await copyIn(poolOf(dataSource), table, rows);
  return perSecondSince(began);
}

const perSecondSince = (began: number): number => QUOTES / ((performance.now() - began) / 1000);
