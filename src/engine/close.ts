import { recordHistory } from '../beliefs/history/record-history.js';
import type { Context } from '../core/context.js';
import { cardsChanged, noteOnCard } from '../core/outbox.js';
import type { RuleName } from './cause.js';
import type { Change } from './change.js';
import { closeCards, closeGaps, endCauses, type LiveCauseRow } from './queries/causes.js';

/** Ends these causes and closes the engine's cards and gaps for them; those that a person has already handled stay. */
export async function close(tx: Context, causes: readonly LiveCauseRow[]): Promise<Change[]> {
  if (causes.length === 0) return [];
  await tx.db.rows(
    endCauses,
    causes.map(({ cause }) => cause),
    tx.now,
  );
  const minted = causes.filter((cause) => cause.minted).map(({ subjectId }) => subjectId);
  const gaps = await tx.db.rows(closeGaps, minted);
  const cards = await tx.db.rows(closeCards, minted, tx.now);
  for (const { subjectId } of cards) {
    await recordHistory(tx, {
      action: 'resolve',
      subjectType: 'action_card',
      subjectId,
      detail: { resolution: 'followed', cause: 'gone' },
    });
    await noteOnCard(tx, subjectId, { kind: 'resolved', resolution: 'followed' });
  }
  await cardsChanged(
    tx,
    cards.map(({ subjectId }) => ({ actionCardId: subjectId })),
  );
  const toChange =
    (what: 'card' | 'gap') => (row: { subjectId: string; rule: string; summary: string }) => ({
      did: 'closed' as const,
      what,
      type: row.rule as RuleName,
      id: row.subjectId,
      summary: row.summary,
      why: 'its cause is gone',
    });
  return [...gaps.map(toChange('gap')), ...cards.map(toChange('card'))];
}
