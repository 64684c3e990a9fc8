import { statementVariants } from '../../../db/keyset.js';
import { teamStatement } from '../../../db/statement.js';

export interface BeliefRow {
  signalId: string;
  refNumber: number;
  label: string;
  participantCount: number;
  studyCount: number;
  quoteCount: number;
  counterEvidenceCount: number;
  latestCapturedAt: Date | null;
  /** The strongest supporting quote, if there is one. */
  studies: { studyId: string; name: string; quotes: number }[];
}

/** Signals that are not archived, with the studies of their supporting quotes; with `only`, those in `$2`. */
export const beliefs = statementVariants<
  BeliefRow,
  { only: boolean },
  [signalIds: readonly string[] | null]
>(({ only }) =>
  teamStatement(
    `engine.beliefs${only ? '.only' : ''}`,
    `select s.signal_id as "signalId", s.ref_number as "refNumber", s.label,
            s.participant_count as "participantCount", s.study_count as "studyCount",
            s.quote_count as "quoteCount", s.counter_evidence_count as "counterEvidenceCount",
            s.latest_captured_at as "latestCapturedAt", coalesce(basis.studies, '[]') as studies
       from signals s
       left join (
         select signal_id, json_agg(json_build_object('studyId', study_id, 'name', name, 'quotes', quotes)
                                    order by quotes desc, study_id) as studies
           from (select link.signal_id, e.study_id, st.name, count(*) as quotes
                   from signal_themes link
                   join evidence e on e.team_id = $1 and e.theme_id = link.theme_id and e.qualifies
                    and (e.kind = 'evidence') = (link.relationship <> 'contradicts')
                   join studies st on st.team_id = $1 and st.study_id = e.study_id
                  where link.team_id = $1 ${only ? 'and link.signal_id = any ($2::text[])' : ''}
                  group by link.signal_id, e.study_id, st.name) counts
          group by signal_id) basis on basis.signal_id = s.signal_id
      where s.team_id = $1 and not s.archived
        and ${only ? 's.signal_id = any ($2::text[])' : '$2::text[] is null'}
      order by s.ref_number`,
  ),
);

interface DividedThemeRow {
  themeId: string;
  label: string;
  studyId: string;
  studyName: string;
  participantCount: number;
  counterParticipantCount: number;
  /** The oldest signal that the theme is linked to. */
  signalId: string | null;
}

/** Themes with at least `$3` people on each side; with `only`, those in `$2`. */
export const dividedThemes = statementVariants<
  DividedThemeRow,
  { only: boolean },
  [themeIds: readonly string[] | null, participantCount: number]
>(({ only }) =>
  teamStatement(
    `engine.dividedThemes${only ? '.only' : ''}`,
    `select t.theme_id as "themeId", t.label, t.study_id as "studyId", st.name as "studyName",
            t.participant_count as "participantCount", t.counter_participant_count as "counterParticipantCount",
            (select s.signal_id from signal_themes link
               join signals s on s.team_id = $1 and s.signal_id = link.signal_id and not s.archived
              where link.team_id = $1 and link.theme_id = t.theme_id
              order by s.ref_number limit 1) as "signalId"
       from themes t
       join studies st on st.team_id = $1 and st.study_id = t.study_id
      where t.team_id = $1 and t.participant_count >= $3 and t.counter_participant_count >= $3
        and ${only ? 't.theme_id = any ($2::text[])' : '$2::text[] is null'}
      order by t.theme_id`,
  ),
);
