import type { DigestBeliefRow } from '../../db/queries/digest.js';
import { isStale } from '../signals/freshness.js';

/** Where the beliefs stood at a digest, as far as the next one needs it. */
export interface DigestState {
  /** When that was, in epoch milliseconds; a digest may be late for its slot. */
  at: number;
  rising: string[];
  /** Falling off, or not heard of for long. */
  quiet: string[];
  /** People who speak against a belief, where there are any. */
  counter: Record<string, number>;
}

/** What is news about beliefs since the digest before; each belief once, under what matters most. */
export interface BeliefChanges {
  fresh: DigestBeliefRow[];
  contradicted: DigestBeliefRow[];
  rising: DigestBeliefRow[];
  quiet: DigestBeliefRow[];
}

const isQuiet = (belief: DigestBeliefRow, now: Date): boolean =>
  belief.trajectory === 'declining' || isStale(belief.latestCapturedAt, now);

export const digestState = (beliefs: readonly DigestBeliefRow[], now: Date): DigestState => ({
  at: now.getTime(),
  rising: beliefs.filter(({ trajectory }) => trajectory === 'rising').map(idOf),
  quiet: beliefs.filter((belief) => isQuiet(belief, now)).map(idOf),
  counter: Object.fromEntries(
    beliefs
      .filter(({ counterParticipantCount }) => counterParticipantCount > 0)
      .map((belief) => [belief.signalId, belief.counterParticipantCount]),
  ),
});

/**
 * What changed since `before`; without it, the team's first digest tells what is new since `since` and what
 * rises, and nothing about what has long been so.
 */
export function beliefChanges(
  before: DigestState | undefined,
  beliefs: readonly DigestBeliefRow[],
  { since, now }: { since: Date; now: Date },
): BeliefChanges {
  const changes: BeliefChanges = { fresh: [], contradicted: [], rising: [], quiet: [] };
  const rose = new Set(before?.rising);
  const fell = new Set(before?.quiet);
  for (const belief of beliefs) {
    const { signalId, counterParticipantCount } = belief;
    const spokeAgainst = before ? (before.counter[signalId] ?? 0) : counterParticipantCount;
    if (belief.createdAt > since) changes.fresh.push(belief);
    else if (counterParticipantCount > spokeAgainst) changes.contradicted.push(belief);
    else if (belief.trajectory === 'rising' && !rose.has(signalId)) changes.rising.push(belief);
    else if (before && isQuiet(belief, now) && !fell.has(signalId)) changes.quiet.push(belief);
  }
  return changes;
}

const idOf = ({ signalId }: DigestBeliefRow): string => signalId;
