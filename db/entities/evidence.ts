import { Column, Entity } from 'typeorm';
import { Id, OptionalInstant, OptionalText, TeamKey } from '../columns.js';

export const EVIDENCE_KINDS = ['evidence', 'counterEvidence'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];
export const TRAJECTORIES = ['rising', 'stable', 'declining', 'new'] as const;
export type Trajectory = (typeof TRAJECTORIES)[number];
export const SENTIMENTS = ['positive', 'negative', 'neutral', 'mixed'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

@Entity('themes')
export class Theme {
  @TeamKey() teamId!: string;
  @Id() themeId!: string;
  @Column('text') studyId!: string;
  @Column('text') label!: string;
  @Column('text') description!: string;
  @Column('text') sentiment!: Sentiment;
  @OptionalText() parentThemeId!: string | null;
  @Column('integer', { default: 0 }) participantCount!: number;
  @Column('integer', { default: 0 }) evidenceCount!: number;
  @Column('integer', { default: 0 }) counterParticipantCount!: number;
  @Column('integer', { default: 0 }) counterEvidenceCount!: number;
  @Column('text', { default: 'stable' }) trajectory!: Trajectory;
  @OptionalInstant() trajectoryUntil!: Date | null;
  @OptionalInstant() firstCapturedAt!: Date | null;
  /**
   * The interview that raised the theme first; null before the first count and if there are no qualifying quotes.
   */
  @OptionalText() firstSourceItemId!: string | null;
  /** The quote that the theme was created from; null if the service did not create the theme. */
  @OptionalText() foundedBy!: string | null;
  @Column('boolean', { default: false }) labelByPerson!: boolean;
  /** No longer written or read, since the codebook founds signals; to be dropped together with `extracted_quotes.cues`. */
  @Column('boolean', { default: false }) awaitsSignal!: boolean;
  /**
   * Key of the codebook entry, with its `{thing}`, that the theme was created from; null for a topic or an imported
   * one.
   */
  @OptionalText() beliefKey!: string | null;
}

@Entity('evidence')
export class Evidence {
  @TeamKey() teamId!: string;
  @Id() evidenceId!: string;
  @Column('text') kind!: EvidenceKind;
  @Column('text') quote!: string;
  @OptionalText() note!: string | null;
  @Column('text') themeId!: string;
  @Column('text') sourceItemId!: string;
  @Column('double precision', { nullable: true }) timeInCallSecs!: number | null;
  @OptionalInstant() capturedAt!: Date | null;
  @Column('boolean', { default: true }) capturedAtInherited!: boolean;
  @Column('double precision', { default: 0.5 }) strength!: number;
  @Column('boolean', { default: false }) prompted!: boolean;
  @Column('boolean', { default: false }) withdrawn!: boolean;
  @Column('text') studyId!: string;
  @Column('text') participantId!: string;
  @Column('boolean') qualifies!: boolean;
}
