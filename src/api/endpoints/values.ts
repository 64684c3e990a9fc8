import * as z from 'zod';
import { ACTION_CARD_TYPES, LIVE_CALL_REASONS } from '../../../db/entities/action-card.js';
import { EVIDENCE_KINDS, SENTIMENTS, TRAJECTORIES } from '../../../db/entities/evidence.js';
import { ACTION_PRIORITIES, CONFIDENCES } from '../../../db/entities/recommendation.js';
import { RESEARCH_GAP_STATUSES, RESEARCH_GAP_TYPES } from '../../../db/entities/research-gap.js';
import {
  RELATIONSHIPS,
  SIGNAL_ARCHIVE_REASONS,
  SIGNAL_STAGES,
} from '../../../db/entities/signal.js';
import { SOURCE_ITEM_STATUSES } from '../../../db/entities/source-item.js';
import {
  LEARNING_TARGET_PRIORITIES,
  STUDY_STATUSES,
  SUMMARY_CONFIDENCES,
} from '../../../db/entities/study.js';
import { ERROR_CODES } from '../../core/errors.js';

const named = <const Values extends readonly [string, ...string[]]>(
  id: string,
  values: Values,
  description: string,
) => z.enum(values).meta({ id, description });

/** The enumerations of docs/api.md, in its order. */
export const SignalStage = named(
  'SignalStage',
  SIGNAL_STAGES,
  'Evidence maturity, from evidence counts alone.',
);
export const SignalStateOfPlay = named(
  'SignalStateOfPlay',
  ['emerging', 'established', 'actionable', 'archived'],
  'Stage of a signal. `emerging` and `established` leave archived signals out.',
);
export const Trajectory = named(
  'Trajectory',
  TRAJECTORIES,
  'Supporting quotes of the last 30 days against the 30 days before.',
);
export const Sentiment = named('Sentiment', SENTIMENTS, 'How people speak about a theme.');
export const ThemeStrength = named(
  'ThemeStrength',
  ['thin', 'corroborated', 'broad'],
  'How many people support a theme: 1, 2 to 4, 5 or more.',
);
export const StudyStatus = named('StudyStatus', STUDY_STATUSES, 'Status of a study.');
export const SourceItemStatus = named(
  'SourceItemStatus',
  SOURCE_ITEM_STATUSES,
  'How far an interview is processed; only `analyzed` ones carry evidence.',
);
export const EvidenceKind = named(
  'EvidenceKind',
  EVIDENCE_KINDS,
  'Whether a quote supports or opposes. On a read of one signal it is that signal’s view.',
);
export const ActionPriority = named(
  'ActionPriority',
  ACTION_PRIORITIES,
  'How much an action item matters.',
);
export const RecommendationConfidence = named(
  'RecommendationConfidence',
  CONFIDENCES,
  'How sure the recommendation is.',
);
export const RecommendationLifecycleState = named(
  'RecommendationLifecycleState',
  ['open', 'accepted', 'dismissed', 'shipped', 'validated', 'stale', 'archived'],
  'State of a recommendation. One with a validated outcome is `archived`.',
);
export const ResearchGapType = named(
  'ResearchGapType',
  RESEARCH_GAP_TYPES,
  'The weakness of a belief.',
);
export const ResearchGapStatus = named(
  'ResearchGapStatus',
  RESEARCH_GAP_STATUSES,
  'Status of a gap.',
);
export const ActionCardType = named(
  'ActionCardType',
  ACTION_CARD_TYPES,
  'What a card asks the team to look at.',
);
export const WorkItemProvider = named(
  'WorkItemProvider',
  ['linear', 'github', 'url'],
  'The tracker that a link leads to, derived from its host.',
);
export const ActionCardReason = named(
  'ActionCardReason',
  LIVE_CALL_REASONS,
  'Why a live call stands out.',
);
export const StudyRelationship = named(
  'StudyRelationship',
  RELATIONSHIPS,
  'What one study does to a signal.',
);
export const SummaryConfidence = named(
  'SummaryConfidence',
  SUMMARY_CONFIDENCES,
  'How sure a study’s summary is.',
);
export const CoveragePriority = named(
  'CoveragePriority',
  LEARNING_TARGET_PRIORITIES,
  'How much a learning target matters to its study.',
);
export const ConfidenceBand = named(
  'ConfidenceBand',
  ['low', 'moderate', 'high'],
  'Confidence in words: low under 0.4, moderate under 0.7, else high.',
);
export const SignalArchiveReason = named(
  'SignalArchiveReason',
  SIGNAL_ARCHIVE_REASONS,
  'Closed by a validated outcome, or retired by a person.',
);
export const ErrorCode = named('ErrorCode', ERROR_CODES, 'What went wrong.');

/** An instant in a response. */
export const Ms = z.int().meta({ description: 'Epoch milliseconds.', example: 1763628000000 });
export const Count = z.int().min(0);
