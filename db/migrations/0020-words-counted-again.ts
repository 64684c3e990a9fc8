import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: quotes that moved from their topic to a belief stayed in the word counts of search, even after their speaker
 * was erased. The index alone determines the counts, so they are recomputed from it.
 */
export class WordsCountedAgain1780000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // a writer of the index locks the statistics first, then adds its changes to the new counts
    await runner.query('lock table search_statistics, search_terms in exclusive mode');
    await runner.query('delete from search_terms');
    await runner.query(`
      insert into search_terms (team_id, term, documents, rows, around_rows)
      select s.team_id, w.term, count(*) filter (where w.said), count(*) filter (where w.named),
             count(*) filter (where not w.named)
        from evidence_search s
       cross join lateral (
         select one.term, bool_or(one.place = 1) as said, bool_or(one.place < 3) as named
           from (select unnest(string_to_array(s.quote_terms, ' ')) as term, 1 as place
                 union all select unnest(string_to_array(s.context_terms, ' ')), 2
                 union all select unnest(string_to_array(s.around_terms, ' ')), 3) one
          where one.term <> '' group by one.term) w
       group by s.team_id, w.term
    `);
    await runner.query(`
      update search_statistics t
         set documents = c.documents, terms = c.terms
        from (select team.team_id, count(s.evidence_id)::int as documents,
                     coalesce(sum(cardinality(array_remove(string_to_array(s.quote_terms, ' '), ''))), 0)::bigint as terms
                from search_statistics team left join evidence_search s using (team_id) group by team.team_id) c
       where t.team_id = c.team_id
    `);
  }

  /** The counts were wrong before; there is nothing to go back to. */
  async down(): Promise<void> {}
}
