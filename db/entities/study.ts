import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalInstant, OptionalText, TeamKey } from '../columns.js';

export const STUDY_STATUSES = ['draft', 'publishing', 'active', 'paused', 'completed'] as const;
export type StudyStatus = (typeof STUDY_STATUSES)[number];

export const LEARNING_TARGET_PRIORITIES = ['primary', 'secondary'] as const;
export const SUMMARY_CONFIDENCES = ['low', 'moderate', 'high'] as const;

export interface LearningTarget {
  targetId: string;
  question: string;
  priority: (typeof LEARNING_TARGET_PRIORITIES)[number];
}

/** Stored as JSON, so its instant is in epoch milliseconds. */
export interface StudySummary {
  narrative: string;
  confidence: (typeof SUMMARY_CONFIDENCES)[number];
  suggestedNextQuestions: string[];
  lastUpdated: number;
}

/** Interviewers and participants named by a user, by their labels in the files. */
export interface SpeakerRoles {
  interviewers?: string[];
  participants?: string[];
}

@Entity('studies')
export class Study {
  @TeamKey() teamId!: string;
  @Id() studyId!: string;
  @Column('text') name!: string;
  @Column('text') status!: StudyStatus;
  @Instant() createdAt!: Date;
  @OptionalText() objective!: string | null;
  @Column('jsonb', { default: [] }) openQuestions!: string[];
  @Column('jsonb', { default: [] }) learningTargets!: LearningTarget[];
  @Column('jsonb', { nullable: true }) summary!: StudySummary | null;
  /** The material that the engine wrote the summary from; selected only by name. */
  @Column('text', { nullable: true, select: false }) summaryBasis?: string | null;
  @Column('integer', { default: 0 }) participantCount!: number;
  @Column('integer', { default: 0 }) themeCount!: number;
  @Column('integer', { default: 0 }) sourceItemCount!: number;
  @Column('integer', { default: 0 }) analyzedCount!: number;
  /** Mean quality, 0 to 1, of the source items that have a quality score. */
  @Column('double precision', { nullable: true }) avgQualityScore!: number | null;
  /** Number of analyzed source items that touch each learning target; a target that none touches is absent. */
  @Column('jsonb', { default: {} }) touched!: Record<string, number>;
  @Column('jsonb', { default: {} }) speakerRoles!: SpeakerRoles;
}

@Entity('participants')
export class Participant {
  @TeamKey() teamId!: string;
  @Id() participantId!: string;
  @Column('text') displayName!: string;
  @OptionalText() email!: string | null;
  @OptionalInstant() lastContactedAt!: Date | null;
}
