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
