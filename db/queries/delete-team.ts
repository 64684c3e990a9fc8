import { type Statement, systemStatement, teamStatement } from '../statement.js';

export interface TeamContents {
  teamId: string;
  name: string;
  interviews: number;
  quotes: number;
  beliefs: number;
  /** Keys that are not revoked. */
  keys: number;
}

export const teamContents = teamStatement<TeamContents>(
  'teams.contents',
  `select team_id as "teamId", name,
          (select count(*) from source_items where team_id = $1)::int as interviews,
          (select count(*) from evidence where team_id = $1)::int as quotes,
          (select count(*) from signals where team_id = $1)::int as beliefs,
          (select count(*) from api_keys where team_id = $1 and revoked_at is null)::int as keys
     from teams where team_id = $1`,
);

/**
 * Every table with rows of teams, after the tables that it references; `teams` is the first. Read from the catalog,
 * so that a new table cannot be forgotten.
 */
export const tablesOfTeams = systemStatement<{ table: string }>(
  'teams.tables',
  `with recursive reached (id, depth) as (
     select 'public.teams'::regclass::oid, 0
      union
     select fk.conrelid, depth + 1 from reached
       join pg_constraint fk on fk.contype = 'f' and fk.confrelid = id and fk.conrelid <> id)
   select format('%I.%I', n.nspname, c.relname) as table
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped
     left join reached on id = c.oid
    where c.relkind = 'r'
    group by 1 order by max(depth) nulls last, 1`,
);

/** Deletes the team's rows of a table that `tablesOfTeams` names. */
export const deleteRowsOf = (table: string): Statement<never> =>
  teamStatement(`deleteRowsOf.${table}`, `delete from ${table} where team_id = $1`);
