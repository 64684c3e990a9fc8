import { teamStatement } from '../../statement.js';

export type MarkKind = 'team' | 'signal' | 'theme' | 'study' | 'source_item' | 'recommendation';

/** Marks of kind and id, `$2` in JSON. */
export const addMarks = teamStatement<never>(
  'engine.addMarks',
  `insert into engine_marks (team_id, kind, id)
   select $1, x.kind, x.id from jsonb_to_recordset($2::jsonb) as x(kind text, id text)`,
);

/** Takes every mark: what is marked from here on is looked at by the next run. */
export const takeMarks = teamStatement<{ kind: MarkKind; id: string }>(
  'engine.takeMarks',
  `with taken as (delete from engine_marks where team_id = $1 returning kind, id)
   select distinct kind, id from taken`,
);
