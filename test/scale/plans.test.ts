import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type GeneratedTeam, generateTeam } from '../../bench/reads/generate-team.js';
import type { Batch, BoundStatement } from '../../db/batch.js';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';

/** Just enough rows for the planner to prefer a suitable index. */
const SHAPE = {
  quotes: 24_000,
  signals: 1_500,
  studies: 750,
  interviews: 2_400,
  participants: 1_500,
};
/** A table of fewer rows may be read from end to end. */
const BIG = 500;
/** Postgres plans a statement for its values five times before it makes one plan for all. */
const EXECUTIONS = 10;

const database = useDatabase();
let api: TestApi;
let team: GeneratedTeam;
const sent = new Map<string, BoundStatement>();

beforeAll(async () => {
  const createTeam = async () => database.context(await database.createTeam());
  team = await generateTeam({ dataSource: database.dataSource, createTeam }, SHAPE);
  api = await startApi(database);
}, 120_000);
beforeEach(() => {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    for (const one of (args[0] as Partial<Batch>).statements ?? []) {
      sent.set(one.statement.name, one);
    }
    return query.apply(this, args) as never;
  });
});
afterAll(() => api.close());

/** Every list with and without its filters, every packet, and the scopes of evidence that have counts kept. */
const reads = ({ signalId, studyId, recommendationId }: GeneratedTeam): string[] => [
  '/v1/signals?limit=10',
  '/v1/signals?trajectory=stable&limit=10',
  '/v1/signals?stage=established&limit=10',
  `/v1/signals/${signalId}`,
  '/v1/studies?limit=10',
  `/v1/studies/${studyId}/readout`,
  `/v1/studies/${studyId}/source-items?limit=2`,
  `/v1/evidence?signalId=${signalId}&maxItems=5`,
  `/v1/evidence?signalId=${signalId}&includeCounterEvidence=true&maxItems=5`,
  `/v1/evidence?studyId=${studyId}&maxItems=5`,
  `/v1/evidence?studyId=${studyId}&includeCounterEvidence=true&maxItems=5`,
  '/v1/research-gaps?limit=10',
  '/v1/research-gaps?status=open&limit=10',
  '/v1/recommendations?limit=10',
  '/v1/recommendations?status=open&limit=10',
  `/v1/recommendations/${recommendationId}`,
  `/v1/recommendations/${recommendationId}/work-packet`,
  '/v1/action-cards?limit=10',
  '/v1/action-cards?type=cross_study_signal&limit=10',
];

/** Reads by lists of ids: how many they are decides what is the best plan for each. */
const readsByIds = [
  '/v1/evidence?evidenceIds=ev-1,ev-2,ev-3',
  '/v1/evidence?themeIds=th-1,th-2&maxItems=5',
  '/v1/evidence?sourceItemIds=si-1&maxItems=5',
];

/** The statements of every read and of its second page. */
async function statementsOf(paths: readonly string[]): Promise<BoundStatement[]> {
  sent.clear();
  for (const path of paths) {
    const first = await api.get(path, team.key);
    expect([path, first.status]).toEqual([path, 200]);
    const cursor = first.body.cursor ?? first.body.data.cursor;
    if (cursor) await api.get(`${path}&cursor=${cursor}`, team.key);
  }
  return [...sent.values()];
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

const literal = (value: unknown): string => {
  if (value === null) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return `array[${value.map(literal).join(',')}]::text[]`;
  return typeof value === 'string' ? pg.escapeLiteral(value) : String(value);
};

/** Runs `work` on a connection of its own, in a transaction that is taken back. */
async function apart<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin');
  try {
    return await work(client);
  } finally {
    await client.query('rollback');
    await client.end();
  }
}

const prepared = ({ statement: { name, sql }, values }: BoundStatement) => ({
  name,
  text: sql,
  values: [...values],
});

/** The embedded database knows the statements of each connection by longer names. */
const OWN_NAME = `regexp_replace(name, '^c[0-9]+_', '')`;

/** The server's name of the statement that was prepared last under this name. */
async function knownAs(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_prepared_statements where ${OWN_NAME} = $1
      order by prepare_time desc limit 1`,
    [name],
  );
  return rows[0]?.name ?? name;
}

describe('the plans of the hot reads', () => {
  it('find rows by an index in every table that is big', async () => {
    const statements = await statementsOf([...reads(team), ...readsByIds]);
    const scanned = await apart(async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `select relname as name from pg_class where reltuples >= $1 and relkind = 'r'`,
        [BIG],
      );
      const big = new Set(tables.map(({ name }) => name));
      expect(big.size).toBeGreaterThan(9);
      await client.query('set local plan_cache_mode = force_generic_plan');
      const found = new Set<string>();
      for (const bound of statements) {
        const { name, values } = prepared(bound);
        await client.query(prepared(bound));
        const known = await knownAs(client, name);
        const { rows } = await client.query(
          `explain (format json) execute "${known}"(${values.map(literal).join(',')})`,
        );
        for (const node of nodes(rows[0]['QUERY PLAN'][0].Plan)) {
          const table = node['Relation Name'] ?? '';
          if (node['Node Type'] === 'Seq Scan' && big.has(table)) found.add(`${name}: ${table}`);
        }
      }
      return [...found];
    });
    expect(statements.length).toBeGreaterThan(30);
    expect(scanned).toEqual([]);
  }, 60_000);

  it('are made once and not for every read', async () => {
    const statements = await statementsOf(reads(team));
    const names = statements.map(({ statement }) => statement.name);
    const planned = await apart(async (client) => {
      for (const bound of statements) {
        for (let run = 0; run < EXECUTIONS; run++) await client.query(prepared(bound));
      }
      const { rows } = await client.query<{ name: string }>(
        `select ${OWN_NAME} as name from pg_prepared_statements
          group by 1 having sum(generic_plans) > 0`,
      );
      return new Set(rows.map(({ name }) => name));
    });
    expect(names.filter((name) => !planned.has(name))).toEqual([]);
  }, 60_000);
});
