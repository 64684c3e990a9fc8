import type { LiveCallReason } from '../../db/entities/action-card.js';
import type { CallQuoteRow } from '../../db/queries/engine/call-quotes.js';
import { cuesOf } from '../analysis/cues.js';
import { polarityOf } from '../analysis/polarity.js';
import { LIVE_CALL_STRENGTH } from '../decisions.js';

/** Words that nobody uses for a small annoyance, and small ones that are made big. */
const intense =
  /\b(?:hate[ds]?|loathe|furious|livid|enraged|terrified|devastat\w+|heartbr\w+|nightmare|horrible|horrif\w+|terrible|awful|unacceptable|infuriat\w+|outrag\w+|disgust\w+|appall\w+|humiliat\w+|ashamed|desperate|miserable|soul-crushing)\b|\b(?:so|really|very|extremely|incredibly|deeply|absolutely|completely) (?:frustrat|angry|upset|stress|anxious|disappoint|overwhelm|worried|scared|annoy)\w*/i;
/** Feeling that needs no word of complaint beside it. */
const overcome = /\b(?:cried|crying|in tears|scream(?:ed|ing)|panick\w+)\b/i;

/**
 * Why the person who said this is worth a call, the most urgent reason first: they may leave, they are upset,
 * they speak against a belief. An answer that only agrees with a leading question is none.
 */
export function callReason(said: CallQuoteRow): LiveCallReason | undefined {
  if (said.prompted) return undefined;
  const cues = said.cues ?? cuesOf(said.quote);
  if (cues.includes('churn')) return 'churn_risk';
  return isUpset(said) ? 'emotional_intensity' : contradiction(said);
}

const isUpset = ({ quote, polarity }: CallQuoteRow): boolean =>
  overcome.test(quote) || (intense.test(quote) && (polarity ?? polarityOf(quote)) < 0);

function contradiction({
  signalId,
  stage,
  strength,
  cues,
}: CallQuoteRow): 'contradicts_signal' | undefined {
  if (signalId === null) return undefined;
  const coded = cues === null && strength >= LIVE_CALL_STRENGTH.coded;
  const read = stage === 'established' && strength >= LIVE_CALL_STRENGTH.read;
  return coded || read ? 'contradicts_signal' : undefined;
}
