import type { LiveCallReason } from '../../db/entities/action-card.js';
import { saysLeaving, saysStrongFeeling } from '../analysis/strong-words.js';
import { LIVE_CALL_STRENGTH } from '../core/decisions.js';
import type { CallQuoteRow } from './queries/call-quotes.js';

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
