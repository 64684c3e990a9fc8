import { teamStatement } from '../../statement.js';

/** Ids inside arrays have no foreign key: the first that leads nowhere. */
export const danglingArrayIds = teamStatement<{ field: string; id: string }>(
  'snapshot.danglingArrayIds',
  `(select 'refs.studyIds' as field, ref.id from action_cards c cross join unnest(c.study_ids) as ref(id)
     where c.team_id = $1 and not exists (select 1 from studies s where s.team_id = $1 and s.study_id = ref.id) limit 1)
   union all
   (select 'refs.themeIds', ref.id from action_cards c cross join unnest(c.theme_ids) as ref(id)
     where c.team_id = $1 and not exists (select 1 from themes t where t.team_id = $1 and t.theme_id = ref.id) limit 1)
   union all
   (select 'coveredTargetIds', ref.id from source_items i cross join unnest(i.covered_target_ids) as ref(id)
      join studies s on s.team_id = $1 and s.study_id = i.study_id
     where i.team_id = $1 and i.covered_target_ids <> '{}'
       and not s.learning_targets @> jsonb_build_array(jsonb_build_object('targetId', ref.id)) limit 1)`,
);
