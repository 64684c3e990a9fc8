import type { ActionCardType, LiveCallReason } from '../../db/entities/action-card.js';
import type { ResearchGapType } from '../../db/entities/research-gap.js';
import type { Context } from '../core/context.js';
import type { LiveCauseRow } from './queries/causes.js';
import type { About, Scope } from './scope.js';

/** The records that a card links to. */
interface CardRefs {
  studyIds?: readonly string[];
  themeIds?: readonly string[];
  sourceItemId?: string;
  signalId?: string;
  recommendationId?: string;
  participantId?: string;
}

interface CardDraft extends CardRefs {
  summary: string;
  /** 1 to 10, lower is more urgent. */
  priority: number;
  /** 0 to 1 within the tier. */
  urgency: number;
  quote?: string;
  reason?: LiveCallReason;
}

export interface GapDraft {
  signalId: string;
  description: string;
  suggestedAction: string;
}

/** The fields that identify an imported card or gap with the same cause. */
interface Match {
  signalId?: string;
  recommendationId?: string;
  sourceItemId?: string;
  themeId?: string;
  studyId?: string;
  reason?: LiveCallReason;
  /** An imported card or gap older than this belongs to another cause. */
  since?: Date;
}

/** A current reason for a card or a gap. */
export type Cause = {
  /** The rule and its subject; the same cause always has the same key. */
  key: string;
  aboutId: string;
  /** One sentence for the admin who runs the engine by hand. */
  why: string;
  /** Absent if no imported card or gap can represent it. */
  match?: Match;
  quoteId?: string;
} & (
  | { opens: 'card'; rule: ActionCardType; card: CardDraft }
  | { opens: 'gap'; rule: ResearchGapType; gap: GapDraft }
);

export type RuleName = ActionCardType | ResearchGapType;

/** One pass over the team's facts, and the rules that follow from it. */
export interface RuleSet {
  rules: readonly RuleName[];
  /** The kind of record that the causes are about. Only causes about `scope[about]` are checked and closed. */
  about: About;
  /** Every cause that holds at `tx.now`; `live` are those that held at the last run. */
  causes(tx: Context, scope: Scope, live: readonly LiveCauseRow[]): Promise<Cause[]>;
}

/** An action of the engine, and its reason. */
export interface Change {
  did: 'opened' | 'closed' | 'updated';
  what: 'card' | 'gap' | 'receipt' | 'recommendation' | 'summary';
  type: RuleName | 'post_ship_receipt' | 'recommendation' | 'study_summary';
  id: string;
  summary: string;
  why: string;
}
