import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why: a list tells how many rows it has, and counting them was what still grew with the team. The totals are
 * facts, kept by triggers and not by the verbs: the previous version of the code writes to these tables too
 * while a deploy is under way, and so will verbs that do not exist yet. Many can add to one total at once:
 * each takes a slot that no other transaction holds, or makes one, so nobody waits and nobody deadlocks; the
 * total is the sum of its slots, of which there are as many as there ever were writers at once.
 */
export class ListTotals1763600000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table list_totals (
        team_id text collate "C" not null,
        list text not null,
        -- what the list can be filtered by
        part text not null,
        slot bigint generated always as identity,
        amount integer not null,
        constraint list_totals_pkey primary key (team_id, list, part, slot),
        constraint list_totals_team_fkey foreign key (team_id) references teams (team_id) on delete cascade
      );

      create function add_to_list_total(of_team text, of_list text, of_part text, change bigint)
      returns void language plpgsql as $$
      begin
        update list_totals set amount = amount + change
         where (team_id, list, part, slot) = (
           select team_id, list, part, slot from list_totals
            where team_id = of_team and list = of_list and part = of_part
            order by slot limit 1 for update skip locked);
        if not found then
          -- a team that is being deleted has no totals any more
          insert into list_totals (team_id, list, part, amount)
          select team_id, of_list, of_part, change from teams where team_id = of_team;
        end if;
      end $$;
    `);
    for (const list of LISTS) await runner.query(keepTotal(list));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table } of LISTS) {
      await runner.query(`
        drop trigger ${table}_total_insert on ${table};
        drop trigger ${table}_total_update on ${table};
        drop trigger ${table}_total_delete on ${table};
        drop function keep_total_of_${table};
      `);
    }
    await runner.query('drop function add_to_list_total; drop table list_totals');
  }
}

interface List {
  table: string;
  /** Of a row: the part of the list it belongs to. */
  part: string;
  /** Which rows the list has at all. */
  where: string;
}

const LISTS: readonly List[] = [
  { table: 'signals', part: 'trajectory', where: 'not archived' },
  { table: 'studies', part: `''`, where: 'true' },
  { table: 'research_gaps', part: 'status', where: 'true' },
  { table: 'recommendations', part: 'state', where: 'published' },
  { table: 'action_cards', part: 'type', where: 'resolved_at is null' },
];

function keepTotal({ table, part, where }: List): string {
  const changes = (rows: string, sign: 1 | -1): string =>
    `select team_id, ${part} as part, ${sign} as change from ${rows} where ${where}`;
  const add = (rows: string): string => `
    perform add_to_list_total(team_id, '${table}', part, sum(change))
       from (${rows}) changes group by team_id, part having sum(change) <> 0
      order by team_id, part;`;
  return `
    create function keep_total_of_${table}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${add(changes('added', 1))}
      elsif tg_op = 'DELETE' then ${add(changes('removed', -1))}
      else ${add(`${changes('added', 1)} union all ${changes('removed', -1)}`)}
      end if;
      return null;
    end $$;
    create trigger ${table}_total_insert after insert on ${table}
      referencing new table as added for each statement execute function keep_total_of_${table}();
    create trigger ${table}_total_update after update on ${table}
      referencing old table as removed new table as added
      for each statement execute function keep_total_of_${table}();
    create trigger ${table}_total_delete after delete on ${table}
      referencing old table as removed for each statement execute function keep_total_of_${table}();

    -- no writer comes between: creating a trigger locks the table until this migration has committed
    insert into list_totals (team_id, list, part, amount)
    select team_id, '${table}', ${part}, count(*) from ${table} where ${where} group by 1, 3;
  `;
}
