import type { ActionCardType, LiveCallReason } from '../../db/entities/action-card.js';
import type { ResearchGapType } from '../../db/entities/research-gap.js';
import type { LiveCauseRow } from '../../db/queries/engine/causes.js';
import type { Context } from '../context.js';
import type { About, Scope } from './scope.js';

/** What a card refers to (api.md 2.14). */
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

/** By what an imported card or gap is known to stand for the same cause. */
export interface Match {
  signalId?: string;
  recommendationId?: string;
  sourceItemId?: string;
  themeId?: string;
  studyId?: string;
  reason?: LiveCallReason;
  /** An older one stands for something else. */
  since?: Date;
}

/** A reason for a card or a gap, as it holds now. */
export type Cause = {
  /** The rule and what it speaks of; the same cause always has the same key. */
  key: string;
  aboutId: string;
  /** One sentence for whoever runs the engine by hand. */
  why: string;
  /** Absent: no imported one can stand for it. */
  match?: Match;
  quoteId?: string;
} & (
  | { mints: 'card'; rule: ActionCardType; card: CardDraft }
  | { mints: 'gap'; rule: ResearchGapType; gap: GapDraft }
);

export type RuleName = ActionCardType | ResearchGapType;

/** One reading of the team's facts, and the rules that follow from it. */
export interface Look {
  rules: readonly RuleName[];
  /** What the causes speak of: those of `scope[about]` are looked at, and no other is closed. */
  about: About;
  /** Every cause that holds at `tx.now`; `live` are those that held when the engine last looked. */
  causes(tx: Context, scope: Scope, live: readonly LiveCauseRow[]): Promise<Cause[]>;
}
