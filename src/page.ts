import type { TimePosition } from '../db/keyset.js';

/** One page of a list (api.md 4.1). */
export interface Page<Row, Position = TimePosition> {
  rows: Row[];
  /** Where the next page goes on; null when no more rows remain. */
  next: Position | null;
  /** Every match without paging; absent where the list does not count. */
  total?: number;
}

/** `rows` were read with one more than `limit`: the extra one tells that another page exists. */
export function pageOf<Row, Position>(
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => Position,
  total?: number,
): Page<Row, Position> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    next: rows.length > limit && last ? positionOf(last) : null,
    ...(total !== undefined && { total }),
  };
}

/** The values a statement takes to go on after a position. */
export const after = (position: TimePosition | undefined): unknown[] =>
  position ? [position.at, position.id] : [];
