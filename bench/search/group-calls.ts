import type { DataSource } from 'typeorm';
import { searchEvidence } from '../../src/answers/search/find-evidence.js';
import { refreshSearch } from '../../src/answers/search/refresh-search.js';
import type { Context } from '../../src/core/context.js';
import { finishIngest } from '../../src/interviews/finish-ingest.js';
import { openStudyNamed } from '../../src/interviews/open-study.js';
import { takeFile } from '../../src/interviews/take-file.js';
import { words } from '../../src/language/tokens.js';
import type { BenchDatabase } from '../database.js';
import { Bm25 } from './bm25.js';
import type { EvaluationSet, SearchDocument } from './evaluation-set.js';
import { meanQuality, type Quality, quality } from './measures.js';

export interface GroupCalls {
  name: string;
  quotes: number;
  queries: number;
  ours: Quality;
  bm25: Quality;
}

/** A quote of a participant; `sourceId` is the turn that contains it. */
type Said = SearchDocument & { sourceId: string };

const mostHits = 50;

/**
 * Search over whole group calls that were ingested like any file, one study per call, compared with BM25 over the
 * same texts: once over the quotes that ingestion keeps, and once with every turn of a participant as a quote. A
 * quote is relevant if its turn is. Queries without a relevant quote are left out.
 */
export async function measureGroupCalls(
  database: Pick<BenchDatabase, 'createTeam' | 'dataSource'>,
  { name, documents, queries }: EvaluationSet,
): Promise<GroupCalls[]> {
  const ctx = await database.createTeam();
  const studies = new Map<string, string>();
  for (const group of new Set(documents.map((document) => document.group))) {
    const call = documents.filter((document) => document.group === group);
    studies.set(group, await ingestCall(ctx, group, call));
  }
  await finishIngest(ctx, [...studies.values()]);
  const compared: GroupCalls[] = [];
  for (const quotes of ['kept quotes', 'every turn'] as const) {
    if (quotes === 'every turn') await quoteEveryTurn(database.dataSource, ctx);
    await ctx.db.transaction((db) => refreshSearch({ ...ctx, db }));
    const said = await readQuotes(database.dataSource, ctx, documents, studies);
    const found = await compare(ctx, queries, said, studies);
    compared.push({ name: `${name}, ${quotes}`, quotes: said.length, ...found });
  }
  return compared;
}

async function ingestCall(
  ctx: Context,
  name: string,
  call: readonly SearchDocument[],
): Promise<string> {
  const { studyId } = await openStudyNamed(ctx, name);
  const transcript = call.map(({ speaker, text }) => ({ speaker: speaker ?? '', text }));
  const content = new TextEncoder().encode(JSON.stringify({ transcript }));
  await takeFile(ctx, { studyId, fileName: `${name}.json`, content });
  return studyId;
}

/** Replaces the kept evidence with every turn of a participant, as evidence of the turn's interview. */
async function quoteEveryTurn(dataSource: DataSource, ctx: Context): Promise<void> {
  const team = [ctx.db.teamId];
  await dataSource.query('delete from evidence where team_id = $1', team);
  await dataSource.query(
    `insert into themes (team_id, theme_id, study_id, label, description, sentiment)
     select team_id, 'all-' || study_id, study_id, '-', '-', 'neutral' from studies where team_id = $1`,
    team,
  );
  await dataSource.query(
    `insert into evidence (team_id, evidence_id, kind, quote, theme_id, source_item_id, study_id, participant_id,
       qualifies)
     select team_id, source_item_id || '-' || turn.number, 'evidence', turn.said ->> 'text', 'all-' || study_id,
       source_item_id, study_id, participant_id, true
     from source_items i, jsonb_array_elements(i.transcript) with ordinality as turn (said, number)
     where team_id = $1 and not turn.said ->> 'speaker' = any (i.interviewers)`,
    team,
  );
}

async function readQuotes(
  dataSource: DataSource,
  ctx: Context,
  documents: readonly SearchDocument[],
  studies: ReadonlyMap<string, string>,
): Promise<Said[]> {
  const groups = new Map([...studies].map(([group, studyId]) => [studyId, group]));
  const padded = (text: string): string => ` ${words(text).join(' ')} `;
  const turns = new Map<string, { id: string; said: string }[]>();
  for (const { id, group, text } of documents) {
    const call = turns.get(group) ?? [];
    call.push({ id, said: padded(text) });
    turns.set(group, call);
  }
  const evidence = await dataSource.query<{ id: string; text: string; study: string }[]>(
    `select evidence_id as id, quote as text, study_id as study from evidence where team_id = $1 and qualifies`,
    [ctx.db.teamId],
  );
  return evidence.flatMap(({ id, text, study }) => {
    const group = groups.get(study) ?? '';
    const wanted = padded(text);
    const turn = turns.get(group)?.find(({ said }) => said.includes(wanted));
    return turn ? [{ id, text, group, sourceId: turn.id }] : [];
  });
}

async function compare(
  ctx: Context,
  queries: EvaluationSet['queries'],
  said: readonly Said[],
  studies: ReadonlyMap<string, string>,
): Promise<Pick<GroupCalls, 'queries' | 'ours' | 'bm25'>> {
  const baseline = new Bm25(said);
  const ours: Quality[] = [];
  const bm25: Quality[] = [];
  for (const { text, group, relevant } of queries) {
    const turns = new Set(relevant);
    const wanted = said.filter(({ sourceId }) => turns.has(sourceId)).map(({ id }) => id);
    if (group === null || wanted.length === 0) continue;
    const scope = { studyId: studies.get(group), limit: mostHits };
    const hits = await searchEvidence(ctx, { query: text, ...scope });
    const found = hits.map(({ item }) => item.evidenceId);
    ours.push(quality(found, wanted));
    bm25.push(quality(baseline.search(text, group), wanted));
  }
  return { queries: ours.length, ours: meanQuality(ours), bm25: meanQuality(bm25) };
}
