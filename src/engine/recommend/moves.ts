import type { Cue } from '../../../db/entities/analysis.js';
import type { BasisThemeRow } from '../../../db/queries/engine/recommendable.js';

/** What can be done about what people say, as far as their words alone tell. */
type Move = 'mend' | 'offer' | 'replace' | 'keep' | 'retain' | 'ask';

interface Wording {
  title(label: string): string;
  action(label: string): string;
}

/** The label stands in quotation marks, because it is often in people's own words. */
export const moves: Record<Move, Wording> = {
  mend: {
    title: (label) => `Mend what stands behind ${label}`,
    action: (label) => `Trace ${label} to its first cause, and remove that`,
  },
  offer: {
    title: (label) => `Give people what they ask for: ${label}`,
    action: (label) => `Try the smallest thing that answers ${label}, with the people who said it`,
  },
  replace: {
    title: (label) => `Make the way around unnecessary: ${label}`,
    action: (label) => `Watch what people do today, and take the extra step away: ${label}`,
  },
  keep: {
    title: (label) => `Keep what people praise: ${label}`,
    action: (label) => `Check before each change that this stays true: ${label}`,
  },
  retain: {
    title: (label) => `Find out who may leave, and why: ${label}`,
    action: (label) => `Speak with the people who said ${label} before they have left`,
  },
  ask: {
    title: (label) => `Decide what to do about ${label}`,
    action: (label) =>
      `Ask the people who said ${label} what would help them, and agree on one step`,
  },
};

const moveOfCue: Partial<Record<Cue, Move>> = {
  need: 'offer',
  wish: 'offer',
  workaround: 'replace',
};

/** Only what is plain leads to more than a question: a clear sentiment, or what half the people express. */
export function moveOf(theme: BasisThemeRow | undefined): Move {
  if (!theme) return 'ask';
  if (theme.cue === 'churn') return 'retain';
  if (theme.sentiment === 'negative') return 'mend';
  if (theme.sentiment === 'positive') return 'keep';
  return (theme.cue && moveOfCue[theme.cue]) ?? 'ask';
}
