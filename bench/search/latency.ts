import type { DataSource } from 'typeorm';
import { poolOf } from '../../db/pool.js';
import { searchEvidence } from '../../src/answers/search/find-evidence.js';
import { terms } from '../../src/language/tokens.js';
import type { BenchDatabase } from '../database.js';
import { loadDocuments } from './load-documents.js';
import { percentile } from './measures.js';
import { syntheticQuestions, syntheticQuotes } from './synthetic-quotes.js';

interface Latency {
  quotes: number;
  indexSeconds: number;
  searchP50: number;
  searchP95: number;
  /** Six words joined by OR, ranked by ts_rank_cd over a tsvector with positions: the cost of plain Postgres. */
  rawP50: number;
  rawP95: number;
  /** Memory still in use after the searches, measured after garbage collection if that is exposed. */
  grownMegabytes: number;
}

/** Alternates searches and raw queries, timed in milliseconds, over synthetic quotes of one team. */
export async function measureLatency(
  database: BenchDatabase,
  texts: readonly string[],
  quotes: number,
): Promise<Latency> {
  const documents = syntheticQuotes(texts, quotes).map((text, index) => ({
    id: `quote-${index}`,
    text,
    group: `study-${index % 20}`,
  }));
  const started = performance.now();
  const ctx = await loadDocuments(database, documents);
  const { dataSource } = database;
  const indexSeconds = (performance.now() - started) / 1000;
  await prepareRaw(dataSource, ctx.db.teamId);

  const search: number[] = [];
  const raw: number[] = [];
  const questions = syntheticQuestions(texts, 200);
  for (const question of questions.slice(0, 20)) await searchEvidence(ctx, { query: question });
  const before = memoryInUse();
  for (const question of questions) {
    search.push(await timed(() => searchEvidence(ctx, { query: question })));
    raw.push(await timed(() => rawSearch(dataSource, ctx.db.teamId, question)));
  }
  return {
    quotes,
    indexSeconds,
    searchP50: percentile(search, 0.5),
    searchP95: percentile(search, 0.95),
    rawP50: percentile(raw, 0.5),
    rawP95: percentile(raw, 0.95),
    grownMegabytes: memoryInUse() - before,
  };
}

async function prepareRaw(dataSource: DataSource, teamId: string): Promise<void> {
  await dataSource.query('drop table if exists bench_raw');
  await dataSource.query(
    `create table bench_raw as
     select team_id, evidence_id, to_tsvector('english', quote) as vector
     from evidence where team_id = $1`,
    [teamId],
  );
  await dataSource.query('create index on bench_raw using gin (vector)');
  await dataSource.query('analyze bench_raw');
  await dataSource.query('analyze evidence');
  await dataSource.query('analyze evidence_search');
}

async function rawSearch(dataSource: DataSource, teamId: string, question: string): Promise<void> {
  const query = terms(question)
    .map((term) => `'${term.replaceAll("'", "''")}'`)
    .join(' | ');
  await poolOf(dataSource).query({
    name: 'bench.raw-search',
    text: `select evidence_id from bench_raw where team_id = $1 and vector @@ $2::tsquery
           order by ts_rank_cd(vector, $2::tsquery) desc limit 20`,
    values: [teamId, query],
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function memoryInUse(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1024 ** 2;
}
