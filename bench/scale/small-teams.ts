import { hash } from 'node:crypto';
import { newKey } from '../../src/core/keys.js';
import type { BenchDatabase } from '../database.js';
import { generateTeam } from '../reads/generate-team.js';

const SHAPE = { quotes: 40, signals: 4, studies: 2, interviews: 8, participants: 4 };
/** A team's tables, in the order of their foreign keys. */
const TABLES = [
  'participants',
  'studies',
  'source_items',
  'themes',
  'evidence',
  'signals',
  'signal_themes',
  'evidence_facts',
  'recommendations',
  'recommendation_signals',
  'research_gaps',
  'action_cards',
];

/**
 * Creates many identical small teams, copied with SQL from one that the service counted. Returns a key for each.
 */
export async function smallTeams(database: BenchDatabase, count: number): Promise<string[]> {
  const { dataSource } = database;
  await generateTeam(database, SHAPE);
  const [model] = await dataSource.query<{ teamId: string }[]>(
    'select team_id as "teamId" from teams order by created_at desc limit 1',
  );
  const numbers = `generate_series(1, ${count}) as n`;
  await dataSource.query(
    `insert into teams (team_id, name) select 'small-' || n, 'Team ' || n from ${numbers}`,
  );
  for (const table of TABLES) {
    const columns = await columnsOf(database, table);
    await dataSource.query(
      `insert into ${table} (team_id, ${columns}) select 'small-' || n, ${columns}
         from ${table}, ${numbers} where team_id = $1`,
      [model?.teamId],
    );
  }
  const keys = Array.from({ length: count }, newKey);
  await dataSource.query(
    `insert into api_keys (team_id, key_id, name, scope, key_hash)
     select 'small-' || n, 'bench-' || n, 'bench', 'write', decode(hashed, 'hex')
       from unnest($1::text[]) with ordinality as key(hashed, n)`,
    [keys.map((key) => hash('sha256', key))],
  );
  return keys;
}

async function columnsOf({ dataSource }: BenchDatabase, table: string): Promise<string> {
  const rows = await dataSource.query<{ name: string }[]>(
    `select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = $1 and column_name <> 'team_id'
        and is_identity = 'NO' and is_generated = 'NEVER'`,
    [table],
  );
  return rows.map(({ name }) => `"${name}"`).join(', ');
}
