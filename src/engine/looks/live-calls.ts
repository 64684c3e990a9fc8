import type { LiveCallReason } from '../../../db/entities/action-card.js';
import { type CallQuoteRow, callQuotes } from '../../../db/queries/engine/call-quotes.js';
import {
  CORROBORATED_PARTICIPANTS,
  days,
  LIVE_CALL_DAYS,
  LIVE_CALL_TIERS,
} from '../../decisions.js';
import { signalRef } from '../../signals/ref.js';
import { callReason } from '../call-reason.js';
import type { Cause, Look } from '../cause.js';
import { named } from '../words.js';

/**
 * People to call: the strongest quote of each reason in an interview of the last days. Once minted, a call
 * stands for as long as its quote does: that beliefs change meanwhile takes back nothing that was said.
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
    const causes = new Map<string, Cause>();
    for (const row of rows) {
      const reason = callReason(row) ?? 'contradicts_signal';
      const cause = callFor(row, reason);
      const stands = quoteOf.get(cause.key) === row.quoteId;
      const fresh = !quoteOf.has(cause.key) && !causes.has(cause.key) && callReason(row);
      if (stands || fresh) causes.set(cause.key, cause);
    }
    return [...causes.values()];
  },
};

function callFor(row: CallQuoteRow, reason: LiveCallReason): Cause {
  return {
    key: `live_call:${row.sourceItemId}:${reason}`,
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
