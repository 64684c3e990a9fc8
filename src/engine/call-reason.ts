import type { LiveCallReason } from '../../db/entities/action-card.js';
import type { CallQuoteRow } from '../../db/queries/engine/call-quotes.js';
import { cuesOf } from '../analysis/cues.js';
import { polarityOf } from '../analysis/polarity.js';
import { LIVE_CALL_STRENGTH } from '../decisions.js';

/** Feeling that needs no word of complaint beside it. */
const overcome = /\b(?:cry|cried|crying|tears|scream(?:ed|ing)|panic\w*)\b/i;

/**
 * Why the person who said this is worth a call, the most urgent reason first: they may leave, they are upset,
 * they speak against a belief. An answer that only agrees with a leading question is none.
 */
export function callReason(said: CallQuoteRow): LiveCallReason | undefined {
  if (said.prompted) return undefined;
  const cues = said.cues ?? cuesOf(said.quote);
  if (cues.includes('churn')) return 'churn_risk';
  const upset = (said.polarity ?? polarityOf(said.quote)) < 0 || overcome.test(said.quote);
  if (cues.includes('emotion') && upset) return 'emotional_intensity';
  const contradicts = said.signalId !== null && said.strength >= LIVE_CALL_STRENGTH;
  return contradicts ? 'contradicts_signal' : undefined;
}
