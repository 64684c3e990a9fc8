import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: an evidence packet of a signal or a study counts the people, themes and studies of all its quotes,
 * and a readout all interviews of its study. At a million quotes those counts were the whole cost of the page,
 * so they are facts like the others: rewritten in the transaction that changes evidence. The wider indexes
 * let the totals of lists be counted without reading rows.
 */
export class EvidenceFacts1763600000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table evidence_facts (
        team_id text collate "C" not null,
        scope text not null,
        scope_id text collate "C" not null,
        -- false: only what supports
        both_kinds boolean not null,
        total integer not null,
        distinct_participants integer not null,
        theme_ids text[] not null,
        study_ids text[] not null,
        constraint evidence_facts_pkey primary key (team_id, scope, scope_id, both_kinds),
        constraint evidence_facts_team_fkey foreign key (team_id) references teams (team_id) on delete cascade,
        constraint evidence_facts_scope_check check (scope in ('signal', 'study'))
      );

      -- derived; facts of the teams that are here already are counted below
      alter table studies
        add column analyzed_count integer not null default 0,
        add column avg_quality_score double precision,
        add column touched jsonb not null default '{}';

      drop index recommendations_by_updated, action_cards_queue, research_gaps_by_created;
      create index recommendations_by_updated on recommendations
        (team_id, updated_at desc, recommendation_id) include (state) where published;
      create index action_cards_queue on action_cards
        (team_id, priority, urgency desc, created_at desc, action_card_id) include (snoozed_until)
        where resolved_at is null;
      create index research_gaps_by_created on research_gaps
        (team_id, created_at desc, research_gap_id) include (status);
    `);
    const teams: { team_id: string }[] = await runner.query('select team_id from teams');
    for (const { team_id } of teams) {
      for (const sql of COUNTS) await runner.query(sql, [team_id]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table evidence_facts;
      alter table studies drop column analyzed_count, drop column avg_quality_score, drop column touched;
      drop index recommendations_by_updated, action_cards_queue, research_gaps_by_created;
      create index recommendations_by_updated on recommendations
        (team_id, updated_at desc, recommendation_id) where published;
      create index action_cards_queue on action_cards
        (team_id, priority, urgency desc, created_at desc, action_card_id) where resolved_at is null;
      create index research_gaps_by_created on research_gaps
        (team_id, created_at desc, research_gap_id);
    `);
  }
}

/** As the service counted them when this migration was written; it must not change with the service. */
const COUNTS = [
  ...['signal', 'study'].flatMap((scope) =>
    [false, true].map(
      (bothKinds) => `
        insert into evidence_facts
        select $1, '${scope}', scope_id, ${bothKinds}, count(*), count(distinct participant_id),
               array_agg(distinct theme_id), array_agg(distinct study_id)
          from (${
            scope === 'study'
              ? `select e.*, e.study_id as scope_id, e.kind = 'evidence' as supports from evidence e
                  where e.team_id = $1 and e.qualifies`
              : `select e.*, link.signal_id as scope_id,
                        (e.kind = 'evidence') = (link.relationship <> 'contradicts') as supports
                   from signal_themes link
                   join evidence e on e.team_id = $1 and e.theme_id = link.theme_id and e.qualifies
                  where link.team_id = $1`
          }) e
         ${bothKinds ? '' : 'where supports'} group by scope_id`,
    ),
  ),
  `update studies s
      set analyzed_count = fact.analyzed, avg_quality_score = fact.quality, touched = fact.touched
     from (select i.study_id, count(*) filter (where i.status = 'analyzed')::int as analyzed,
                  avg(i.quality_score) as quality,
                  (select coalesce(jsonb_object_agg(target, items), '{}')
                     from (select target, count(distinct a.source_item_id) as items
                             from source_items a, unnest(a.covered_target_ids) as target
                            where a.team_id = $1 and a.study_id = i.study_id and a.status = 'analyzed'
                            group by target) touches) as touched
             from source_items i where i.team_id = $1 group by i.study_id) fact
    where s.team_id = $1 and s.study_id = fact.study_id`,
];
