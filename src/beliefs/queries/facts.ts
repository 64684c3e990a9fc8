import { statementVariants } from '../../../db/queries/keyset.js';
import { isFinding } from '../../../db/queries/set-aside.js';
import { teamStatement } from '../../../db/statement.js';

/** Like teams.lock, but returns no row instead of waiting. */
export const tryLockTeam = teamStatement<{ teamId: string }>(
  'facts.tryLockTeam',
  `select team_id as "teamId" from teams where team_id = $1 for no key update skip locked`,
);

/** Variants of a statement: over the whole team, or only over the ids of the last parameter. */
interface Reach {
  only: boolean;
}
const named = (name: string, { only }: Reach): string => `facts.${name}${only ? '.only' : ''}`;

/**
 * Copies to each quote the fields it takes from its interview; `$2` is the quality bar, `$3` the
 * interviews.
 */
export const settleEvidence = statementVariants<
  never,
  Reach,
  [qualityScore: number, sourceItemIds?: readonly string[]]
>((reach) =>
  teamStatement(
    named('evidence', reach),
    `update evidence e
        set study_id = fact.study_id, participant_id = fact.participant_id,
            qualifies = fact.qualifies, captured_at = fact.captured_at
       from (select e.evidence_id, i.study_id, i.participant_id,
                    not e.withdrawn and i.status = 'analyzed'
                      and coalesce(i.quality_score >= $2::float8, true) as qualifies,
                    case when e.captured_at_inherited then i.captured_at else e.captured_at end as captured_at
               from evidence e
               join source_items i on i.team_id = $1 and i.source_item_id = e.source_item_id
              where e.team_id = $1 ${reach.only ? 'and e.source_item_id = any ($3::text[])' : ''}) fact
      where e.team_id = $1 and e.evidence_id = fact.evidence_id
        and (e.study_id, e.participant_id, e.qualifies, e.captured_at) is distinct from
            (fact.study_id, fact.participant_id, fact.qualifies, fact.captured_at)`,
  ),
);

/** Recounts the qualifying quotes of interviews (`$2`). */
export const countSourceItems = statementVariants<
  never,
  Reach,
  [sourceItemIds?: readonly string[]]
>((reach) =>
  teamStatement(
    named('sourceItems', reach),
    `update source_items i set evidence_count = c.quotes
       from (select i.source_item_id, count(e.evidence_id)::int as quotes
               from source_items i
               left join evidence e on e.team_id = $1 and e.source_item_id = i.source_item_id and e.qualifies
              where i.team_id = $1 ${reach.only ? 'and i.source_item_id = any ($2::text[])' : ''}
              group by i.source_item_id) c
      where i.team_id = $1 and i.source_item_id = c.source_item_id and i.evidence_count <> c.quotes`,
  ),
);

/** Recounts the derived columns of studies (`$2`). */
export const countStudies = statementVariants<never, Reach, [ids?: readonly string[]]>((reach) => {
  const only = (studyId: string): string => (reach.only ? `and ${studyId} = any ($2::text[])` : '');
  return teamStatement(
    named('studies', reach),
    `update studies s
      set participant_count = fact.participants, source_item_count = fact.source_items, theme_count = fact.themes,
          analyzed_count = fact.analyzed, avg_quality_score = fact.quality, touched = fact.touched
     from (select s.study_id, coalesce(i.participants, 0) as participants,
                  coalesce(i.source_items, 0) as source_items, coalesce(t.themes, 0) as themes,
                  coalesce(i.analyzed, 0) as analyzed, i.quality, coalesce(touch.touched, '{}') as touched
             from studies s
             left join (select study_id, count(distinct participant_id)::int as participants, count(*)::int as source_items,
                               (count(*) filter (where status = 'analyzed'))::int as analyzed,
                               avg(quality_score order by quality_score) as quality
                          from source_items where team_id = $1 ${only('study_id')} group by study_id) i on i.study_id = s.study_id
             left join (select study_id, jsonb_object_agg(target, items) as touched
                          from (select i.study_id, target, count(distinct i.source_item_id) as items
                                  from source_items i, unnest(i.covered_target_ids) as target
                                 where i.team_id = $1 and i.status = 'analyzed' ${only('i.study_id')}
                                 group by i.study_id, target) items
                         group by study_id) touch on touch.study_id = s.study_id
             left join (select study_id, count(*)::int as themes
                          from themes where team_id = $1 and ${isFinding('themes')} ${only('study_id')} group by study_id) t on t.study_id = s.study_id
            where s.team_id = $1 ${only('s.study_id')}) fact
    where s.team_id = $1 and s.study_id = fact.study_id
      and (s.participant_count, s.source_item_count, s.theme_count, s.analyzed_count, s.avg_quality_score,
           s.touched) is distinct from
          (fact.participants, fact.source_items, fact.themes, fact.analyzed, fact.quality, fact.touched)`,
  );
});

export type TouchedKind = 'theme' | 'signal' | 'study';

/**
 * Every theme, signal and study whose facts follow from these themes (`$2`), signals (`$3`),
 * studies (`$4`) and interviews (`$5`): those that the interviews' quotes belong to now, and the
 * study in which each quote was counted before. Read before settleEvidence.
 */
export const touchedFacts = teamStatement<
  { kind: TouchedKind; id: string },
  [
    themeIds: readonly string[],
    signalIds: readonly string[],
    studyIds: readonly string[],
    sourceItemIds: readonly string[],
  ]
>(
  'facts.touched',
  `with quoted as (
     select distinct theme_id, study_id from evidence
      where team_id = $1 and source_item_id = any ($5::text[])),
   theme as (
     select t.theme_id, t.study_id from themes t
      where t.team_id = $1
        and (t.theme_id = any ($2::text[]) or t.theme_id in (select theme_id from quoted)))
   select 'theme' as kind, theme_id as id from theme
   union select 'study', study_id from theme
   union select 'study', study_id from quoted
   union select 'study', study_id from source_items
          where team_id = $1 and source_item_id = any ($5::text[])
   union select 'study', study_id from studies where team_id = $1 and study_id = any ($4::text[])
   union select 'signal', link.signal_id from signal_themes link
          where link.team_id = $1 and link.theme_id in (select theme_id from theme)
   union select 'signal', signal_id from signals where team_id = $1 and signal_id = any ($3::text[])
   order by 1, 2`,
);

/** The next `$3` ids after `$2`, so that facts are refreshed in pages of bounded size. */
export const themeIdsAfter = teamStatement<{ id: string }, [after: string, limit: number]>(
  'facts.themeIdsAfter',
  `select theme_id as id from themes where team_id = $1 and theme_id > $2 order by theme_id limit $3`,
);
export const studyIdsAfter = teamStatement<{ id: string }, [after: string, limit: number]>(
  'facts.studyIdsAfter',
  `select study_id as id from studies where team_id = $1 and study_id > $2 order by study_id limit $3`,
);
export const sourceItemIdsAfter = teamStatement<{ id: string }, [after: string, limit: number]>(
  'facts.sourceItemIdsAfter',
  `select source_item_id as id from source_items
    where team_id = $1 and source_item_id > $2 order by source_item_id limit $3`,
);
export const signalIdsAfter = teamStatement<{ id: string }, [after: string, limit: number]>(
  'facts.signalIdsAfter',
  `select signal_id as id from signals where team_id = $1 and signal_id > $2 order by signal_id limit $3`,
);

/**
 * Themes and signals whose trajectory may have changed through the passage of time alone at `$2`.
 * Ordered, so that it is read from the index: nearly always none is due, which the planner cannot
 * know.
 */
export const dueTrajectories = teamStatement<
  { kind: 'theme' | 'signal'; id: string },
  [now: Date, limit: number]
>(
  'facts.dueTrajectories',
  `(select 'theme' as kind, theme_id as id from themes
     where team_id = $1 and trajectory_until <= $2 order by trajectory_until limit $3)
   union all
   (select 'signal', signal_id from signals
     where team_id = $1 and trajectory_until <= $2 order by trajectory_until limit $3)
   limit $3`,
);
