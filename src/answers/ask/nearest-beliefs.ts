import type { SignalRow } from '../../../db/queries/signals.js';
import type { Context } from '../../core/context.js';
import { chooseFinding } from './choose-finding.js';
import { conditionsOf } from './conditions.js';
import { alone } from './follow-up.js';
import { withoutBorrowed } from './known-questions.js';
import { retrieve } from './retrieve.js';

/** Characters read: the beginning of a text says what it is about, and more only costs time. */
const READ = 500;

interface NearBeliefs {
  /** Open beliefs, nearest first. */
  beliefs: SignalRow[];
  /** The belief that the text is about, by the rules for answers; undefined if there is none. */
  nearest: SignalRow | undefined;
}

/** The beliefs nearest to a statement, at most `limit`. No model is called. */
export async function nearestBeliefs(
  ctx: Context,
  said: string,
  limit: number,
): Promise<NearBeliefs> {
  const text = said.slice(0, READ);
  if (!/[\p{L}\p{N}]/u.test(text)) return { beliefs: [], nearest: undefined };
  const reading = { ...alone(text), conditions: conditionsOf(text, ctx.now), several: false };
  const found = await retrieve(ctx, reading);
  // What colleagues commonly ask was tried on questions alone; a statement is filed under what shares its words.
  const signals = found.signals.map(withoutBorrowed).sort((a, b) => b.relevance - a.relevance);
  const material = { ...found, signals };
  const [near] = chooseFinding(reading, material).beliefs.map(({ signal }) => signal);
  const nearest = near?.archived ? undefined : near;
  const others = material.signals
    .map(({ signal }) => signal)
    .filter(({ archived, signalId }) => !archived && signalId !== nearest?.signalId);
  return { beliefs: [...(nearest ? [nearest] : []), ...others].slice(0, limit), nearest };
}
