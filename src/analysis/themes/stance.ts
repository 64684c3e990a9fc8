import type { EvidenceKind, Sentiment } from '../../../db/entities/evidence.js';

/** How a theme is spoken of. */
export interface Stance {
  sentiment: Sentiment;
  /** -1: complaint, 1: praise, 0: neither prevails. */
  leaning: -1 | 0 | 1;
}

const leaningFrom = 0.15;
const plainFrom = 0.33;
const mixedShare = 0.25;
/** Fewer quotes do not tell what prevails. */
const fewestQuotes = 3;

/** What prevails in the polarities of a theme's quotes. */
export function stanceOf(polarities: readonly number[]): Stance {
  const count = Math.max(1, polarities.length);
  const polarity = polarities.reduce((sum, value) => sum + value, 0) / count;
  const praise = polarities.filter((value) => value >= plainFrom).length / count;
  const complaint = polarities.filter((value) => value <= -plainFrom).length / count;
  const leaning = Math.abs(polarity) < leaningFrom ? 0 : polarity > 0 ? 1 : -1;
  const mixed = praise >= mixedShare && complaint >= mixedShare;
  const sentiment = mixed ? 'mixed' : (['negative', 'neutral', 'positive'] as const)[leaning + 1];
  return { sentiment: sentiment as Sentiment, leaning };
}

/** Whether a quote speaks for its theme or against it: against, where it is plainly of the other mind. */
export function sideOf(
  polarity: number,
  { leaning }: Stance,
  quotes: number,
): { kind: EvidenceKind; note: string | null } {
  const opposes = leaning !== 0 && quotes >= fewestQuotes && -leaning * polarity >= plainFrom;
  if (!opposes) return { kind: 'evidence', note: null };
  const note =
    leaning < 0
      ? 'Speaks well of what others complain about.'
      : 'Complains about what others speak well of.';
  return { kind: 'counterEvidence', note };
}
