import type { ResearchGapType } from '../../../db/entities/research-gap.js';
import type { LearningTarget } from '../../../db/entities/study.js';
import { counted, cut, people } from '../../core/words.js';
import type { DraftThemeRow } from '../queries/study-drafts.js';
import { signalRef } from '../signals/ref.js';

export interface DraftPlanFacts {
  gap: { type: ResearchGapType; description: string; suggestedAction: string };
  signal: {
    refNumber: number;
    label: string;
    participantCount: number;
    studyCount: number;
    counterParticipantCount: number;
  };
  /** Most mentioned first. */
  themes: readonly DraftThemeRow[];
  /** The strongest quote against the signal. */
  opposingQuote: string | undefined;
}

export interface DraftPlan {
  objective: string;
  learningTargets: LearningTarget[];
}

const NAME_LIMIT = 120;
const QUOTE_LIMIT = 280;

const purposes: Record<ResearchGapType, { name: string; question: (belief: string) => string }> = {
  missing_breadth: {
    name: 'Wider view',
    question: (belief) => `Does ${belief} hold for people beyond those we have spoken with so far?`,
  },
  thin_counter_evidence: {
    name: 'Other side',
    question: (belief) => `For whom, and when, does ${belief} not hold?`,
  },
  topic_asymmetry: {
    name: 'Missing topics',
    question: (belief) => `What have our interviews left out about ${belief}?`,
  },
  stale_evidence: {
    name: 'Fresh look',
    question: (belief) => `Does ${belief} still hold today, and what has changed?`,
  },
  post_ship_verification: {
    name: 'After the ship',
    question: (belief) => `What has changed about ${belief} for people since we shipped?`,
  },
};

/** A name for the study, of at most 120 characters. */
export const draftName = (type: ResearchGapType, signalLabel: string): string =>
  cut(`${purposes[type].name}: ${signalLabel}`, NAME_LIMIT);

/** The questions of a follow-up study, from the gap, its signal and the evidence at hand. */
export function draftPlan({ gap, signal, themes, opposingQuote }: DraftPlanFacts): DraftPlan {
  const belief = `“${signal.label}”`;
  const questions = [
    purposes[gap.type].question(belief),
    ...themes.map(aboutTheme),
    ...(opposingQuote === undefined
      ? [`What would change your mind about ${belief}?`]
      : [`How common is it to see this differently, as in “${cut(opposingQuote, QUOTE_LIMIT)}”?`]),
  ];
  const against = signal.counterParticipantCount;
  const known =
    `So far ${people(signal.participantCount)} in ${counted(signal.studyCount, 'study', 'studies')} ` +
    `said ${signalRef(signal.refNumber)}, and ${against === 0 ? 'no one' : people(against)} contradicted it.`;
  return {
    objective: [gap.description, gap.suggestedAction, known].filter(Boolean).join('\n\n'),
    learningTargets: questions.map((question, index) => ({
      targetId: `target-${index + 1}`,
      question,
      priority: index === 0 ? 'primary' : 'secondary',
    })),
  };
}

const aboutTheme = ({ label, supporting, opposing }: DraftThemeRow): string =>
  opposing === 0
    ? `What do people say unprompted about “${label}”, and who sees it differently?`
    : `What distinguishes the ${supporting} who support “${label}” from the ${opposing} who do not?`;
