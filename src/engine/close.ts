import {
  closeCards,
  closeGaps,
  endCauses,
  type LiveCauseRow,
} from '../../db/queries/engine/causes.js';
import type { Context } from '../context.js';
import { recordHistory } from '../history/record-history.js';
import { cardsChanged, noteOnCard } from '../outbox.js';
import type { RuleName } from './cause.js';
import type { Change } from './change.js';

/** Ends these causes and closes what the engine minted for them; what a person dealt with stays as it is. */
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
  const told =
    (what: 'card' | 'gap') => (row: { subjectId: string; rule: string; summary: string }) => ({
      did: 'closed' as const,
      what,
      type: row.rule as RuleName,
      id: row.subjectId,
      summary: row.summary,
      why: 'its cause is gone',
    });
  return [...gaps.map(told('gap')), ...cards.map(told('card'))];
}
