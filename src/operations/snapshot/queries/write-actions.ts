import { type Sql, teamStatement } from '../../../../db/statement.js';

const upsert = <Args extends readonly unknown[] = [lines: string]>(name: string, sql: Sql<Args>) =>
  teamStatement<{ changed: string }, Args>(`snapshot.${name}`, sql);

/** A decision or outcome that the line omits stays as people recorded it; one that it contains replaces theirs. */
export const writeRecommendations = upsert(
  'recommendations',
  `with stored as (
     select r.* from recommendations r
       join jsonb_to_recordset($2::jsonb) as x("recommendationId" text) on x."recommendationId" = r.recommendation_id
      where r.team_id = $1 for update of r),
   line as (
     select x.*, stored.reopened_at,
            coalesce(x.decision ->> 'value', stored.decision) as new_decision,
            case when x.decision is null then stored.decided_at else to_timestamp((x.decision ->> 'at')::bigint / 1000.0) end as new_decided_at,
            case when x.decision is null then stored.decision_note else x.decision ->> 'note' end as new_decision_note,
            case when x.outcome is not null then x.outcome ->> 'value'
                 when coalesce(x.decision ->> 'value', stored.decision) = 'accepted' then stored.outcome end as new_outcome,
            case when x.outcome is not null then to_timestamp((x.outcome ->> 'at')::bigint / 1000.0)
                 when coalesce(x.decision ->> 'value', stored.decision) = 'accepted' then stored.outcome_at end as new_outcome_at,
            case when x.outcome is not null then x.outcome ->> 'note'
                 when coalesce(x.decision ->> 'value', stored.decision) = 'accepted' then stored.outcome_note end as new_outcome_note
       from jsonb_to_recordset($2::jsonb)
         as x("recommendationId" text, title text, body text, confidence text, "generatedAt" bigint,
              "actionItems" jsonb, "confidenceRationale" text, "counterEvidenceNote" text, "evidenceSnapshot" jsonb,
              decision jsonb, outcome jsonb, published boolean)
       left join stored on stored.recommendation_id = x."recommendationId")
   insert into recommendations as r (team_id, recommendation_id, title, body, confidence, confidence_rationale,
          counter_evidence_note, action_items, evidence_snapshot, published, generated_at, state,
          decision, decided_at, decision_note, outcome, outcome_at, outcome_note, updated_at)
   select $1, "recommendationId", title, body, confidence, "confidenceRationale", "counterEvidenceNote",
          coalesce("actionItems", '[]'), "evidenceSnapshot", coalesce(published, true),
          to_timestamp("generatedAt" / 1000.0),
          case when new_outcome = 'validated' then 'archived' else coalesce(new_outcome, new_decision, 'open') end,
          new_decision, new_decided_at, new_decision_note, new_outcome, new_outcome_at, new_outcome_note,
          greatest(to_timestamp("generatedAt" / 1000.0), new_decided_at, new_outcome_at, reopened_at)
     from line
   on conflict (team_id, recommendation_id) do update set
     title = excluded.title, body = excluded.body, confidence = excluded.confidence,
     confidence_rationale = excluded.confidence_rationale, counter_evidence_note = excluded.counter_evidence_note,
     action_items = excluded.action_items, evidence_snapshot = excluded.evidence_snapshot,
     published = excluded.published, generated_at = excluded.generated_at, state = excluded.state,
     decision = excluded.decision, decided_at = excluded.decided_at, decision_note = excluded.decision_note,
     outcome = excluded.outcome, outcome_at = excluded.outcome_at, outcome_note = excluded.outcome_note
   where (r.title, r.body, r.confidence, r.confidence_rationale, r.counter_evidence_note, r.action_items,
          r.evidence_snapshot, r.published, r.generated_at, r.state, r.decision, r.decided_at, r.decision_note,
          r.outcome, r.outcome_at, r.outcome_note) is distinct from
         (excluded.title, excluded.body, excluded.confidence, excluded.confidence_rationale,
          excluded.counter_evidence_note, excluded.action_items, excluded.evidence_snapshot, excluded.published,
          excluded.generated_at, excluded.state, excluded.decision, excluded.decided_at, excluded.decision_note,
          excluded.outcome, excluded.outcome_at, excluded.outcome_note)`,
);

export const dropRecommendationSignals = upsert(
  'dropRecommendationSignals',
  `delete from recommendation_signals rs
    using jsonb_to_recordset($2::jsonb) as x("recommendationId" text, "signalIds" text[])
    where rs.team_id = $1 and rs.recommendation_id = x."recommendationId" and not rs.signal_id = any (x."signalIds")`,
);

export const writeRecommendationSignals = upsert(
  'recommendationSignals',
  `insert into recommendation_signals as rs (team_id, recommendation_id, signal_id, position)
   select $1, x."recommendationId", s.signal_id, s.position
     from jsonb_to_recordset($2::jsonb) as x("recommendationId" text, "signalIds" text[])
    cross join unnest(x."signalIds") with ordinality as s(signal_id, position)
   on conflict (team_id, recommendation_id, signal_id) do update set position = excluded.position
   where rs.position <> excluded.position`,
);

/** Links that people added are kept. A link in the file without `linkedAt` keeps the stored time. */
export const writeWorkItemLinks = upsert<[links: string, now: Date]>(
  'workItemLinks',
  `insert into work_item_links as w (team_id, recommendation_id, normalized_url, url, provider, external_id, title, linked_at, position)
   select $1, x."recommendationId", x."normalizedUrl", x.url, x.provider, x."externalId", x.title,
          coalesce(to_timestamp(x."linkedAt" / 1000.0), existing.linked_at, $3),
          x.position + (select coalesce(max(there.position) + 1, 0) from work_item_links there
                         where there.team_id = $1 and there.recommendation_id = x."recommendationId")
     from jsonb_to_recordset($2::jsonb)
       as x("recommendationId" text, "normalizedUrl" text, url text, provider text, "externalId" text, title text, "linkedAt" bigint, position integer)
     left join work_item_links existing on existing.team_id = $1
      and existing.recommendation_id = x."recommendationId" and existing.normalized_url = x."normalizedUrl"
   on conflict (team_id, recommendation_id, normalized_url) do update set
     provider = excluded.provider, external_id = coalesce(excluded.external_id, w.external_id),
     title = coalesce(excluded.title, w.title), linked_at = excluded.linked_at
   where (w.provider, w.external_id, w.title, w.linked_at) is distinct from
         (excluded.provider, coalesce(excluded.external_id, w.external_id), coalesce(excluded.title, w.title), excluded.linked_at)`,
);

/**
 * Sets the time of the latest event (generated, decided, outcome, reopened, linked). Returns recommendations with
 * more links than `$3`.
 */
export const settleRecommendations = teamStatement<
  { recommendationId: string },
  [recommendationIds: readonly string[], links: number]
>(
  'snapshot.settleRecommendations',
  `with touched as (
     select r.recommendation_id,
            greatest(r.generated_at, r.decided_at, r.outcome_at, r.reopened_at, max(w.linked_at)) as latest,
            count(w.normalized_url) as links
       from recommendations r
       left join work_item_links w on w.team_id = $1 and w.recommendation_id = r.recommendation_id
      where r.team_id = $1 and r.recommendation_id = any ($2::text[])
      group by r.team_id, r.recommendation_id),
   settled as (
     update recommendations r set updated_at = touched.latest from touched
      where r.team_id = $1 and r.recommendation_id = touched.recommendation_id and r.updated_at <> touched.latest)
   select recommendation_id as "recommendationId" from touched where links > $3`,
);

export const writeResearchGaps = upsert<[lines: string, now: Date]>(
  'researchGaps',
  `insert into research_gaps as g (team_id, research_gap_id, signal_id, type, status, description, suggested_action,
          drafted_study_id, created_at)
   select $1, x."researchGapId", x."signalId", x.type, x.status, x.description, x."suggestedAction", x."draftedStudyId",
          coalesce(to_timestamp(x."createdAt" / 1000.0), existing.created_at, $3)
     from jsonb_to_recordset($2::jsonb)
       as x("researchGapId" text, "signalId" text, type text, status text, description text, "suggestedAction" text,
            "draftedStudyId" text, "createdAt" bigint)
     left join research_gaps existing on existing.team_id = $1 and existing.research_gap_id = x."researchGapId"
   on conflict (team_id, research_gap_id) do update set
     signal_id = excluded.signal_id, type = excluded.type, status = excluded.status,
     description = excluded.description, suggested_action = excluded.suggested_action,
     drafted_study_id = coalesce(excluded.drafted_study_id, g.drafted_study_id), created_at = excluded.created_at
   where (g.signal_id, g.type, g.status, g.description, g.suggested_action, g.drafted_study_id, g.created_at) is distinct from
         (excluded.signal_id, excluded.type, excluded.status, excluded.description, excluded.suggested_action,
          coalesce(excluded.drafted_study_id, g.drafted_study_id), excluded.created_at)`,
);

/** Returns the existing cards that have changed and whose messages must be redrawn. */
export const writeActionCards = teamStatement<
  { actionCardId: string; isNew: boolean },
  [rows: string]
>(
  'snapshot.actionCards',
  `insert into action_cards as c (team_id, action_card_id, type, summary, quote, reason, priority, urgency, created_at,
          study_ids, theme_ids, source_item_id, signal_id, recommendation_id, participant_id,
          snoozed_until, resolved_at, resolution)
   select $1, x."actionCardId", x.type, x.summary, x.quote, x.reason, x.priority, coalesce(x.urgency, 0.5),
          to_timestamp(x."createdAt" / 1000.0), coalesce(x."studyIds", '{}'), coalesce(x."themeIds", '{}'),
          x."sourceItemId", x."signalId", x."recommendationId", x."participantId",
          to_timestamp(x."snoozedUntil" / 1000.0), to_timestamp(x."resolvedAt" / 1000.0), x.resolution
     from jsonb_to_recordset($2::jsonb)
       as x("actionCardId" text, type text, summary text, quote text, reason text, priority smallint,
            urgency double precision, "createdAt" bigint, "studyIds" text[], "themeIds" text[], "sourceItemId" text,
            "signalId" text, "recommendationId" text, "participantId" text, "snoozedUntil" bigint,
            "resolvedAt" bigint, resolution text)
   on conflict (team_id, action_card_id) do update set
     type = excluded.type, summary = excluded.summary, quote = excluded.quote, reason = excluded.reason,
     priority = excluded.priority, urgency = excluded.urgency, created_at = excluded.created_at,
     study_ids = excluded.study_ids, theme_ids = excluded.theme_ids, source_item_id = excluded.source_item_id,
     signal_id = excluded.signal_id, recommendation_id = excluded.recommendation_id,
     participant_id = excluded.participant_id,
     snoozed_until = coalesce(excluded.snoozed_until, c.snoozed_until),
     resolved_at = coalesce(excluded.resolved_at, c.resolved_at),
     resolution = coalesce(excluded.resolution, c.resolution)
   where (c.type, c.summary, c.quote, c.reason, c.priority, c.urgency, c.created_at, c.study_ids, c.theme_ids,
          c.source_item_id, c.signal_id, c.recommendation_id, c.participant_id, c.snoozed_until, c.resolved_at, c.resolution)
         is distinct from
         (excluded.type, excluded.summary, excluded.quote, excluded.reason, excluded.priority, excluded.urgency,
          excluded.created_at, excluded.study_ids, excluded.theme_ids, excluded.source_item_id, excluded.signal_id,
          excluded.recommendation_id, excluded.participant_id, coalesce(excluded.snoozed_until, c.snoozed_until),
          coalesce(excluded.resolved_at, c.resolved_at), coalesce(excluded.resolution, c.resolution))
   returning action_card_id as "actionCardId", (xmax = 0) as "isNew"`,
);
