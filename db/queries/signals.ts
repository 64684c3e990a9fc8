import type { Trajectory } from '../entities/evidence.js';
import type { ActionItem, Confidence, RecommendationState } from '../entities/recommendation.js';
import type { ResearchGapStatus, ResearchGapType } from '../entities/research-gap.js';
import type { Relationship, Signal, SignalStage } from '../entities/signal.js';
import { teamStatement } from '../statement.js';
import {
  type After,
  epochMs,
  goesOnAfter,
  listTotal,
  pageOfMost,
  statementVariants,
} from './keyset.js';

/** A signal with its stored facts (docs/reference.md, Signals). */
export interface SignalRow extends Omit<Signal, 'teamId' | 'recommended' | 'questions'> {
  actionable: boolean;
}

/** Condition for a signal aliased `s` that the team can act on. */
export const isActionable = '(s.recommended and not s.archived)';

/** Columns of SignalRow over signals aliased `s`. */
export const signalColumns = `
  s.signal_id as "signalId", s.ref_number as "refNumber", s.label, s.description, s.implication,
  s.stated_first_seen_at as "statedFirstSeenAt", s.created_at as "createdAt", s.archived,
  s.archive_reason as "archiveReason", s.archived_at as "archivedAt",
  s.archived_by_recommendation_id as "archivedByRecommendationId", s.stage, s.trajectory,
  s.trajectory_until as "trajectoryUntil", s.participant_count as "participantCount",
  s.study_count as "studyCount", s.source_item_count as "sourceItemCount",
  s.quote_count as "quoteCount", s.counter_participant_count as "counterParticipantCount",
  s.counter_evidence_count as "counterEvidenceCount", s.first_seen_at as "firstSeenAt",
  s.latest_captured_at as "latestCapturedAt", s.last_updated_at as "lastUpdatedAt",
  ${isActionable} as actionable`;

export interface SignalFilter {
  /** Without a stage: every signal that is not archived. */
  stage?: SignalStage | 'actionable' | 'archived';
  trajectory?: Trajectory;
}

const stageConditions = {
  open: 'not s.archived',
  emerging: `not s.archived and s.stage = 'emerging'`,
  established: `not s.archived and s.stage = 'established'`,
  actionable: isActionable,
  archived: 's.archived',
};

/** Condition for signals whose ref, label and description contain every one of these words. */
export const holdsWords = (place: number): string =>
  `not exists (select from unnest($${place}::text[]) as word
     where position(lower(word) in lower(concat_ws(' ', 'SIG-' || s.ref_number, s.label, s.description))) = 0)`;

/** The shape of a filter. The trajectory is bound as `$2`, or null. */
interface FilterVariant {
  stage: keyof typeof stageConditions;
  trajectory: boolean;
}

const filtered = ({ stage, trajectory }: FilterVariant): string =>
  `s.team_id = $1 and ${stageConditions[stage]}
   and ${trajectory ? 's.trajectory = $2' : '$2::text is null'}`;

/**
 * `$2`: trajectory or null, `$3`: maximum rows; then the position to continue after, then the words that must all
 * occur. Newest first.
 */
export const listSignals = statementVariants<
  SignalRow,
  FilterVariant & { after: boolean; words: boolean },
  [trajectory: string | null, limit: number, ...after: After, ...words: (readonly string[])[]]
>(({ after, words, ...filter }) =>
  teamStatement(
    `signals.list.${filter.stage}${filter.trajectory ? '.trajectory' : ''}${after ? '.after' : ''}${words ? '.words' : ''}`,
    pageOfMost(
      `select ${signalColumns} from signals s
          where ${filtered(filter)} ${after ? `and ${goesOnAfter('s.last_updated_at', 's.signal_id', 4)}` : ''}
            ${words ? `and ${holdsWords(after ? 6 : 4)}` : ''}
          order by s.last_updated_at desc, s.signal_id`,
      '$3',
    ),
  ),
);

/**
 * Ordered, so that Postgres reads it from the index: nearly always none has expired, but the planner cannot know
 * that.
 */
const isDue = (table: 'themes' | 'signals'): string =>
  `(select true from ${table} where team_id = $1 and trajectory_until <= $2
     order by trajectory_until limit 1) is not null`;

/** The facts that a page of signals needs besides its rows. */
interface SignalsListedRow {
  /** Null if the list is not counted. */
  total: number | null;
  /** True if a trajectory of the team has expired: it must be recomputed before the page is read. */
  due: boolean;
}

/** `$2`: now; `$3`: the trajectory, if only its signals are counted. */
export const countSignalsListed = statementVariants<
  SignalsListedRow,
  { counted: 'none' | 'all' | 'trajectory' },
  [now: Date, trajectory?: string]
>(({ counted }) => {
  const total = {
    none: 'null::int',
    all: listTotal('signals'),
    trajectory: listTotal('signals', 'part = $3'),
  };
  return teamStatement(
    `signals.count.${counted}`,
    `select ${total[counted]} as total, ${isDue('themes')} or ${isDue('signals')} as due`,
  );
});

export interface SignalPacketRow extends SignalRow {
  recommendations: {
    recommendationId: string;
    title: string;
    state: RecommendationState;
    confidence: Confidence;
    updatedAt: number;
    actionItems: ActionItem[];
  }[];
  gaps: {
    researchGapId: string;
    type: ResearchGapType;
    status: ResearchGapStatus;
    suggestedAction: string;
    draftedStudyId: string | null;
    createdAt: number;
  }[];
  links: SignalLinkRow[];
  receipt: ReceiptRow | null;
}

/** The observations since the signal's latest ship; instants are in epoch milliseconds. */
export interface ReceiptRow {
  recommendationId: string;
  shippedAt: number;
  observedAt: number;
  quietSince: number;
  windowDays: number;
  interviewCount: number;
  trajectory: Trajectory;
}

/** A theme of the signal; instants are in epoch milliseconds. */
export interface SignalLinkRow {
  studyId: string;
  studyName: string;
  relationship: Relationship;
  narrative: string | null;
  addedAt: number;
}

/**
 * A signal with its published recommendations, its non-dismissed gaps (newest first) and its links in order. A link
 * without a date gets the date of its theme's first quote, or else of the signal.
 */
export const signalPacket = teamStatement<SignalPacketRow, [signalId: string]>(
  'signals.packet',
  `select ${signalColumns},
     (select coalesce(json_agg(json_build_object('recommendationId', r.recommendation_id,
               'title', r.title, 'state', r.state, 'confidence', r.confidence,
               'updatedAt', ${epochMs('r.updated_at')}, 'actionItems', r.action_items)
             order by r.recommendation_id), '[]')
        from recommendation_signals rs
        join recommendations r on r.team_id = rs.team_id and r.recommendation_id = rs.recommendation_id
       where rs.team_id = s.team_id and rs.signal_id = s.signal_id and r.published) as recommendations,
     (select coalesce(json_agg(json_build_object('researchGapId', g.research_gap_id, 'type', g.type,
               'status', g.status, 'suggestedAction', g.suggested_action,
               'draftedStudyId', g.drafted_study_id, 'createdAt', ${epochMs('g.created_at')})
             order by g.created_at desc, g.research_gap_id), '[]')
        from research_gaps g
       where g.team_id = s.team_id and g.signal_id = s.signal_id and g.status <> 'dismissed') as gaps,
     (select coalesce(json_agg(json_build_object('studyId', st.study_id, 'studyName', st.name,
               'relationship', link.relationship, 'narrative', link.narrative,
               'addedAt', ${epochMs('coalesce(link.added_at, t.first_captured_at, s.first_seen_at)')})
             order by link.position, link.theme_id), '[]')
        from signal_themes link
        join themes t on t.team_id = link.team_id and t.theme_id = link.theme_id
        join studies st on st.team_id = t.team_id and st.study_id = t.study_id
       where link.team_id = s.team_id and link.signal_id = s.signal_id) as links,
     (select json_build_object('recommendationId', p.recommendation_id,
               'shippedAt', ${epochMs('p.shipped_at')}, 'observedAt', ${epochMs('p.observed_at')},
               'quietSince', ${epochMs('p.quiet_since')}, 'windowDays', p.window_days,
               'interviewCount', p.interview_count, 'trajectory', p.trajectory)
        from post_ship_receipts p
       where p.team_id = s.team_id and p.signal_id = s.signal_id
       order by p.shipped_at desc, p.recommendation_id limit 1) as receipt
   from signals s where s.team_id = $1 and s.signal_id = $2`,
);

/** The questions of the signals in $2 that have some. */
export const questionsOfSignals = teamStatement<
  { signalId: string; questions: readonly string[] },
  [signalIds: readonly string[]]
>(
  'signals.questions',
  `select signal_id as "signalId", questions from signals
   where team_id = $1 and signal_id = any ($2) and questions <> '[]'`,
);
