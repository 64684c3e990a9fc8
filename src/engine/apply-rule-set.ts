import { randomUUID } from 'node:crypto';
import { recordHistory } from '../beliefs/history/history.js';
import { cardsChanged, noteOnCard } from '../core/announce.js';
import type { Context } from '../core/context.js';
import type { Cause, Change, RuleName, RuleSet } from './cause.js';
import {
  beginCauses,
  closeCards,
  closeGaps,
  endCauses,
  formerCauses,
  importedCards,
  importedGaps,
  type LiveCauseRow,
  liveCauses,
  openCards,
  openGaps,
} from './queries/causes.js';
import type { Scope } from './scope.js';

/**
 * Compares the causes that hold with those that held: closes what is gone, then, with `mayOpen`, opens what is new.
 * Causes outside the scope are not touched.
 */
export async function applyRuleSet(
  tx: Context,
  ruleSet: RuleSet,
  scope: Scope,
  { mayOpen }: { mayOpen: boolean },
): Promise<Change[]> {
  const ids = scope[ruleSet.about];
  if (ids?.length === 0 && ruleSet.about !== 'team') return [];
  if (ruleSet.about === 'team' && ids !== null) return [];
  const live = await tx.db.rows(liveCauses({ only: ids !== null }), ruleSet.rules, ids);
  const held = await ruleSet.causes(tx, scope, live);
  const holding = new Set(held.map(({ key }) => key));
  const known = new Set(live.map(({ cause }) => cause));
  const changes = await close(
    tx,
    live.filter(({ cause }) => !holding.has(cause)),
  );
  if (!mayOpen) return changes;
  const fresh = held.filter(({ key }) => !known.has(key));
  return [...changes, ...(await open(tx, fresh))];
}

/** The card or gap that represents a cause from now on. */
interface CauseSubject {
  cause: Cause;
  subjectId: string;
  minted: boolean;
}

/**
 * Opens a card or a gap for each cause that has none. The first time the engine sees a cause, an imported card
 * or gap, pending or handled, counts as its own. A dismissed gap, and a card that a person reopened, represent
 * their cause permanently.
 */
async function open(tx: Context, causes: readonly Cause[]): Promise<Change[]> {
  if (causes.length === 0) return [];
  const known = await existingSubjects(tx, causes);
  const subjects = causes.map((cause): CauseSubject => {
    const subject = known.get(cause.key);
    return subject
      ? { cause, ...subject }
      : {
          cause,
          minted: true,
          subjectId: `${cause.opens === 'gap' ? 'gap' : 'card'}-${randomUUID()}`,
        };
  });
  const fresh = subjects.filter(({ cause }) => !known.has(cause.key));
  await insertSubjects(tx, fresh);
  const rows = subjects.map(({ cause, subjectId, minted }) => ({
    cause: cause.key,
    rule: cause.rule,
    aboutId: cause.aboutId,
    subjectId,
    minted,
    quoteId: cause.quoteId,
  }));
  await tx.db.rows(beginCauses, JSON.stringify(rows), tx.now);
  return fresh.map(({ cause, subjectId }) => ({
    did: 'opened',
    what: cause.opens,
    type: cause.rule,
    id: subjectId,
    summary: cause.opens === 'card' ? cause.card.summary : cause.gap.description,
    why: cause.why,
  }));
}

async function existingSubjects(
  tx: Context,
  causes: readonly Cause[],
): Promise<Map<string, { subjectId: string; minted: boolean }>> {
  const keys = causes.map(({ key }) => key);
  const former = new Map((await tx.db.rows(formerCauses, keys)).map((row) => [row.cause, row]));
  const wanted = (opens: Cause['opens']) =>
    JSON.stringify(
      causes
        .filter((cause) => cause.opens === opens && cause.match)
        // The cause ended and came back: the earlier card was for the earlier occurrence.
        .map(({ key, rule, match }) => ({ cause: key, rule, pending: former.has(key), ...match })),
    );
  const imported = [
    ...(await tx.db.rows(importedCards, wanted('card'))),
    ...(await tx.db.rows(importedGaps, wanted('gap'))),
  ];
  const subjects = [...former.values()].filter(({ stands }) => stands);
  return new Map([
    ...imported.map(({ cause, subjectId }) => [cause, { subjectId, minted: false }] as const),
    ...subjects.map(({ cause, subjectId, minted }) => [cause, { subjectId, minted }] as const),
  ]);
}

async function insertSubjects(tx: Context, fresh: readonly CauseSubject[]): Promise<void> {
  const gaps = fresh.flatMap(({ cause, subjectId }) =>
    cause.opens === 'gap' ? [{ researchGapId: subjectId, type: cause.rule, ...cause.gap }] : [],
  );
  const cards = fresh.flatMap(({ cause, subjectId }) =>
    cause.opens === 'card'
      ? [{ actionCardId: subjectId, type: cause.rule, cause: cause.key, ...cause.card }]
      : [],
  );
  if (gaps.length > 0) await tx.db.rows(openGaps, JSON.stringify(gaps), tx.now);
  if (cards.length > 0) await tx.db.rows(openCards, JSON.stringify(cards), tx.now);
}

/** Ends these causes and closes the engine's cards and gaps for them; those that a person has already handled stay. */
async function close(tx: Context, causes: readonly LiveCauseRow[]): Promise<Change[]> {
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
