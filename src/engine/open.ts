import { randomUUID } from 'node:crypto';
import {
  beginCauses,
  formerCauses,
  importedCards,
  importedGaps,
  mintCards,
  mintGaps,
} from '../../db/queries/engine/causes.js';
import type { Context } from '../context.js';
import type { Cause } from './cause.js';
import type { Change } from './change.js';

/** Who stands for a cause from now on. */
interface Standing {
  cause: Cause;
  subjectId: string;
  minted: boolean;
}

/**
 * Mints a card or a gap for each cause that nothing stands for yet. An imported card or gap, pending or dealt
 * with, stands for a cause that the engine sees for the first time; a gap that was dismissed, and a card that a
 * person brought back, stand for theirs for good.
 */
export async function open(tx: Context, causes: readonly Cause[]): Promise<Change[]> {
  if (causes.length === 0) return [];
  const known = await standingAlready(tx, causes);
  const standing = causes.map((cause): Standing => {
    const subject = known.get(cause.key);
    return subject
      ? { cause, ...subject }
      : {
          cause,
          minted: true,
          subjectId: `${cause.mints === 'gap' ? 'gap' : 'card'}-${randomUUID()}`,
        };
  });
  const fresh = standing.filter(({ cause }) => !known.has(cause.key));
  await mint(tx, fresh);
  const rows = standing.map(({ cause, subjectId, minted }) => ({
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
    what: cause.mints,
    type: cause.rule,
    id: subjectId,
    summary: cause.mints === 'card' ? cause.card.summary : cause.gap.description,
    why: cause.why,
  }));
}

async function standingAlready(
  tx: Context,
  causes: readonly Cause[],
): Promise<Map<string, { subjectId: string; minted: boolean }>> {
  const keys = causes.map(({ key }) => key);
  const former = new Map((await tx.db.rows(formerCauses, keys)).map((row) => [row.cause, row]));
  const wanted = (mints: Cause['mints']) =>
    JSON.stringify(
      causes
        .filter((cause) => cause.mints === mints && cause.match)
        // Gone and back: what was dealt with before was another time.
        .map(({ key, rule, match }) => ({ cause: key, rule, pending: former.has(key), ...match })),
    );
  const imported = [
    ...(await tx.db.rows(importedCards, wanted('card'))),
    ...(await tx.db.rows(importedGaps, wanted('gap'))),
  ];
  const standing = [...former.values()].filter(({ stands }) => stands);
  return new Map([
    ...imported.map(({ cause, subjectId }) => [cause, { subjectId, minted: false }] as const),
    ...standing.map(({ cause, subjectId, minted }) => [cause, { subjectId, minted }] as const),
  ]);
}

async function mint(tx: Context, fresh: readonly Standing[]): Promise<void> {
  const gaps = fresh.flatMap(({ cause, subjectId }) =>
    cause.mints === 'gap' ? [{ researchGapId: subjectId, type: cause.rule, ...cause.gap }] : [],
  );
  const cards = fresh.flatMap(({ cause, subjectId }) =>
    cause.mints === 'card'
      ? [{ actionCardId: subjectId, type: cause.rule, cause: cause.key, ...cause.card }]
      : [],
  );
  if (gaps.length > 0) await tx.db.rows(mintGaps, JSON.stringify(gaps), tx.now);
  if (cards.length > 0) await tx.db.rows(mintCards, JSON.stringify(cards), tx.now);
}
