import type {
  ActionItem,
  Confidence,
  RecommendationState,
} from '../../../db/entities/recommendation.js';
import type { ResearchGapStatus, ResearchGapType } from '../../../db/entities/research-gap.js';
import type { SignalStage } from '../../../db/entities/signal.js';

/** A published recommendation of the signal. */
export interface RecommendationFacts {
  recommendationId: string;
  title: string;
  state: RecommendationState;
  confidence: Confidence;
  updatedAt: Date;
  actionItems: readonly ActionItem[];
}

export interface GapFacts {
  researchGapId: string;
  type: ResearchGapType;
  status: ResearchGapStatus;
  suggestedAction: string;
  draftedStudyId: string | null;
  createdAt: Date;
}

interface NextStepFacts {
  archived: boolean;
  stage: SignalStage;
  recommendations: readonly RecommendationFacts[];
  gaps: readonly GapFacts[];
}

/** The recommended next step of a signal, with the objects it names, for a surface to show. */
export type NextStep =
  | { type: 'act'; recommendation: RecommendationFacts; topAction: ActionItem | null }
  | { type: 'learn'; gap: GapFacts }
  | { type: 'collect_evidence' }
  | { type: 'preserve' };

const CONFIDENCE_RANK: Record<Confidence, number> = { high: 0, moderate: 1, low: 2 };
const PRIORITY_RANK: Record<ActionItem['priority'], number> = { high: 0, medium: 1, low: 2 };

export function nextStep(facts: NextStepFacts): NextStep {
  if (facts.archived) return { type: 'preserve' };
  const recommendation = toActOn(facts.recommendations);
  if (recommendation) {
    return { type: 'act', recommendation, topAction: topAction(recommendation.actionItems) };
  }
  const gap = toLearnFrom(facts.gaps);
  if (gap) return { type: 'learn', gap };
  return { type: facts.stage === 'emerging' ? 'collect_evidence' : 'preserve' };
}

/**
 * The recommendation that `act` names: open or accepted, with the highest confidence, then the
 * newest.
 */
const toActOn = (
  recommendations: readonly RecommendationFacts[],
): RecommendationFacts | undefined =>
  recommendations
    .filter(({ state }) => state === 'open' || state === 'accepted')
    .toSorted(
      (a, b) =>
        CONFIDENCE_RANK[a.confidence] - CONFIDENCE_RANK[b.confidence] || newestUpdated(a, b),
    )[0];

/** The recommendation that a signal points to: the one to act on, else the newest. */
export const pointedTo = (
  recommendations: readonly RecommendationFacts[],
): RecommendationFacts | undefined =>
  toActOn(recommendations) ?? recommendations.toSorted(newestUpdated)[0];

/** The first action item of the highest priority. */
export const topAction = (items: readonly ActionItem[]): ActionItem | null =>
  items.toSorted((a, b) => PRIORITY_RANK[a.priority] - PRIORITY_RANK[b.priority])[0] ?? null;

const toLearnFrom = (gaps: readonly GapFacts[]): GapFacts | undefined =>
  gaps
    .filter(({ status }) => status === 'open' || status === 'accepted')
    .toSorted(
      (a, b) =>
        b.createdAt.getTime() - a.createdAt.getTime() || byId(a.researchGapId, b.researchGapId),
    )[0];

const newestUpdated = (a: RecommendationFacts, b: RecommendationFacts): number =>
  b.updatedAt.getTime() - a.updatedAt.getTime() || byId(a.recommendationId, b.recommendationId);

/** Ids ascending, as lists break ties. */
const byId = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
