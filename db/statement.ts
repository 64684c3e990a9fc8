/** The arguments of a statement: up to four positional values; more than four are named. */
export type StatementArgs = readonly unknown[] | object;

/** The form in which a caller passes the arguments: the values, or one object with the named values. */
export type CallArgs<Args> = Args extends readonly unknown[] ? Args : [named: Args];

/** The placeholder of each named argument: `$.studyId` becomes `$2`. */
export type Placeholders<Args> = { readonly [Name in keyof Args]-?: string };

/** The SQL text, or a function that builds it from the placeholders of the named arguments. */
export type Sql<Args> = Args extends readonly unknown[]
  ? string
  : ($: Placeholders<Args>) => string;

/**
 * A named, prepared read or write. `Row` is the shape of one row; the SQL aliases its columns accordingly. `Args`
 * are the arguments: `[studyId: string, limit: number]`, or with more than four `{ studyId: string; … }`.
 */
export interface Statement<Row, Args extends StatementArgs = []> {
  readonly name: string;
  readonly sql: string;
  /** Named arguments in the order of their placeholders. */
  readonly names?: readonly string[];
  /** `row` and `args` only carry the types; they are never present at run time. */
  readonly row?: Row;
  readonly args?: (args: Args) => void;
}

/** Any statement whose arguments are already bound. */
export type AnyStatement<Row = unknown> = Statement<Row, never>;

/** Postgres truncates longer names, and two that truncate to the same name would be one statement. */
const MAX_NAME = 63;

/**
 * Defines a statement within one team. `$1` is the team's id, which only TeamDatabase binds, so a caller cannot
 * name another team; the arguments start at `$2`. Every table it reads must be tied to `$1`. Throws at load time if
 * the SQL does not use it.
 */
export function teamStatement<Row, Args extends StatementArgs = []>(
  name: string,
  sql: Sql<Args>,
): Statement<Row, Args> {
  const statement = prepared<Row, Args>(name, sql, 2);
  if (!/\bteam_id\b/.test(statement.sql) || !/\$1(?!\d)/.test(statement.sql)) {
    throw new Error(`statement ${name} is not bound to a team: it must compare team_id with $1`);
  }
  return statement;
}

/** Defines a statement over all teams: only for reads that must find the team first (keys, queue, schedules). */
export function systemStatement<Row, Args extends StatementArgs = []>(
  name: string,
  sql: Sql<Args>,
): Statement<Row, Args> {
  return prepared(name, sql, 1);
}

function prepared<Row, Args extends StatementArgs>(
  name: string,
  sql: Sql<Args>,
  first: number,
): Statement<Row, Args> {
  if (name.length > MAX_NAME) throw new Error(`the name of statement ${name} is too long`);
  if (typeof sql === 'string') return { name, sql };
  const names: string[] = [];
  const placeholders = new Proxy({} as Placeholders<Args>, {
    get: (_, argument) => {
      if (typeof argument === 'symbol') throw new Error(`statement ${name}: write $.name`);
      if (!names.includes(argument)) names.push(argument);
      return `$${first + names.indexOf(argument)}`;
    },
  });
  const text = sql(placeholders);
  const numbers = new Set(text.match(/\$\d+/g));
  for (const number of numbers) {
    const place = Number(number.slice(1)) - first;
    if (place >= names.length) throw new Error(`statement ${name} mixes ${number} with names`);
  }
  return { name, sql: text, names };
}

/** The values of a call in the order of the placeholders. Throws if a named value is missing. */
export function valuesOf(statement: AnyStatement, args: readonly unknown[]): readonly unknown[] {
  if (!statement.names) return args;
  const named = args[0] as Record<string, unknown>;
  return statement.names.map((name) => {
    if (named[name] === undefined) {
      throw new Error(`statement ${statement.name} is called without ${name}`);
    }
    return named[name];
  });
}
