/** A named, prepared read or write. `Row` is what one row looks like; columns are aliased to it in the SQL. */
export interface Statement<Row> {
  readonly name: string;
  readonly sql: string;
  /** Carries the row type; never present at run time. */
  readonly row?: Row;
}

/** Postgres cuts longer names, and two cut alike would be one statement. */
const MAX_NAME = 63;

/**
 * A statement within one team. `$1` is the team's id, bound by TeamDatabase and by nothing else,
 * so a caller cannot name another team. Every table it reads must be tied to `$1`.
 * Throws at load time if the SQL does not use it.
 */
export function teamStatement<Row>(name: string, sql: string): Statement<Row> {
  if (!/\bteam_id\b/.test(sql) || !/\$1(?!\d)/.test(sql)) {
    throw new Error(`statement ${name} is not bound to a team: it must compare team_id with $1`);
  }
  return systemStatement(name, sql);
}

/** A statement over all teams: only for reads that must find the team first (keys, queue, schedules). */
export function systemStatement<Row>(name: string, sql: string): Statement<Row> {
  if (name.length > MAX_NAME) throw new Error(`the name of statement ${name} is too long`);
  return { name, sql };
}
