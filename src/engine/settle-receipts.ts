import { PostShipReceipt } from '../../db/entities/engine.js';
import { signalRef } from '../beliefs/signals/ref.js';
import type { Context } from '../core/context.js';
import { emit } from '../core/events.js';
import {
  days,
  POST_SHIP_MIN_PEOPLE,
  POST_SHIP_QUALITY,
  POST_SHIP_WINDOW_DAYS,
} from '../core/numbers.js';
import { counted, day, named } from '../core/words.js';
import type { Change } from './cause.js';
import { dropOutdatedReceipts, goodInterviews, type ShipRow, ships } from './queries/ships.js';
import { contradictedShips } from './rule-sets/ships.js';
import type { Scope } from './scope.js';

/**
 * Stamps the receipts that are due and clears those that no longer hold (docs/reference.md, Post-ship receipt).
 * A receipt is dated: it stays as observed until a contradiction clears it, the ship is undone, or a later quiet
 * window follows a quote that restarted the clock.
 */
export async function settleReceipts(
  tx: Context,
  { recommendation: ids }: Scope,
  { mayOpen }: { mayOpen: boolean },
): Promise<Change[]> {
  const only = ids !== null;
  if (ids?.length === 0) return [];
  const outdated = await tx.db.rows(dropOutdatedReceipts({ only }), ids);
  const changes = outdated.map(({ signalId, recommendationId }) =>
    cleared(signalId, recommendationId, 'the recommendation is no longer the one that shipped'),
  );
  if (!mayOpen) return changes;
  const start = new Date(tx.now.getTime() - days(POST_SHIP_WINDOW_DAYS));
  const interviewed = await tx.db.row(goodInterviews, POST_SHIP_QUALITY, start, tx.now);
  const stored = new Map(
    (await tx.db.find(PostShipReceipt)).map((receipt) => [keyOf(receipt), receipt]),
  );
  const rows = await tx.db.rows(ships({ only }), ids, tx.now);
  const contradicted = contradictedShips(rows);
  for (const row of rows) {
    const receipt = stored.get(keyOf(row));
    const { signalId, recommendationId } = row;
    if (contradicted.has(recommendationId)) {
      if (!receipt) continue;
      await tx.db.delete(PostShipReceipt, { signalId, recommendationId });
      changes.push(
        cleared(
          signalId,
          recommendationId,
          'people still report the problem that the fix was meant to end',
        ),
      );
      continue;
    }
    const quietSince = row.lastSince ?? row.shippedAt;
    const quiet = quietSince.getTime() <= start.getTime();
    const known = receipt?.quietSince.getTime() === quietSince.getTime();
    if (!quiet || known || (interviewed?.people ?? 0) < POST_SHIP_MIN_PEOPLE) continue;
    changes.push(await stamp(tx, row, quietSince, interviewed?.interviews ?? 0));
  }
  return changes;
}

const keyOf = (row: { signalId: string; recommendationId: string }): string =>
  `${row.recommendationId} ${row.signalId}`;

async function stamp(
  tx: Context,
  row: ShipRow,
  quietSince: Date,
  interviewCount: number,
): Promise<Change> {
  const { signalId, recommendationId, shippedAt, trajectory } = row;
  await tx.db.delete(PostShipReceipt, { signalId, recommendationId });
  await tx.db.insert(PostShipReceipt, {
    signalId,
    recommendationId,
    shippedAt,
    observedAt: tx.now,
    quietSince,
    windowDays: POST_SHIP_WINDOW_DAYS,
    interviewCount,
    trajectory,
  });
  const ref = signalRef(row.refNumber);
  const summary =
    `No one has brought up ${ref} ${named(row.label)} unprompted since ${day(quietSince)}, ` +
    `with ${counted(interviewCount, 'good interview')} in the last ${POST_SHIP_WINDOW_DAYS} days.`;
  await emit(tx, 'receiptStamped', {
    recommendationId,
    text: `${summary} That is an observation, not a verdict.`,
    cause: `${signalId}:${shippedAt.getTime()}:${quietSince.getTime()}`,
  });
  return {
    did: 'opened',
    what: 'receipt',
    type: 'post_ship_receipt',
    id: `${recommendationId}:${signalId}`,
    summary,
    why: `${ref}: quiet for ${POST_SHIP_WINDOW_DAYS} days or more since ${named(row.title)} shipped`,
  };
}

const cleared = (signalId: string, recommendationId: string, why: string): Change => ({
  did: 'closed',
  what: 'receipt',
  type: 'post_ship_receipt',
  id: `${recommendationId}:${signalId}`,
  summary: `The receipt of ${recommendationId} on ${signalId} is cleared.`,
  why,
});
