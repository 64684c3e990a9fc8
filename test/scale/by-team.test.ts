import { describe, expect, it } from 'vitest';
import { useDatabase } from '../support/database.js';

const database = useDatabase();

/** Tables that are no team's, or find the team: they stay whole, or are copied to every node. */
const OF_ALL_TEAMS = ['migrations', 'job_runs'];
const FIND_THE_TEAM = ['api_keys_hash', 'slack_workspaces_workspace_key'];

const rows = <Row>(sql: string): Promise<Row[]> => database.dataSource.query(sql);

const hasTeam = (relation: string, columns: string): string =>
  `exists (select from pg_attribute a where a.attrelid = ${relation} and a.attname = 'team_id'
            and a.attnum = any (${columns}))`;

describe('the schema can be partitioned and distributed by team (docs/scaling.md)', () => {
  it('has the team in every table', async () => {
    const without = await rows<{ name: string }>(
      `select k.relname as name from pg_class k
        where k.relkind = 'r' and k.relnamespace = current_schema()::regnamespace
          and not exists (select from pg_attribute a
                           where a.attrelid = k.oid and a.attname = 'team_id' and a.attnotnull)
        order by 1`,
    );
    expect(without.map(({ name }) => name).sort()).toEqual([...OF_ALL_TEAMS].sort());
  });

  it('has the team in every unique key, but for those by which a team is found', async () => {
    const without = await rows<{ name: string }>(
      `select i.indexrelid::regclass::text as name from pg_index i
         join pg_class k on k.oid = i.indrelid
        where i.indisunique and k.relnamespace = current_schema()::regnamespace
          and k.relname not in (${OF_ALL_TEAMS.map((name) => `'${name}'`).join(', ')})
          and not ${hasTeam('i.indrelid', 'i.indkey')}
        order by 1`,
    );
    expect(without.map(({ name }) => name)).toEqual(FIND_THE_TEAM);
  });

  it('points at rows of the same team only', async () => {
    const across = await rows<{ name: string }>(
      `select c.conname as name from pg_constraint c
        where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
          and not (${hasTeam('c.conrelid', 'c.conkey')} and ${hasTeam('c.confrelid', 'c.confkey')})`,
    );
    expect(across).toEqual([]);
  });
});
