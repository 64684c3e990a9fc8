import type { Statement, StatementArgs } from '../statement.js';

/** Position in a list ordered newest first: the next page starts after the row with this instant and id. */
export interface TimePosition {
  at: Date;
  id: string;
}

/** The last arguments of a statement that may continue after a position. */
export type After = [] | [at: Date, id: string];

/**
 * Condition for the rows after a position in a list ordered newest first, then by ascending id. `place` is the
 * number of the parameter that holds the instant; the id's parameter follows it. In this form the planner correctly
 * expects nearly all rows up to the instant, and makes one plan for all positions.
 */
export const goesOnAfter = (at: string, id: string, place: number): string =>
  `${at} <= $${place} and not (${at} = $${place} and ${id} <= $${place + 1})`;

/** A page holds at most 50 rows (docs/api.md); one more row shows that there is a next page. */
const MOST_ROWS = 51;

/**
 * The first rows of an ordered list; the placeholder `$n` holds their number. If a limit is only a parameter, the
 * planner expects a tenth of the table, finds that a plan for the actual number is cheaper, and plans every read
 * again: at a million quotes that took as long as the read. With the maximum in the SQL text, it makes one plan for
 * all.
 */
export const pageOfMost = (ordered: string, limit: string, most = MOST_ROWS): string =>
  `select * from (${ordered} limit ${most}) page limit ${limit}::int`;

/** Builds each variant of a statement once, since a name must always mean the same SQL. */
export function statementVariants<Row, Variant extends object, Args extends StatementArgs = []>(
  build: (variant: Variant) => Statement<Row, Args>,
): (variant: Variant) => Statement<Row, Args> {
  const built = new Map<string, Statement<Row, Args>>();
  return (variant) => {
    const key = JSON.stringify(variant);
    const known = built.get(key) ?? build(variant);
    built.set(key, known);
    return known;
  };
}

/** Epoch milliseconds, for instants that travel inside JSON. */
export const epochMs = (instant: string): string =>
  `round(extract(epoch from ${instant}) * 1000)::bigint`;

/** Lists whose rows are counted as they are written (migration 0003). */
type CountedList = 'signals' | 'studies' | 'research_gaps' | 'recommendations' | 'action_cards';

/** Number of the team's rows in a list; `parts` is an SQL condition on the counted parts. */
export const listTotal = (list: CountedList, parts = 'true'): string =>
  `(select coalesce(sum(amount), 0)::int from list_totals
     where team_id = $1 and list = '${list}' and ${parts})`;
