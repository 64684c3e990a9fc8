import type { EvidenceSummaryRow } from '../../../db/queries/evidence.js';
import { teamStatement } from '../../../db/statement.js';

/** Scopes whose counts are stored; other counts are computed when they are read. */
type FactScope = 'signal' | 'study';

/** The qualifying quotes `e` of each signal or study, and whether they support it. */
const quotesOf: Record<FactScope, (only: boolean) => string> = {
  signal: (only) => `select link.signal_id as scope_id, e.participant_id, e.theme_id, e.study_id,
                  (e.kind = 'evidence') = (link.relationship <> 'contradicts') as supports
             from signal_themes link
             join evidence e on e.team_id = $1 and e.theme_id = link.theme_id and e.qualifies
            where link.team_id = $1 ${only ? 'and link.signal_id = any ($2::text[])' : ''}`,
  study: (only) => `select e.study_id as scope_id, e.participant_id, e.theme_id, e.study_id,
                 e.kind = 'evidence' as supports
            from evidence e
           where e.team_id = $1 and e.qualifies ${only ? 'and e.study_id = any ($2::text[])' : ''}`,
};

/**
 * Recounts the quotes of every signal or study, or with `only` of those of `$2`, and writes the
 * differences; a scope without quotes has no row. Rows are grouped before distinct values are
 * counted, so that no sort holds every quote.
 */
const countEvidence = (scope: FactScope, only: boolean): string =>
  `with basis as materialized (
       select scope_id, supports, participant_id, theme_id, study_id, count(*) as quotes
         from (${quotesOf[scope](only)}) e
        group by scope_id, supports, participant_id, theme_id, study_id),
     fact as materialized (
       select scope_id, both_kinds, sum(quotes)::int as total,
              count(distinct participant_id)::int as distinct_participants,
              array_agg(distinct theme_id) as theme_ids, array_agg(distinct study_id) as study_ids
         from basis join (values (false), (true)) kinds (both_kinds) on both_kinds or supports
        group by scope_id, both_kinds),
     gone as (
       delete from evidence_facts f where f.team_id = $1 and f.scope = '${scope}'
          ${only ? 'and f.scope_id = any ($2::text[])' : ''}
          and not exists (select from fact
                           where fact.scope_id = f.scope_id and fact.both_kinds = f.both_kinds))
     insert into evidence_facts as f
            (team_id, scope, scope_id, both_kinds, total, distinct_participants, theme_ids, study_ids)
     select $1, '${scope}', fact.* from fact
     on conflict (team_id, scope, scope_id, both_kinds) do update set
       total = excluded.total, distinct_participants = excluded.distinct_participants,
       theme_ids = excluded.theme_ids, study_ids = excluded.study_ids
     where (f.total, f.distinct_participants, f.theme_ids, f.study_ids) is distinct from
           (excluded.total, excluded.distinct_participants, excluded.theme_ids, excluded.study_ids)`;

export const countSignalEvidence = teamStatement<never>(
  'evidenceFacts.count.signal',
  countEvidence('signal', false),
);
export const countStudyEvidence = teamStatement<never>(
  'evidenceFacts.count.study',
  countEvidence('study', false),
);
export const countEvidenceOfSignals = teamStatement<never, [signalIds: readonly string[]]>(
  'evidenceFacts.count.signal.only',
  countEvidence('signal', true),
);
export const countEvidenceOfStudies = teamStatement<never, [studyIds: readonly string[]]>(
  'evidenceFacts.count.study.only',
  countEvidence('study', true),
);

/** The stored counts of signal or study `$3`, of both kinds or only of supporting quotes (`$4`). */
export const keptSummary = teamStatement<
  EvidenceSummaryRow,
  [scope: FactScope, scopeId: string | null, bothKinds: boolean]
>(
  'evidenceFacts.summary',
  `select total, distinct_participants as "distinctParticipants", theme_ids as "themeIds",
          study_ids as "studyIds", null as "evidenceIds"
     from evidence_facts
    where team_id = $1 and scope = $2 and scope_id = $3 and both_kinds = $4`,
);
