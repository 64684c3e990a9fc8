import { CARD_TYPES, type LiveCallReason } from '../../../db/entities/action-card.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import {
  CORROBORATED_PARTICIPANTS,
  days,
  LIVE_CALL_DAYS,
  LIVE_CALL_STRENGTH,
} from '../../core/numbers.js';
import { named } from '../../core/words.js';
import { saysLeaving, saysStrongFeeling } from '../../language/urgency.js';
import type { Cause, RuleSet } from '../cause.js';
import { type CallQuoteRow, callQuotes } from '../queries/call-quotes.js';

/**
 * People to call: the strongest quote per reason and recent interview, and the strongest of all quotes against one
 * belief. An open call stays as long as its quote exists, even if beliefs change in the meantime.
 */
export const liveCalls = {
  rules: ['live_call'],
  about: 'source_item',
  async causes(tx, { source_item: ids }, live) {
    const quoteOf = new Map(live.map(({ cause, quoteId }) => [cause, quoteId]));
    const rows = await tx.db.rows(callQuotes({ only: ids !== null }), {
      sourceItemIds: ids,
      since: new Date(tx.now.getTime() - days(LIVE_CALL_DAYS)),
      now: tx.now,
      quoteIds: [...quoteOf.values()],
      people: CORROBORATED_PARTICIPANTS,
    });
    const strongest = rows.filter((row) => quoteOf.get(keyOf(row)) === row.quoteId);
    const causes = new Map(strongest.map((row) => [keyOf(row), callFor(row, reasonOf(row))]));
    const contradicted = new Set(strongest.filter(({ recent }) => recent).map(signalOf));
    for (const row of rows.filter((said) => callReason(said) !== undefined)) {
      const signalId = signalOf(row);
      if (quoteOf.has(keyOf(row)) || causes.has(keyOf(row))) continue;
      // One call per belief: the second person to doubt it says nothing new.
      if (signalId !== undefined && contradicted.has(signalId)) continue;
      causes.set(keyOf(row), callFor(row, reasonOf(row)));
      contradicted.add(signalId);
    }
    return [...causes.values()];
  },
} satisfies RuleSet;

/**
 * The reason for a call. A quote with an open call that no longer has a reason of its own counts as contradicting a
 * signal.
 */
const reasonOf = (row: CallQuoteRow): LiveCallReason => callReason(row) ?? 'contradicts_signal';

const keyOf = (row: CallQuoteRow): string => `live_call:${row.sourceItemId}:${reasonOf(row)}`;

const signalOf = (row: CallQuoteRow): string | undefined =>
  reasonOf(row) === 'contradicts_signal' ? (row.signalId ?? undefined) : undefined;

function callFor(row: CallQuoteRow, reason: LiveCallReason): Cause {
  return {
    key: keyOf(row),
    aboutId: row.sourceItemId,
    why: `a participant in ${named(row.studyName)} ${why[reason](row)}`,
    match: { sourceItemId: row.sourceItemId, reason },
    quoteId: row.quoteId,
    opens: 'card',
    rule: 'live_call',
    card: {
      summary: `A participant in ${named(row.studyName)} ${why[reason](row)}.`,
      priority: CARD_TYPES.live_call.tier[reason],
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
    `contradicts ${signalRef(refNumber ?? 0)} ${named(label ?? '')}`,
};

/**
 * Returns why this participant is worth a call, the most urgent reason first: they may leave, they are upset, or
 * they contradict a signal. A quote that only agrees with a leading question is never a reason.
 */
export function callReason(said: CallQuoteRow): LiveCallReason | undefined {
  if (said.prompted) return undefined;
  if (said.urgency ? said.urgency === 'churn_risk' : saysLeaving(said.quote)) return 'churn_risk';
  const isUpset = said.urgency
    ? said.urgency === 'emotional_intensity'
    : saysStrongFeeling(said.quote);
  if (isUpset) return 'emotional_intensity';
  return contradiction(said);
}

function contradiction({
  signalId,
  stage,
  strength,
  wasRead,
}: CallQuoteRow): 'contradicts_signal' | undefined {
  if (signalId === null) return undefined;
  const coded = !wasRead && strength >= LIVE_CALL_STRENGTH.coded;
  const read = wasRead && stage === 'established' && strength >= LIVE_CALL_STRENGTH.read;
  return coded || read ? 'contradicts_signal' : undefined;
}
