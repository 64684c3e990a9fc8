/** The lines of the snapshot format, as far as the demo team uses them. Times are epoch milliseconds. */
export type SnapshotLine =
  | ParticipantLine
  | StudyLine
  | SourceItemLine
  | ThemeLine
  | EvidenceLine
  | SignalLine
  | RecommendationLine
  | ResearchGapLine
  | ActionCardLine;

export interface ParticipantLine {
  resource: 'participant';
  participantId: string;
  displayName: string;
  email?: string;
  lastContactedAt?: number;
}

export interface StudyLine {
  resource: 'study';
  studyId: string;
  name: string;
  status: 'draft' | 'publishing' | 'active' | 'paused' | 'completed';
  createdAt: number;
  objective?: string;
  openQuestions?: string[];
  learningTargets?: { targetId: string; question: string; priority: 'primary' | 'secondary' }[];
  summary?: {
    narrative: string;
    confidence: 'low' | 'moderate' | 'high';
    suggestedNextQuestions: string[];
    lastUpdated: number;
  };
}

export interface SourceItemLine {
  resource: 'sourceItem';
  sourceItemId: string;
  studyId: string;
  participantId: string;
  status: 'in_progress' | 'processing' | 'failed' | 'analyzed' | 'insufficient' | 'analysis_failed';
  capturedAt: number;
  qualityScore?: number;
  coveredTargetIds?: string[];
  organic?: boolean;
  transcript?: { speaker: string; text: string; atSecs?: number }[];
}

export interface ThemeLine {
  resource: 'theme';
  themeId: string;
  studyId: string;
  label: string;
  description: string;
  sentiment: 'positive' | 'negative' | 'neutral' | 'mixed';
  parentThemeId?: string;
}

export interface EvidenceLine {
  resource: 'evidence';
  evidenceId: string;
  kind: 'evidence' | 'counterEvidence';
  quote: string;
  themeId: string;
  sourceItemId: string;
  note?: string;
  timeInCallSecs?: number;
  strength?: number;
  prompted?: boolean;
  withdrawn?: boolean;
}

export interface SignalLine {
  resource: 'signal';
  signalId: string;
  ref: string;
  label: string;
  description: string;
  implication?: string;
  themes: {
    themeId: string;
    relationship: 'supports' | 'contradicts' | 'nuances';
    narrative: string;
    addedAt: number;
  }[];
  archived?: boolean;
  archiveReason?: 'validated' | 'retired';
  archivedAt?: number;
}

export interface RecommendationLine {
  resource: 'recommendation';
  recommendationId: string;
  title: string;
  body: string;
  signalIds: string[];
  confidence: 'high' | 'moderate' | 'low';
  generatedAt: number;
  actionItems?: {
    action: string;
    priority: 'high' | 'medium' | 'low';
    supportingEvidence: string;
  }[];
  confidenceRationale?: string;
  counterEvidenceNote?: string;
  evidenceSnapshot?: {
    totalSourceItems: number;
    studyCount: number;
    generatedFromEvidenceCount: number;
  };
  decision?: { value: 'accepted' | 'dismissed'; at: number; note?: string };
  outcome?: { value: 'shipped' | 'validated' | 'stale'; at: number; note?: string };
  workItemLinks?: { url: string; title?: string; externalId?: string; linkedAt?: number }[];
  published?: boolean;
}

export interface ResearchGapLine {
  resource: 'researchGap';
  researchGapId: string;
  signalId: string;
  type:
    | 'missing_breadth'
    | 'thin_counter_evidence'
    | 'topic_asymmetry'
    | 'stale_evidence'
    | 'post_ship_verification';
  status: 'open' | 'accepted' | 'applied' | 'dismissed';
  description: string;
  suggestedAction: string;
  draftedStudyId?: string;
  createdAt: number;
}

export interface ActionCardLine {
  resource: 'actionCard';
  actionCardId: string;
  type:
    | 'fix_contradicted'
    | 'new_recommendation'
    | 'live_call'
    | 'cross_study_signal'
    | 'research_gap'
    | 'follow_up_suggestion'
    | 'low_balance'
    | 'theme_contradiction'
    | 'study_saturation'
    | 'interview_failure';
  summary: string;
  priority: number;
  createdAt: number;
  quote?: string;
  reason?: 'contradicts_signal' | 'emotional_intensity' | 'churn_risk';
  urgency?: number;
  refs?: {
    studyIds?: string[];
    sourceItemId?: string;
    themeIds?: string[];
    signalId?: string;
    recommendationId?: string;
    participantId?: string;
  };
  snoozedUntil?: number;
  resolvedAt?: number;
  resolution?: 'followed' | 'dismissed' | 'contacted';
}
