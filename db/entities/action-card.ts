import { Column, Entity } from 'typeorm';
import { Id, Instant, OptionalInstant, OptionalText, TeamKey } from '../columns.js';
import type { Decision, Outcome } from './recommendation.js';

export const LIVE_CALL_REASONS = [
  'contradicts_signal',
  'emotional_intensity',
  'churn_risk',
] as const;
export type LiveCallReason = (typeof LIVE_CALL_REASONS)[number];

/**
 * Every type of card: its priority tier (1 is the most urgent; a live call's depends on its reason), what opens it,
 * and what resolves it. `npm run generate` writes the table in docs/reference.md from this.
 */
export const CARD_TYPES = {
  fix_contradicted: {
    tier: 1,
    opens:
      'a signal of a shipped recommendation has unprompted quotes from 2 or more people since the ship; one card per ship',
    closes: 'the quotes are withdrawn, or the recommendation is no longer shipped',
  },
  new_recommendation: {
    tier: 3,
    opens: 'a published recommendation is undecided',
    closes: 'it is decided or withdrawn',
  },
  live_call: {
    tier: { churn_risk: 1, emotional_intensity: 2, contradicts_signal: 3 },
    opens:
      'a quote from the last 14 days shows churn risk or strong feeling, or contradicts a signal',
    closes: 'the quote is gone',
  },
  cross_study_signal: {
    tier: 5,
    opens: 'a signal is supported in 2 or more studies',
    closes: 'the signal no longer is',
  },
  research_gap: {
    tier: 6,
    opens: 'a gap opens',
    closes: 'the gap is closed',
  },
  follow_up_suggestion: {
    tier: 7,
    opens: 'a completed study suggests next questions',
    closes: 'it suggests none, or the study resumes',
  },
  low_balance: {
    tier: 2,
    opens: 'fewer interviews are left than the threshold',
    closes: 'there are enough again',
  },
  theme_contradiction: {
    tier: 4,
    opens: 'a theme has 2 or more people on each side',
    closes: 'the theme no longer has that many on both sides',
  },
  study_saturation: {
    tier: 8,
    opens:
      'the last 5 analyzed interviews of an active study with more than 5 brought no new theme',
    closes: 'a new theme appears, or the study ends',
  },
  interview_failure: {
    tier: 2,
    opens: 'an interview is `failed` or `analysis_failed`',
    closes: 'it is read successfully',
  },
} as const satisfies Record<
  string,
  { tier: number | Record<LiveCallReason, number>; opens: string; closes: string }
>;
export type ActionCardType = keyof typeof CARD_TYPES;
export const ACTION_CARD_TYPES = Object.keys(CARD_TYPES) as [ActionCardType, ...ActionCardType[]];
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

/** An issue or other work item as named in a note. */
interface NotedItem {
  /** `Linear`, `GitHub`; absent for a plain link. */
  tracker?: string | undefined;
  /** Its key or title. */
  name: string;
  url: string;
}

/** An event of a card or its recommendation, posted once to the card's thread with the actor and the time. */
export type CardNote =
  | { kind: 'decided'; decision: Decision; note?: string | undefined }
  | { kind: 'outcome'; outcome: Outcome; note?: string | undefined }
  | { kind: 'reopened'; note?: string | undefined }
  | { kind: 'resolved'; resolution: Resolution }
  | { kind: 'brought_back' }
  | { kind: 'snoozed'; until: string }
  | { kind: 'woken' }
  | { kind: 'study_drafted'; name: string }
  | ({ kind: 'linked' } & NotedItem)
  | ({ kind: 'issue_created'; note?: string | undefined } & NotedItem)
  | {
      kind: 'issue_failed';
      tracker: string;
      provider: string;
      recommendationId: string;
      reason: string;
    }
  | ({ kind: 'work_item_state'; state: string } & NotedItem)
  | ({
      kind: 'handover';
      agent: string;
      happened: 'handed' | 'begun' | 'failed';
      reason?: string | undefined;
    } & NotedItem);
