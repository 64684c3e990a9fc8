import { systemStatement, teamStatement } from '../../statement.js';

/** `$2`: the import. */
export const beginImport = teamStatement<never, [importId: string]>(
  'staging.begin',
  'insert into imports (team_id, import_id) select team_id, $2 from teams where team_id = $1',
);

/** Stores lines `$3` (JSON) of import `$2` as they were read. No row if the import was dropped. */
export const stageLines = teamStatement<{ importId: string }, [importId: string, rows: string]>(
  'staging.lines',
  `with heard as (
     update imports set heard_at = now() where team_id = $1 and import_id = $2 returning import_id),
   staged as (
   insert into import_lines (team_id, import_id, rank, line_number, resource, resource_id, study_id, refs, line)
   select $1, import_id, x.rank, x."lineNumber", x.resource, x."resourceId", x."studyId", x.refs, x.line
     from heard, jsonb_to_recordset($3::jsonb)
       as x(rank smallint, "lineNumber" integer, resource text, "resourceId" text, "studyId" text, refs jsonb, line text))
   select import_id as "importId" from heard`,
);

/** True if import `$2` has more than `$3` lines or more than `$4` characters, or the team more than `$5` quotes. */
export const isLong = teamStatement<
  { long: boolean },
  [importId: string, limit: number, characters: number, quotes: number]
>(
  'staging.isLong',
  `select count(*) > $3 or coalesce(sum(length(line)), 0) > $4
          or (select count(*) from (select from evidence where team_id = $1 limit $5::int + 1) stored) > $5 as long
     from (select line from import_lines where team_id = $1 and import_id = $2 limit $3::int + 1) counted`,
);

/** The team's import that is currently being stored, if any, and the time since its process last reported. */
export const acceptedImport = teamStatement<{ importId: string; silentMs: number }>(
  'staging.accepted',
  `select import_id as "importId", (extract(epoch from now() - heard_at) * 1000)::integer as "silentMs"
     from imports where team_id = $1 and accepted_at is not null`,
);

export const acceptImport = teamStatement<never, [importId: string]>(
  'staging.accept',
  'update imports set accepted_at = now(), heard_at = now() where team_id = $1 and import_id = $2',
);

/** Records that the process that stores import `$2` is alive. */
export const recordImportHeartbeat = teamStatement<never, [importId: string]>(
  'staging.hear',
  'update imports set heard_at = now() where team_id = $1 and import_id = $2',
);

export interface ImportState {
  settled: boolean;
  storedRank: number;
  storedLine: number;
}

/** Import `$2`, locked; no row once it is done. */
export const lockImport = teamStatement<ImportState, [importId: string]>(
  'staging.lock',
  `select settled, stored_rank as "storedRank", stored_line as "storedLine"
     from imports where team_id = $1 and import_id = $2 for update`,
);

export interface StagedLine {
  rank: number;
  lineNumber: number;
  line: string;
}

/**
 * The next lines of an import that are not stored yet: at most `lines`, and at most `characters` characters in
 * total. A line longer than that comes alone.
 */
export const nextLines = teamStatement<
  StagedLine,
  { importId: string; storedRank: number; storedLine: number; lines: number; characters: number }
>(
  'staging.next',
  ($) => `with next as (
     select rank, line_number, length(line) as size, line
       from import_lines
      where team_id = $1 and import_id = ${$.importId} and (rank, line_number) > (${$.storedRank}::smallint, ${$.storedLine}::integer)
      order by rank, line_number limit ${$.lines})
   select rank, line_number as "lineNumber", line
     from (select *, sum(size) over (order by rank, line_number) - size as before from next) sized
    where before < ${$.characters} order by rank, line_number`,
);

/** Records that all lines up to rank `$3`, line `$4` are stored. */
export const markStored = teamStatement<
  never,
  [importId: string, storedRank: number, storedLine: number]
>(
  'staging.markStored',
  `update imports set stored_rank = $3, stored_line = $4 where team_id = $1 and import_id = $2`,
);

/** Number of lines of import `$2` after rank `$3`, line `$4`, counted up to `$5`. */
export const linesLeft = teamStatement<
  { left: number },
  [importId: string, storedRank: number, storedLine: number, limit: number]
>(
  'staging.left',
  `select count(*)::int as left from (
     select from import_lines
      where team_id = $1 and import_id = $2 and (rank, line_number) > ($3::smallint, $4::integer)
      limit $5) counted`,
);

export const markSettled = teamStatement<never, [importId: string]>(
  'staging.markSettled',
  `update imports set settled = true where team_id = $1 and import_id = $2`,
);

/**
 * Deletes up to `$3` lines of import `$2`; returns one row while more remain. The import is locked first, as deleting it
 * does: of two processes that clear up the same import, one waits for the other.
 */
export const dropLines = teamStatement<{ dropped: string }, [importId: string, limit: number]>(
  'staging.dropLines',
  `with held as (
     select import_id from imports where team_id = $1 and import_id = $2 for update),
   gone as (
     delete from import_lines
      where team_id = $1 and ctid = any (array(
        select line.ctid from held
          join import_lines line on line.team_id = $1 and line.import_id = held.import_id limit $3))
      returning line_number)
   select max(line_number)::text as dropped from gone having count(*) > 0`,
);

/** Deletes import `$2`. Call it when its lines are deleted. */
export const dropImport = teamStatement<never, [importId: string]>(
  'staging.drop',
  'delete from imports where team_id = $1 and import_id = $2',
);

/** The team's imports without activity since `$2` that have stored nothing. */
export const abandonedImports = teamStatement<{ importId: string }, [at: Date]>(
  'staging.abandoned',
  `select import_id as "importId" from imports
    where team_id = $1 and accepted_at is null and heard_at < $2`,
);

/** Deletes the team's imports that have stored nothing yet, with their lines. */
export const dropUnaccepted = teamStatement<never>(
  'staging.dropUnaccepted',
  'delete from imports where team_id = $1 and accepted_at is null',
);

/** Deletes the `abandonedImports` of all teams, with their lines. */
export const dropAbandonedImports = systemStatement<never, [at: Date]>(
  'staging.dropAbandoned',
  'delete from imports where accepted_at is null and heard_at < $1',
);

/** The signals that import `$2` names. */
export const stagedSignals = teamStatement<{ signalId: string }, [importId: string]>(
  'staging.signals',
  `select distinct resource_id as "signalId" from import_lines
    where team_id = $1 and import_id = $2 and resource = 'signal'`,
);
