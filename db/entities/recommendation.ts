import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalInstant, OptionalText, TeamKey } from '../columns.js';

export const CONFIDENCES = ['high', 'moderate', 'low'] as const;
export type Confidence = (typeof CONFIDENCES)[number];
export const ACTION_PRIORITIES = ['high', 'medium', 'low'] as const;
export type ActionPriority = (typeof ACTION_PRIORITIES)[number];
export const DECISIONS = ['accepted', 'dismissed'] as const;
export type Decision = (typeof DECISIONS)[number];
export const OUTCOMES = ['shipped', 'validated', 'stale'] as const;
export type Outcome = (typeof OUTCOMES)[number];
/** `validated` is an outcome: a recommendation with it is in the state `archived` (docs/reference.md). */
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
  /** Time of the latest event: generated, decided, outcome, reopened or linked. */
  @Instant() updatedAt!: Date;
}

@Entity('recommendation_signals')
export class RecommendationSignal {
  @TeamKey() teamId!: string;
  @Id() recommendationId!: string;
  @Id() signalId!: string;
  @Column('integer') position!: number;
}

@Entity('work_item_links')
export class WorkItemLink {
  @TeamKey() teamId!: string;
  @Id() recommendationId!: string;
  @Id() normalizedUrl!: string;
  @Column('text') url!: string;
  /** Name of the tracker, or `url`. */
  @Column('text') provider!: string;
  @OptionalText() externalId!: string | null;
  @OptionalText() title!: string | null;
  @Instant() linkedAt!: Date;
  /** Position in the order in which the items were linked. */
  @Column('integer', { default: 0 }) position!: number;
}
