import * as z from 'zod';

const named = <const Values extends readonly [string, ...string[]]>(
  id: string,
  values: Values,
  description: string,
) => z.enum(values).meta({ id, description });

/** The enumerations of api.md 2.1, in its order; sets it does not show are from decisions.md. */
export const SignalStage = named(
  'SignalStage',
  ['emerging', 'established'],
  'Evidence maturity, from evidence counts alone.',
);
export const SignalStateOfPlay = named(
  'SignalStateOfPlay',
  ['emerging', 'established', 'actionable', 'archived'],
  'Where a signal stands. `emerging` and `established` leave archived signals out.',
);
export const Trajectory = named(
  'Trajectory',
  ['rising', 'stable', 'declining', 'new'],
  'Supporting quotes of the last 30 days against the 30 days before.',
);
export const Sentiment = named(
  'Sentiment',
  ['positive', 'negative', 'neutral', 'mixed'],
  'How people speak about a theme.',
);
export const ThemeStrength = named(
  'ThemeStrength',
  ['thin', 'corroborated', 'broad'],
  'How many people support a theme: 1, 2 to 4, 5 or more.',
);
export const StudyStatus = named(
  'StudyStatus',
  ['draft', 'publishing', 'active', 'paused', 'completed'],
  'Where a study stands.',
);
export const SourceItemStatus = named(
  'SourceItemStatus',
  ['in_progress', 'processing', 'failed', 'analyzed', 'insufficient', 'analysis_failed'],
  'How far an interview is processed; only `analyzed` ones carry evidence.',
);
export const EvidenceKind = named(
  'EvidenceKind',
  ['evidence', 'counterEvidence'],
  'Whether a quote supports or opposes. On a read of one signal it is that signal’s view.',
);
export const ActionPriority = named(
  'ActionPriority',
  ['high', 'medium', 'low'],
  'How much an action item matters.',
);
export const RecommendationConfidence = named(
  'RecommendationConfidence',
  ['high', 'moderate', 'low'],
  'How sure the recommendation is.',
);
export const RecommendationLifecycleState = named(
  'RecommendationLifecycleState',
  ['open', 'accepted', 'dismissed', 'shipped', 'validated', 'stale', 'archived'],
  'Where a recommendation stands. One with a validated outcome is `archived`.',
);
export const ResearchGapType = named(
  'ResearchGapType',
  [
    'missing_breadth',
    'thin_counter_evidence',
    'topic_asymmetry',
    'stale_evidence',
    'post_ship_verification',
  ],
  'The weakness of a belief.',
);
export const ResearchGapStatus = named(
  'ResearchGapStatus',
  ['open', 'accepted', 'applied', 'dismissed'],
  'Where a gap stands.',
);
export const ActionCardType = named(
  'ActionCardType',
  [
    'fix_contradicted',
    'new_recommendation',
    'live_call',
    'cross_study_signal',
    'research_gap',
    'follow_up_suggestion',
    'low_balance',
    'theme_contradiction',
    'study_saturation',
    'interview_failure',
  ],
  'What a card asks the team to look at.',
);
export const WorkItemProvider = named(
  'WorkItemProvider',
  ['linear', 'github', 'url'],
  'The tracker a link leads to, told from its host.',
);
export const ActionCardReason = named(
  'ActionCardReason',
  ['contradicts_signal', 'emotional_intensity', 'churn_risk'],
  'Why a live call stands out.',
);
export const StudyRelationship = named(
  'StudyRelationship',
  ['supports', 'contradicts', 'nuances'],
  'What one study does to a signal.',
);
export const SummaryConfidence = named(
  'SummaryConfidence',
  ['low', 'moderate', 'high'],
  'How sure a study’s summary is.',
);
export const CoveragePriority = named(
  'CoveragePriority',
  ['primary', 'secondary'],
  'How much a learning target matters to its study.',
);
export const ConfidenceBand = named(
  'ConfidenceBand',
  ['low', 'moderate', 'high'],
  'Confidence in words: low under 0.4, moderate under 0.7, else high.',
);
export const SignalArchiveReason = named(
  'SignalArchiveReason',
  ['validated', 'retired'],
  'Closed by a validated outcome, or retired by a person.',
);
export const ErrorCode = named(
  'ErrorCode',
  [
    'invalid_request',
    'unauthenticated',
    'forbidden',
    'not_found',
    'invalid_transition',
    'rate_limited',
    'internal',
  ],
  'What went wrong.',
);

/** An instant as every answer carries it. */
export const Ms = z.int().meta({ description: 'Epoch milliseconds.', example: 1763628000000 });
export const Count = z.int().min(0);
