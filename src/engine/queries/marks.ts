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
