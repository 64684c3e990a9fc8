import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { Team } from '../../db/entities/team.js';
import { SystemDatabase } from '../../db/system-database.js';
import type { Context } from '../../src/context.js';
import { createLog } from '../../src/log.js';
import { refreshSearch } from '../../src/search/refresh-search.js';
import type { SearchDocument } from './evaluation-set.js';

/** Stores documents as a new team's evidence: a study a group, a source item a source, and indexes them. */
export async function loadDocuments(
  dataSource: DataSource,
  documents: readonly SearchDocument[],
): Promise<Context> {
  const teamId = `bench-${randomUUID()}`;
  await dataSource.getRepository(Team).insert({ teamId, name: teamId });
  const rows = documents.map((document) => ({
    id: document.id,
    text: document.text,
    study: document.group,
    source: sourceOf(document),
    at: document.position ?? null,
  }));
  for (const sql of inserts) await dataSource.query(sql, [teamId, JSON.stringify(rows)]);
  const ctx: Context = {
    db: new SystemDatabase(dataSource).team(teamId),
    actor: { type: 'operator', id: 'bench', name: 'Benchmark' },
    now: new Date(),
    log: createLog('silent'),
  };
  await ctx.db.transaction((db) => refreshSearch({ ...ctx, db }));
  return ctx;
}

/** Only where the set tells an order do documents share a source item; else none has a neighbour. */
function sourceOf({ id, group, sourceId, position }: SearchDocument): string {
  return position === undefined ? id : (sourceId ?? group);
}

const from =
  'from json_to_recordset($2::json) as r (id text, text text, study text, source text, at float8)';
const inserts = [
  `insert into participants (team_id, participant_id, display_name)
   select distinct $1::text, source, '-' ${from}`,
  `insert into studies (team_id, study_id, name, status, created_at)
   select distinct $1::text, study, '-', 'completed', now() ${from}`,
  `insert into themes (team_id, theme_id, study_id, label, description, sentiment)
   select distinct $1::text, study, study, '-', '-', 'neutral' ${from}`,
  `insert into source_items (team_id, source_item_id, study_id, participant_id, status, captured_at)
   select distinct $1::text, source, study, source, 'analyzed', now() ${from}`,
  `insert into evidence (team_id, evidence_id, kind, quote, theme_id, source_item_id, study_id,
     participant_id, time_in_call_secs, qualifies)
   select $1::text, id, 'evidence', text, study, source, study, source, at, true ${from}`,
];
