import { teamStatement } from '../../../db/statement.js';

export type MarkKind = 'team' | 'signal' | 'theme' | 'study' | 'source_item' | 'recommendation';

/** Inserts marks of kind and id (`$2`, JSON). */
export const addMarks = teamStatement<never, [all: string]>(
  'engine.addMarks',
  `insert into engine_marks (team_id, kind, id)
   select $1, x.kind, x.id from jsonb_to_recordset($2::jsonb) as x(kind text, id text)`,
);

/** Deletes and returns all marks; later marks belong to the next run. */
export const takeMarks = teamStatement<{ kind: MarkKind; id: string }>(
  'engine.takeMarks',
  `with taken as (delete from engine_marks where team_id = $1 returning kind, id)
   select distinct kind, id from taken`,
);

/**
 * Everything that the marks (JSON) can have changed: for an interview its study, and the themes and signals of its
 * quotes; for a theme its study and signals. Also every shipped recommendation, because any new quote may affect it;
 * the interviews after `capturedAfter` up to `now`, which may contradict any belief; and the signals that became
 * stale through the passage of time, last supported after `supportedAfter` and up to `supportedUpTo`.
 */
export const scopeOfMarks = teamStatement<
  { kind: MarkKind; id: string },
  { marks: string; supportedAfter: Date; capturedAfter: Date; now: Date; supportedUpTo: Date }
>(
  'engine.reached',
  ($) => `
   with mark as (select kind, id from jsonb_to_recordset(${$.marks}::jsonb) as x(kind text, id text)),
   theme as (
     select id as theme_id from mark where kind = 'theme'
     union select e.theme_id from evidence e join mark on mark.kind = 'source_item' and mark.id = e.source_item_id
            where e.team_id = $1)
   select kind, id from mark where kind <> 'team'
   union select 'theme', theme_id from theme
   union select 'study', t.study_id from themes t join theme using (theme_id) where t.team_id = $1
   union select 'study', i.study_id from source_items i join mark on mark.kind = 'source_item' and mark.id = i.source_item_id
          where i.team_id = $1
   union select 'source_item', source_item_id from source_items
          where team_id = $1 and captured_at > ${$.capturedAfter} and captured_at <= ${$.now}
   union select 'signal', link.signal_id from signal_themes link join theme using (theme_id) where link.team_id = $1
   union select 'signal', signal_id from signals
          where team_id = $1 and not archived and latest_captured_at > ${$.supportedAfter} and latest_captured_at <= ${$.supportedUpTo}
   union select 'recommendation', recommendation_id from recommendations
          where team_id = $1 and published and state = 'shipped'
   union select 'recommendation', about_id from engine_causes
          where team_id = $1 and gone_at is null and rule in ('fix_contradicted', 'post_ship_verification')
   union select 'recommendation', recommendation_id from post_ship_receipts where team_id = $1`,
);

/** The time of the engine's last run for the team. */
export const lastRun = teamStatement<{ ranAt: Date }>(
  'engine.lastRun',
  'select ran_at as "ranAt" from engine_runs where team_id = $1',
);

export const keepRun = teamStatement<never, [now: Date]>(
  'engine.keepRun',
  `insert into engine_runs (team_id, ran_at) values ($1, $2)
   on conflict (team_id) do update set ran_at = excluded.ran_at`,
);
