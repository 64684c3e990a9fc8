import type { After, TimePosition } from '../../db/queries/keyset.js';

/** One page of a list. */
export interface Page<Row, Position = TimePosition> {
  rows: Row[];
  /** Start of the next page; null if no more rows remain. */
  next: Position | null;
  /** Number of all matches; absent if the list does not count. */
  total?: number;
}

/**
 * Makes a page of rows that were read with one more than `limit`: the extra row shows that another
 * page exists.
 */
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

/** The last arguments of a statement that may continue after a position. */
export const after = (position: TimePosition | undefined): After =>
  position ? [position.at, position.id] : [];
