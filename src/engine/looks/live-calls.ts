import type { LiveCallReason } from '../../../db/entities/action-card.js';
import { type CallQuoteRow, callQuotes } from '../../../db/queries/engine/call-quotes.js';
import {
  CORROBORATED_PARTICIPANTS,
  days,
  LIVE_CALL_DAYS,
  LIVE_CALL_TIERS,
} from '../../decisions.js';
import { signalRef } from '../../signals/ref.js';
import { named } from '../../words.js';
import { callReason } from '../call-reason.js';
import type { Cause, Look } from '../cause.js';

/**
 * People to call: the strongest quote of each reason in an interview of the last days, and of those against one
 * belief the strongest of all. Once minted, a call stands for as long as its quote does: that beliefs change
 * meanwhile takes back nothing that was said.
 */
export const liveCalls: Look = {
  rules: ['live_call'],
  about: 'source_item',
  async causes(tx, { source_item: ids }, live) {
    const quoteOf = new Map(live.map(({ cause, quoteId }) => [cause, quoteId]));
    const rows = await tx.db.rows(
      callQuotes({ only: ids !== null }),
      ids,
      new Date(tx.now.getTime() - days(LIVE_CALL_DAYS)),
      tx.now,
      [...quoteOf.values()],
      CORROBORATED_PARTICIPANTS,
    );
    const standing = rows.filter((row) => quoteOf.get(keyOf(row)) === row.quoteId);
    const causes = new Map(standing.map((row) => [keyOf(row), callFor(row, reasonOf(row))]));
    const contradicted = new Set(standing.filter(({ recent }) => recent).map(signalOf));
    for (const row of rows.filter((said) => callReason(said) !== undefined)) {
      const signalId = signalOf(row);
      if (quoteOf.has(keyOf(row)) || causes.has(keyOf(row))) continue;
      // One call a belief: the second person to doubt it says nothing new.
      if (signalId !== undefined && contradicted.has(signalId)) continue;
      causes.set(keyOf(row), callFor(row, reasonOf(row)));
      contradicted.add(signalId);
    }
    return [...causes.values()];
  },
};

/** Of a quote that a call stands on and that gives no other reason any more, it is what it was. */
const reasonOf = (row: CallQuoteRow): LiveCallReason => callReason(row) ?? 'contradicts_signal';

const keyOf = (row: CallQuoteRow): string => `live_call:${row.sourceItemId}:${reasonOf(row)}`;

const signalOf = (row: CallQuoteRow): string | undefined =>
  reasonOf(row) === 'contradicts_signal' ? (row.signalId ?? undefined) : undefined;

function callFor(row: CallQuoteRow, reason: LiveCallReason): Cause {
  return {
    key: keyOf(row),
    aboutId: row.sourceItemId,
    why: `somebody in ${named(row.studyName)} ${why[reason](row)}`,
    match: { sourceItemId: row.sourceItemId, reason },
    quoteId: row.quoteId,
    mints: 'card',
    rule: 'live_call',
    card: {
      summary: `Somebody interviewed for ${named(row.studyName)} ${why[reason](row)}.`,
      priority: LIVE_CALL_TIERS[reason],
      urgency: row.strength,
      quote: row.quote,
      reason,
      sourceItemId: row.sourceItemId,
      studyIds: [row.studyId],
      participantId: row.participantId,
      ...(row.themeId && { themeIds: [row.themeId] }),
      ...(reason === 'contradicts_signal' && row.signalId && { signalId: row.signalId }),
    },
  };
}

const why: Record<LiveCallReason, (row: CallQuoteRow) => string> = {
  churn_risk: () => 'may be about to leave',
  emotional_intensity: () => 'spoke with strong feeling about what went wrong',
  contradicts_signal: ({ refNumber, label }) =>
    `speaks against ${signalRef(refNumber ?? 0)} ${named(label ?? '')}`,
};
