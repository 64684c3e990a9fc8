import type { Statement } from './statement.js';

/** Where a list ordered newest first goes on: after the row of this instant and id. */
export interface TimePosition {
  at: Date;
  id: string;
}

/**
 * The rows after a position in a list ordered newest first, ids ascending (decisions.md). `place` is the
 * number of the parameter that holds the instant; the id's follows it.
 */
export const goesOnAfter = (at: string, id: string, place: number): string =>
  `${at} <= $${place} and (${at} < $${place} or ${id} > $${place + 1})`;

/** A page holds 50 rows at most (api.md part 8), and the one that tells of a next page. */
const MOST_ROWS = 51;

/**
 * The first `$place` rows of a list in its order. Where a limit is a parameter alone, the planner expects a
 * tenth of the table, finds that a plan for the actual number is cheaper, and makes one for every read: at a
 * million quotes that took as long as the read. Told the most rows in the text, it makes one plan for all.
 */
export const pageOfMost = (ordered: string, place: number, most = MOST_ROWS): string =>
  `select * from (${ordered} limit ${most}) page limit $${place}::int`;

/** Builds each variant of a statement once: its name must always stand for the same SQL. */
export function statementVariants<Row, Variant extends object>(
  build: (variant: Variant) => Statement<Row>,
): (variant: Variant) => Statement<Row> {
  const built = new Map<string, Statement<Row>>();
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
