import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalText, TeamKey } from '../columns.js';

export type ResearchGapType =
  | 'missing_breadth'
  | 'thin_counter_evidence'
  | 'topic_asymmetry'
  | 'stale_evidence'
  | 'post_ship_verification';
export type ResearchGapStatus = 'open' | 'accepted' | 'applied' | 'dismissed';

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
