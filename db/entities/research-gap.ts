import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalText, TeamKey } from '../columns.js';

export const RESEARCH_GAP_TYPES = [
  'missing_breadth',
  'thin_counter_evidence',
  'topic_asymmetry',
  'stale_evidence',
  'post_ship_verification',
] as const;
export type ResearchGapType = (typeof RESEARCH_GAP_TYPES)[number];
export const RESEARCH_GAP_STATUSES = ['open', 'accepted', 'applied', 'dismissed'] as const;
export type ResearchGapStatus = (typeof RESEARCH_GAP_STATUSES)[number];

@Entity('research_gaps')
export class ResearchGap {
  @TeamKey() teamId!: string;
  @Id() researchGapId!: string;
  @Column('text') signalId!: string;
  @Column('text') type!: ResearchGapType;
  @Column('text', { default: 'open' }) status!: ResearchGapStatus;
  @Column('text') description!: string;
  @Column('text') suggestedAction!: string;
  @OptionalText() draftedStudyId!: string | null;
  @Instant() createdAt!: Date;
  @Column('boolean', { default: false }) minted!: boolean;
}
