import { type Statement, teamStatement } from '../../../../db/statement.js';

export interface ExportRow {
  id: string;
  line: Record<string, unknown>;
}

/**
 * A page ordered by id: `$2` is the last id of the previous page, `$3` the page size. The exporter leaves out null
 * fields.
 */
const page = (
  resource: string,
  table: string,
  id: string,
  fields: string,
): Statement<ExportRow, [after: string, limit: number]> =>
  teamStatement(
    `snapshot.export.${resource}`,
    `select r.${id} as id, json_build_object('resource', '${resource}', ${fields}) as line
       from ${table} r
      where r.team_id = $1 and r.${id} > $2 order by r.${id} limit $3`,
  );

const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;

/** The records of a kind that a person merged into `id`; null if there are none. */
const mergedFrom = (kind: 'theme' | 'signal', id: string): string =>
  `(select json_agg(json_build_object('id', m.belief_id, 'mergedAt', ${ms('m.merged_at')}) order by m.belief_id)
      from merged_beliefs m where m.team_id = r.team_id and m.kind = '${kind}' and m.into_id = ${id})`;

export const exportParticipants = page(
  'participant',
  'participants',
  'participant_id',
  `'participantId', r.participant_id, 'displayName', r.display_name, 'email', r.email,
   'lastContactedAt', ${ms('r.last_contacted_at')}`,
);

export const exportStudies = page(
  'study',
  'studies',
  'study_id',
  `'studyId', r.study_id, 'name', r.name, 'status', r.status, 'createdAt', ${ms('r.created_at')},
   'objective', r.objective, 'openQuestions', r.open_questions, 'learningTargets', r.learning_targets,
   'summary', r.summary`,
);

export const exportSourceItems = page(
  'sourceItem',
  'source_items',
  'source_item_id',
  `'sourceItemId', r.source_item_id, 'studyId', r.study_id, 'participantId', r.participant_id,
   'status', r.status, 'capturedAt', ${ms('r.captured_at')}, 'qualityScore', r.quality_score,
   'coveredTargetIds', r.covered_target_ids, 'organic', r.organic, 'transcript', r.transcript`,
);

export const exportThemes = page(
  'theme',
  'themes',
  'theme_id',
  `'themeId', r.theme_id, 'studyId', r.study_id, 'label', r.label, 'description', r.description,
   'sentiment', r.sentiment, 'parentThemeId', r.parent_theme_id, 'beliefKey', r.belief_key,
   'labelByPerson', nullif(r.label_by_person, false), 'mergedFrom', ${mergedFrom('theme', 'r.theme_id')}`,
);

/** `capturedAt` is the only field whose null has a meaning, so it is returned separately from the line. */
export const exportEvidence = page(
  'evidence',
  'evidence',
  'evidence_id',
  `'evidenceId', r.evidence_id, 'kind', r.kind, 'quote', r.quote, 'themeId', r.theme_id,
   'sourceItemId', r.source_item_id, 'note', r.note, 'timeInCallSecs', r.time_in_call_secs,
   'capturedAt', ${ms('r.captured_at')}, 'capturedAtInherited', r.captured_at_inherited,
   'strength', r.strength, 'prompted', r.prompted, 'withdrawn', r.withdrawn,
   'placedByPerson', (select true from extracted_quotes q
        where q.team_id = r.team_id and q.quote_id = r.evidence_id and q.placed_by_person)`,
);

export const exportSignals = page(
  'signal',
  'signals',
  'signal_id',
  `'signalId', r.signal_id, 'label', r.label, 'description', r.description,
   'themes', coalesce((select json_agg(json_build_object('themeId', st.theme_id, 'relationship', st.relationship,
        'narrative', st.narrative, 'addedAt', ${ms('st.added_at')}) order by st.position)
        from signal_themes st where st.team_id = r.team_id and st.signal_id = r.signal_id), '[]'),
   'ref', 'SIG-' || r.ref_number, 'implication', r.implication, 'firstSeen', ${ms('r.stated_first_seen_at')},
   'archived', nullif(r.archived, false), 'archiveReason', r.archive_reason, 'archivedAt', ${ms('r.archived_at')},
   'beliefKey', r.belief_key, 'beliefThing', r.belief_thing, 'labelByPerson', nullif(r.label_by_person, false),
   'keptAt', ${ms('r.kept_at')}, 'questions', nullif(r.questions, '[]'), 'mergedFrom', ${mergedFrom('signal', 'r.signal_id')}`,
);

export const exportRecommendations = page(
  'recommendation',
  'recommendations',
  'recommendation_id',
  `'recommendationId', r.recommendation_id, 'title', r.title, 'body', r.body,
   'signalIds', coalesce((select json_agg(rs.signal_id order by rs.position, rs.signal_id)
        from recommendation_signals rs
        where rs.team_id = r.team_id and rs.recommendation_id = r.recommendation_id), '[]'),
   'confidence', r.confidence, 'generatedAt', ${ms('r.generated_at')}, 'actionItems', r.action_items,
   'confidenceRationale', r.confidence_rationale, 'counterEvidenceNote', r.counter_evidence_note,
   'evidenceSnapshot', r.evidence_snapshot,
   'decision', case when r.decision is not null then
       json_build_object('value', r.decision, 'at', ${ms('r.decided_at')}, 'note', r.decision_note) end,
   'outcome', case when r.outcome is not null then
       json_build_object('value', r.outcome, 'at', ${ms('r.outcome_at')}, 'note', r.outcome_note) end,
   'workItemLinks', (select json_agg(json_build_object('url', w.url, 'title', w.title, 'externalId', w.external_id,
        'linkedAt', ${ms('w.linked_at')}) order by w.position, w.normalized_url)
        from work_item_links w
        where w.team_id = r.team_id and w.recommendation_id = r.recommendation_id),
   'published', r.published`,
);

export const exportResearchGaps = page(
  'researchGap',
  'research_gaps',
  'research_gap_id',
  `'researchGapId', r.research_gap_id, 'signalId', r.signal_id, 'type', r.type, 'status', r.status,
   'description', r.description, 'suggestedAction', r.suggested_action, 'draftedStudyId', r.drafted_study_id,
   'createdAt', ${ms('r.created_at')}`,
);

export const exportActionCards = page(
  'actionCard',
  'action_cards',
  'action_card_id',
  `'actionCardId', r.action_card_id, 'type', r.type, 'summary', r.summary, 'priority', r.priority,
   'createdAt', ${ms('r.created_at')}, 'quote', r.quote, 'reason', r.reason, 'urgency', r.urgency,
   'refs', json_build_object('studyIds', nullif(r.study_ids, '{}'), 'themeIds', nullif(r.theme_ids, '{}'),
       'sourceItemId', r.source_item_id, 'signalId', r.signal_id, 'recommendationId', r.recommendation_id,
       'participantId', r.participant_id),
   'snoozedUntil', ${ms('r.snoozed_until')}, 'resolvedAt', ${ms('r.resolved_at')}, 'resolution', r.resolution`,
);

/** The team's own entries, and every entry with quotes that people rejected. */
export const exportCodebookEntries = teamStatement<ExportRow, [after: string, limit: number]>(
  'snapshot.export.codebookEntry',
  `select ids.id, json_build_object('resource', 'codebookEntry', 'codebookEntryId', ids.id,
          'definition', c.definition - 'id', 'retired', nullif(c.retired, false),
          'rejected', (select json_agg(json_build_object('evidenceId', r.quote_id, 'signalId', r.signal_id,
               'sourceItemId', r.source_item_id, 'quote', r.quote, 'rejectedAt', ${ms('r.rejected_at')}) order by r.quote_id)
             from rejected_quotes r where r.team_id = $1 and r.entry_id = ids.id)) as line
     from (select entry_id as id from codebook_entries where team_id = $1
           union select entry_id from rejected_quotes where team_id = $1) ids
     left join codebook_entries c on c.team_id = $1 and c.entry_id = ids.id
    where ids.id > $2 order by ids.id limit $3`,
);
