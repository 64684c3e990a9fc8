import type { ActionCardType, LiveCallReason, Resolution } from '../entities/action-card.js';
import type { EvidenceKind, Trajectory } from '../entities/evidence.js';
import type { ActorType } from '../entities/history-entry.js';
import type { ActionItem, Confidence, RecommendationState } from '../entities/recommendation.js';
import type { ResearchGapStatus, ResearchGapType } from '../entities/research-gap.js';
import type { SignalStage } from '../entities/signal.js';
import type { SourceItemStatus } from '../entities/source-item.js';
import type { HandoverState, PullState, WorkItemState } from '../entities/work-item.js';
import { teamStatement } from '../statement.js';

/** The data of a card's message. It is read for every rendering; nothing is taken from the message itself. */
export interface CardRow {
  actionCardId: string;
  type: ActionCardType;
  summary: string;
  quote: string | null;
  reason: LiveCallReason | null;
  priority: number;
  createdAt: Date;
  snoozedUntil: Date | null;
  resolvedAt: Date | null;
  resolution: Resolution | null;
  signalId: string | null;
  recommendationId: string | null;
  sourceItemId: string | null;
  themeIds: string[];
  studies: { studyId: string; name: string }[];
  participantName: string | null;
  participantEmail: string | null;
  lastContactedAt: Date | null;
  interviewsLeft: number | null;
}

export const cardRow = teamStatement<CardRow, [actionCardId: string]>(
  'slack.cardRow',
  `select c.action_card_id as "actionCardId", c.type, c.summary, c.quote, c.reason, c.priority,
          c.created_at as "createdAt", c.snoozed_until as "snoozedUntil",
          c.resolved_at as "resolvedAt", c.resolution, c.signal_id as "signalId",
          c.recommendation_id as "recommendationId", c.source_item_id as "sourceItemId",
          c.theme_ids as "themeIds",
          (select coalesce(json_agg(json_build_object('studyId', s.study_id, 'name', s.name)
                                    order by s.name, s.study_id), '[]')
             from studies s where s.team_id = $1 and s.study_id = any(c.study_ids)) as studies,
          p.display_name as "participantName", p.email as "participantEmail",
          p.last_contacted_at as "lastContactedAt", t.interviews_left as "interviewsLeft"
     from action_cards c
     join teams t on t.team_id = c.team_id
     left join participants p on p.team_id = c.team_id and p.participant_id = c.participant_id
    where c.team_id = $1 and c.action_card_id = $2`,
);

export interface BeliefRow {
  signalId: string;
  refNumber: number;
  label: string;
  description: string;
  archived: boolean;
  stage: SignalStage;
  trajectory: Trajectory;
  participantCount: number;
  studyCount: number;
  counterParticipantCount: number;
  latestCapturedAt: Date | null;
}

/** Columns of BeliefRow over signals aliased `s`. */
export const BELIEF_COLUMNS = `s.signal_id as "signalId", s.ref_number as "refNumber", s.label, s.description,
  s.archived, s.stage, s.trajectory, s.participant_count as "participantCount",
  s.study_count as "studyCount", s.counter_participant_count as "counterParticipantCount",
  s.latest_captured_at as "latestCapturedAt"`;

/** The card's own signal, or else those of its recommendation, in order. */
export const cardBeliefs = teamStatement<
  BeliefRow,
  [signalId: string | null, recommendationId: string | null]
>(
  'slack.cardBeliefs',
  `select ${BELIEF_COLUMNS}
     from signals s
     left join recommendation_signals rs
       on rs.team_id = s.team_id and rs.signal_id = s.signal_id and rs.recommendation_id = $3
    where s.team_id = $1 and (s.signal_id = $2 or rs.signal_id is not null)
    order by s.signal_id = $2 desc nulls last, rs.position nulls last, s.signal_id
    limit 5`,
);

export const beliefByRef = teamStatement<{ signalId: string }, [refNumber: number | undefined]>(
  'slack.beliefByRef',
  `select signal_id as "signalId" from signals where team_id = $1 and ref_number = $2`,
);

export interface CardRecommendationRow {
  recommendationId: string;
  title: string;
  body: string;
  state: RecommendationState;
  confidence: Confidence;
  actionItems: ActionItem[];
  counterEvidenceNote: string | null;
  outcomeAt: Date | null;
  workItems: {
    url: string;
    provider: string;
    externalId: string | null;
    title: string | null;
    /** Null until a tracker has reported; then the other facts are null, too. */
    state: WorkItemState | null;
    reopened: boolean | null;
    movedFrom: string | null;
    changedBy: string | null;
    /** The tracker in which this service created the issue. */
    madeIn: string | null;
    handover: CardHandover | null;
  }[];
}

/** The coding agent that was assigned an issue, and its progress. */
export interface CardHandover {
  handoverId: string;
  agent: string;
  state: HandoverState;
  late: boolean;
  failure: string | null;
  pullName: string | null;
  pullUrl: string | null;
  pullState: PullState | null;
}

export const cardRecommendation = teamStatement<CardRecommendationRow, [recommendationId: string]>(
  'slack.cardRecommendation',
  `select r.recommendation_id as "recommendationId", r.title, r.body, r.state, r.confidence,
          r.action_items as "actionItems", r.counter_evidence_note as "counterEvidenceNote",
          r.outcome_at as "outcomeAt",
          (select coalesce(json_agg(json_build_object('url', coalesce(f.url, w.url),
                    'provider', w.provider, 'externalId', coalesce(f.external_id, w.external_id),
                    'title', coalesce(f.title, w.title), 'state', f.state, 'reopened', f.reopened,
                    'movedFrom', f.moved_from, 'changedBy', f.changed_by,
                    'madeIn', (select min(p.provider) from tracker_pushes p where p.team_id = w.team_id
                                  and p.recommendation_id = w.recommendation_id and p.url = w.url),
                    'handover', case when h.state is not null then json_build_object(
                      'handoverId', h.handover_id, 'agent', coalesce(h.agent_name, h.agent),
                      'state', h.state, 'late', h.late_at is not null, 'failure', h.failure,
                      'pullName', h.pull_name, 'pullUrl', h.pull_url, 'pullState', h.pull_state) end)
                    order by w.linked_at, w.url), '[]')
             from work_item_links w
             left join work_item_states f on f.team_id = w.team_id
              and f.recommendation_id = w.recommendation_id and f.normalized_url = w.normalized_url
             left join handovers h on h.team_id = w.team_id
              and h.recommendation_id = w.recommendation_id and h.normalized_url = w.normalized_url
            where w.team_id = $1 and w.recommendation_id = r.recommendation_id) as "workItems"
     from recommendations r
    where r.team_id = $1 and r.recommendation_id = $2 and r.published`,
);

/**
 * SQL for the id of the gap that a card `c` is about. A card created by the engine names the gap in its cause. An
 * imported card is about the imported gap of its signal that is closest in time, or about none if two are equally
 * close. Gaps that the engine finds later are never considered.
 */
export const GAP_OF_CARD = `case
  when c.cause like 'research\\_gap:%' then substr(c.cause, length('research_gap:') + 1)
  when c.cause is null then (
    select case when count(*) = 1 then min(research_gap_id) end
      from (select g.research_gap_id,
                   rank() over (order by abs(extract(epoch from g.created_at - c.created_at))) as place
              from research_gaps g
             where g.team_id = c.team_id and g.signal_id = c.signal_id and not g.minted) near
     where place = 1) end`;

export interface CardGapRow {
  researchGapId: string;
  type: ResearchGapType;
  status: ResearchGapStatus;
  description: string;
  suggestedAction: string;
  draftedStudyId: string | null;
  draftedStudyName: string | null;
  /** The gap's learning targets, in order. */
  draftedQuestions: string[];
}

/** The gap that card `$2` is about. */
export const cardGap = teamStatement<CardGapRow, [actionCardId: string]>(
  'slack.cardGap',
  `select g.research_gap_id as "researchGapId", g.type, g.status, g.description,
          g.suggested_action as "suggestedAction", g.drafted_study_id as "draftedStudyId",
          s.name as "draftedStudyName",
          array(select target ->> 'question'
                  from jsonb_array_elements(s.learning_targets) with ordinality as t (target, place)
                 order by place) as "draftedQuestions"
     from action_cards c
     join research_gaps g on g.team_id = c.team_id and g.research_gap_id = ${GAP_OF_CARD}
     left join studies s on s.team_id = g.team_id and s.study_id = g.drafted_study_id
    where c.team_id = $1 and c.action_card_id = $2 and c.type = 'research_gap'`,
);

export interface CardSourceItemRow {
  status: SourceItemStatus;
  participantName: string;
  studyName: string;
  capturedAt: Date;
}

export const cardSourceItem = teamStatement<CardSourceItemRow, [sourceItemId: string]>(
  'slack.cardSourceItem',
  `select i.status, p.display_name as "participantName", s.name as "studyName",
          i.captured_at as "capturedAt"
     from source_items i
     join participants p on p.team_id = i.team_id and p.participant_id = i.participant_id
     join studies s on s.team_id = i.team_id and s.study_id = i.study_id
    where i.team_id = $1 and i.source_item_id = $2`,
);

export interface CardQuoteRow {
  evidenceId: string;
  kind: EvidenceKind;
  quote: string;
  participantName: string;
  studyName: string;
  capturedAt: Date | null;
}

/**
 * The quotes that a card shows: of a signal ($2) or, without one, of themes ($3). At most $4 of each kind,
 * strongest first, or newest first if $5 is true. For a theme linked as `contradicts` the kinds are swapped.
 */
export const cardQuotes = teamStatement<
  CardQuoteRow,
  [signalId: string | null, themeIds: readonly string[], rank: number, newestFirst: boolean]
>(
  'slack.cardQuotes',
  `with basis as (
     select e.evidence_id, e.quote, e.captured_at, e.strength, e.participant_id, e.study_id,
            case when st.relationship = 'contradicts'
                 then case e.kind when 'evidence' then 'counterEvidence' else 'evidence' end
                 else e.kind end as kind
       from evidence e
       left join signal_themes st
         on st.team_id = e.team_id and st.theme_id = e.theme_id and st.signal_id = $2
      where e.team_id = $1 and e.qualifies
        and (st.signal_id is not null or ($2::text is null and e.theme_id = any($3::text[])))
   ), ranked as (
     select *, row_number() over (partition by kind
              order by case when $5 then extract(epoch from captured_at) end desc nulls last,
                       strength desc, captured_at desc nulls last, evidence_id) as rank
       from basis
   )
   select r.evidence_id as "evidenceId", r.kind, r.quote, r.captured_at as "capturedAt",
          p.display_name as "participantName", s.name as "studyName"
     from ranked r
     join participants p on p.team_id = $1 and p.participant_id = r.participant_id
     join studies s on s.team_id = $1 and s.study_id = r.study_id
    where r.rank <= $4
    order by r.kind desc, r.rank`,
);

export interface HistoryRow {
  at: Date;
  action: string;
  actorType: ActorType;
  actorId: string;
  actorName: string;
  note: string | null;
  detail: Record<string, unknown>;
}

/** Questions that the summaries of some studies ($2) suggest asking next. */
export const suggestedQuestions = teamStatement<
  { question: string },
  [studyIds: readonly string[]]
>(
  'slack.suggestedQuestions',
  `select q.question
     from studies s, jsonb_array_elements_text(s.summary -> 'suggestedNextQuestions')
            with ordinality as q (question, place)
    where s.team_id = $1 and s.study_id = any($2::text[])
    order by s.name, s.study_id, q.place
    limit 5`,
);

/** The history of a card and its recommendation, newest first, without card actions that a decision caused. */
export const cardHistory = teamStatement<
  HistoryRow,
  [actionCardId: string | null, recommendationId: string | null, limit: number]
>(
  'slack.cardHistory',
  `select at, action, actor_type as "actorType", actor_id as "actorId",
          actor_name as "actorName", note, detail
     from history
    where team_id = $1 and ((subject_type = 'action_card' and subject_id = $2)
       or (subject_type = 'recommendation' and subject_id = $3))
      and detail ->> 'cause' is distinct from 'decided' and detail ->> 'cause' is distinct from 'reopened'
    order by entry_id desc
    limit $4`,
);
