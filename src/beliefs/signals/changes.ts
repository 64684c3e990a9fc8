import type { DigestBeliefRow } from '../../../db/queries/digest.js';
import { isStale } from './trajectory.js';

/** The state of the beliefs at a digest, as far as the next digest needs it. */
export interface DigestState {
  /** Time of the digest, in epoch milliseconds; it may be later than its slot. */
  at: number;
  rising: string[];
  /** Beliefs that are declining or have had no evidence for long. */
  quiet: string[];
  /** Number of people against each belief that has any. */
  counter: Record<string, number>;
}

/**
 * The changes in beliefs since the previous digest; each belief once, in its most important
 * category.
 */
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
 * Changes since `before`. Without it, the team's first digest reports beliefs that are new since
 * `since` or rising, and no long-standing state.
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
