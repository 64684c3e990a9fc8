import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalInstant, OptionalText, TeamKey } from '../columns.js';

export const ACTION_CARD_TYPES = [
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
] as const;
export type ActionCardType = (typeof ACTION_CARD_TYPES)[number];
export const LIVE_CALL_REASONS = [
  'contradicts_signal',
  'emotional_intensity',
  'churn_risk',
] as const;
export type LiveCallReason = (typeof LIVE_CALL_REASONS)[number];
export const RESOLUTIONS = ['followed', 'dismissed', 'contacted'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

@Entity('action_cards')
export class ActionCard {
  @TeamKey() teamId!: string;
  @Id() actionCardId!: string;
  @Column('text') type!: ActionCardType;
  @Column('text') summary!: string;
  @OptionalText() quote!: string | null;
  @Column('text', { nullable: true }) reason!: LiveCallReason | null;
  @Column('smallint') priority!: number;
  @Column('double precision', { default: 0.5 }) urgency!: number;
  @Instant() createdAt!: Date;
  @Column('text', { array: true, default: [] }) studyIds!: string[];
  @Column('text', { array: true, default: [] }) themeIds!: string[];
  @OptionalText() sourceItemId!: string | null;
  @OptionalText() signalId!: string | null;
  @OptionalText() recommendationId!: string | null;
  @OptionalText() participantId!: string | null;
  @OptionalInstant() snoozedUntil!: Date | null;
  @OptionalInstant() resolvedAt!: Date | null;
  @Column('text', { nullable: true }) resolution!: Resolution | null;
  @OptionalText() cause!: string | null;
}
