import { readFileSync } from 'node:fs';
import type { SnapshotLine } from '../src/operations/snapshot/lines.js';

/** The team's name and interview balance; a snapshot has no line for them. */
export const demoTeamFacts = { name: 'Kettle (demo)', interviewsLeft: 3, lowBalanceAt: 5 };

/** The moment that the times in `team.ndjson` are relative to. */
const WRITTEN_AT = Date.UTC(2026, 0, 1, 12);
/** Numbers from here on are epoch milliseconds (2001 and later); the snapshot holds no others as large. */
const FIRST_INSTANT = 1e12;

/**
 * The demo team's snapshot with every time shifted so that `WRITTEN_AT` becomes `now`: new, declining and
 * stale beliefs stay so on whatever day the demo is loaded. The team is made up; its product, Kettle, is a
 * diary and invoicing app for small trades.
 */
export function demoTeam(now: Date): SnapshotLine[] {
  const shift = now.getTime() - WRITTEN_AT;
  const shifted = (_key: string, value: unknown): unknown =>
    typeof value === 'number' && value >= FIRST_INSTANT ? value + shift : value;
  return readFileSync(new URL('./team.ndjson', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line, shifted) as SnapshotLine);
}
