import type { Cue } from '../../entities/analysis.js';
import type { Sentiment } from '../../entities/evidence.js';
import { teamStatement } from '../../statement.js';
import { type SignalRow, signalColumns } from '../signals.js';

/** Recommendations of the service's own that wait for a decision. */
const waiting = `
  select count(*) from engine_causes c
    join recommendations r on r.team_id = $1 and r.recommendation_id = c.subject_id and r.state = 'open'
   where c.team_id = $1 and c.rule = 'recommendation'`;

/**
 * Established signals with quotes that were ingested, on which nothing is recommended: nothing that is open or
 * under way, and after a no only where there are `$3` times the quotes of then. So many that with those that wait
 * there are `$2`, the most supported first; with `$4`, of these signals alone.
 */
export const recommendable = teamStatement<SignalRow>(
  'engine.recommendable',
  `select ${signalColumns} from signals s
    where s.team_id = $1 and not s.archived and s.stage = 'established'
      and ($4::text[] is null or s.signal_id = any ($4::text[]))
      and exists (
        select from signal_themes link
          join extracted_quotes x on x.team_id = $1 and x.theme_id = link.theme_id
         where link.team_id = $1 and link.signal_id = s.signal_id)
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
  /** Distinct people who support the signal under this theme. */
  people: number;
  /** Its strongest quotes. */
  evidenceIds: string[];
  sentiment: Sentiment;
  /** What at least half of the people who speak under it express; of several, what most do. */
  cue: Cue | null;
}

/** The themes under which people support signal `$2`, the most people first; quotes at most `$3`. */
export const basisThemes = teamStatement<BasisThemeRow>(
  'engine.basisThemes',
  `select t.theme_id as "themeId", t.label, st.name as "studyName",
          t.sentiment, count(distinct e.participant_id)::int as people,
          (array_agg(e.evidence_id order by e.strength desc, e.evidence_id))[1:$3] as "evidenceIds",
          (select cue from evidence q
             join extracted_quotes x on x.team_id = $1 and x.quote_id = q.evidence_id
            cross join unnest(x.cues) as cue
            where q.team_id = $1 and q.theme_id = t.theme_id and q.qualifies
            group by cue having count(distinct q.participant_id) * 2 >= t.participant_count + t.counter_participant_count
            order by count(distinct q.participant_id) desc, cue limit 1) as cue
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
 * Takes the service's own recommendations back that wait for a decision on a belief which is no longer established;
 * not those for which somebody has made an issue already.
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
