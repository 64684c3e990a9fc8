import { refreshSearch } from '../../src/answers/search/refresh-search.js';
import type { Context } from '../../src/core/context.js';
import type { BenchDatabase } from '../database.js';
import type { SearchDocument } from './evaluation-set.js';

/**
 * Stores documents as a new team's evidence: a study, a theme and a belief per group, a source item per source, a
 * participant per speaker. Indexes them. With `transcripts`, a source's documents are also its transcript.
 */
export async function loadDocuments(
  { dataSource, createTeam }: Pick<BenchDatabase, 'dataSource' | 'createTeam'>,
  documents: readonly SearchDocument[],
  { transcripts = false }: { transcripts?: boolean } = {},
): Promise<Context> {
  const ctx = await createTeam();
  const rows = documents.map((document) => ({
    id: document.id,
    text: document.text,
    study: document.group,
    source: sourceOf(document),
    speaker: document.speaker ?? sourceOf(document),
    name: document.speaker ?? '-',
    at: document.position ?? null,
  }));
  const steps = transcripts ? [...inserts, insertTranscripts] : inserts;
  const values = [ctx.db.teamId, JSON.stringify(rows)];
  for (const sql of steps) await dataSource.query(sql, sql.includes('$1') ? values : []);
  await ctx.db.transaction((db) => refreshSearch({ ...ctx, db }));
  return ctx;
}

/** Documents share a source item only if the set has an order; otherwise they have no neighbors. */
function sourceOf({ id, group, sourceId, position }: SearchDocument): string {
  return position === undefined ? id : (sourceId ?? group);
}

const from =
  'from json_to_recordset($2::json) as r (id text, text text, study text, source text, speaker text, name text, at float8)';
const inserts = [
  `insert into participants (team_id, participant_id, display_name)
   select distinct $1::text, speaker, name ${from}`,
  `insert into studies (team_id, study_id, name, status, created_at)
   select distinct $1::text, study, '-', 'completed', now() ${from}`,
  `insert into themes (team_id, theme_id, study_id, label, description, sentiment)
   select distinct $1::text, study, study, '-', '-', 'neutral' ${from}`,
  `insert into source_items (team_id, source_item_id, study_id, participant_id, status, captured_at)
   select $1::text, source, min(study), min(speaker), 'analyzed', now() ${from} group by source`,
  // without statistics of the new team, Postgres may check each quote's source item with an index on the team alone
  'analyze participants, studies, themes, source_items',
  `insert into evidence (team_id, evidence_id, kind, quote, theme_id, source_item_id, study_id,
     participant_id, time_in_call_secs, qualifies)
   select $1::text, id, 'evidence', text, study, source, study, speaker, at, true ${from}`,
  `insert into signals (team_id, signal_id, ref_number, label, description)
   select distinct $1::text, study, dense_rank() over (order by study), '-', '-' ${from}`,
  `insert into signal_themes (team_id, signal_id, theme_id, position, relationship)
   select distinct $1::text, study, study, 0, 'supports' ${from}`,
];

const insertTranscripts = `update source_items i set transcript = t.transcript
  from (select source, json_agg(json_build_object('speaker', name, 'text', text) order by at) as transcript
        ${from} where at is not null group by source) t
  where i.team_id = $1 and i.source_item_id = t.source`;
