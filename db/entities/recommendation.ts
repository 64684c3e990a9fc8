import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalInstant, OptionalText, TeamKey } from '../columns.js';

export type Confidence = 'high' | 'moderate' | 'low';
export type ActionPriority = 'high' | 'medium' | 'low';
export type Decision = 'accepted' | 'dismissed';
export type Outcome = 'shipped' | 'validated' | 'stale';
/** `validated` is an outcome; a recommendation with it is in state `archived` (decisions.md). */
export type RecommendationState =
  | 'open'
  | 'accepted'
  | 'dismissed'
  | 'shipped'
  | 'stale'
  | 'archived';

export interface ActionItem {
  action: string;
  priority: ActionPriority;
  supportingEvidence: string;
}

export interface EvidenceSnapshot {
  totalSourceItems: number;
  studyCount: number;
  generatedFromEvidenceCount: number;
}

@Entity('recommendations')
export class Recommendation {
  @TeamKey() teamId!: string;
  @Id() recommendationId!: string;
  @Column('text') title!: string;
  @Column('text') body!: string;
  @Column('text') confidence!: Confidence;
  @OptionalText() confidenceRationale!: string | null;
  @OptionalText() counterEvidenceNote!: string | null;
  @Column('jsonb', { default: [] }) actionItems!: ActionItem[];
  @Column('jsonb', { nullable: true }) evidenceSnapshot!: EvidenceSnapshot | null;
  @Column('boolean', { default: true }) published!: boolean;
  @Instant() generatedAt!: Date;
  @Column('text', { default: 'open' }) state!: RecommendationState;
  @Column('text', { nullable: true }) decision!: Decision | null;
  @OptionalInstant() decidedAt!: Date | null;
  @OptionalText() decisionNote!: string | null;
  @Column('text', { nullable: true }) outcome!: Outcome | null;
  @OptionalInstant() outcomeAt!: Date | null;
  @OptionalText() outcomeNote!: string | null;
  @OptionalInstant() reopenedAt!: Date | null;
  /** The latest of generated, decided, outcome, reopened, linked. */
  @Instant() updatedAt!: Date;
}

@Entity('recommendation_signals')
export class RecommendationSignal {
  @TeamKey() teamId!: string;
  @Id() recommendationId!: string;
  @Id() signalId!: string;
  @Column('integer') position!: number;
}

export type WorkItemProvider = 'linear' | 'github' | 'url';

@Entity('work_item_links')
export class WorkItemLink {
  @TeamKey() teamId!: string;
  @Id() recommendationId!: string;
  @Id() normalizedUrl!: string;
  @Column('text') url!: string;
  @Column('text') provider!: WorkItemProvider;
  @OptionalText() externalId!: string | null;
  @OptionalText() title!: string | null;
  @Instant() linkedAt!: Date;
}
