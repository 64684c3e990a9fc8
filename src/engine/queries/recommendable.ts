import { type SignalRow, signalColumns } from '../../../db/queries/signals.js';
import { teamStatement } from '../../../db/statement.js';

/** The service's own recommendations that await a decision. */
const waiting = `
  select count(*) from engine_causes c
    join recommendations r on r.team_id = $1 and r.recommendation_id = c.subject_id and r.state = 'open'
   where c.team_id = $1 and c.rule = 'recommendation'`;

/**
 * Established signals with an implication in the codebook and without a recommendation: none open or in
 * progress, or, after a dismissal, once the signal has `$3` times as many quotes as then. Most supported first,
 * up to `$2` open recommendations in total; `$4` limits it to these signals.
 */
export const recommendable = teamStatement<
  SignalRow,
  [mostOpen: number, growth: number, signalIds: readonly string[] | null]
>(
  'engine.recommendable',
  `select ${signalColumns} from signals s
    where s.team_id = $1 and not s.archived and s.stage = 'established'
      and ($4::text[] is null or s.signal_id = any ($4::text[]))
      and s.belief_key is not null and s.implication is not null
      and not exists (
        select from recommendation_signals rs
          join recommendations r on r.team_id = $1 and r.recommendation_id = rs.recommendation_id
         where rs.team_id = $1 and rs.signal_id = s.signal_id and r.published
           and (r.state in ('open', 'accepted', 'shipped')
                or coalesce(s.quote_count < $3 * (r.evidence_snapshot ->> 'generatedFromEvidenceCount')::int, true)))
    order by s.participant_count desc, s.study_count desc, s.ref_number
    limit greatest(0, $2::int - (${waiting}))`,
);

export interface BasisThemeRow {
  themeId: string;
  label: string;
  studyName: string;
  /** Distinct people who support the signal in this theme. */
  people: number;
  /** Its strongest quotes. */
  evidenceIds: string[];
}

/** The number of participants in the studies in which people support signal `$2`. */
export const peopleHeard = teamStatement<{ count: number }, [signalId: string]>(
  'engine.peopleHeard',
  `select count(distinct i.participant_id)::int as count
     from source_items i
    where i.team_id = $1 and i.status = 'analyzed' and i.study_id in (
      select t.study_id from signal_themes link
        join themes t on t.team_id = $1 and t.theme_id = link.theme_id
       where link.team_id = $1 and link.signal_id = $2)`,
);

/** The themes in which people support signal `$2`, the most people first, with at most `$3` quotes each. */
export const basisThemes = teamStatement<BasisThemeRow, [signalId: string, quotes: number]>(
  'engine.basisThemes',
  `select t.theme_id as "themeId", t.label, st.name as "studyName",
          count(distinct e.participant_id)::int as people,
          (array_agg(e.evidence_id order by e.strength desc, e.evidence_id))[1:$3] as "evidenceIds"
     from signal_themes link
     join themes t on t.team_id = $1 and t.theme_id = link.theme_id
     join studies st on st.team_id = $1 and st.study_id = t.study_id
     join evidence e on e.team_id = $1 and e.theme_id = t.theme_id and e.qualifies
      and (e.kind = 'evidence') = (link.relationship <> 'contradicts')
    where link.team_id = $1 and link.signal_id = $2
    group by t.team_id, t.theme_id, st.name
    order by people desc, t.theme_id`,
);

/**
 * Withdraws the service's own undecided recommendations for signals that are no longer established, except those
 * that already have an issue.
 */
export const withdrawRecommendations = teamStatement<{
  recommendationId: string;
  title: string;
  cause: string;
  refNumber: number;
}>(
  'engine.withdrawRecommendations',
  `update recommendations r set published = false
     from engine_causes c
     join signals s on s.team_id = $1 and s.signal_id = c.about_id
    where c.team_id = $1 and c.rule = 'recommendation' and c.gone_at is null
      and (s.archived or s.stage <> 'established')
      and r.team_id = $1 and r.recommendation_id = c.subject_id and r.published and r.state = 'open'
      and not exists (select from work_item_links w
                       where w.team_id = $1 and w.recommendation_id = r.recommendation_id)
   returning r.recommendation_id as "recommendationId", r.title, c.cause, s.ref_number as "refNumber"`,
);
