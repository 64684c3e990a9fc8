import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { type Sql, type StatementArgs, systemStatement } from '../../db/statement.js';
import { type Read, read } from '../../db/team-database.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();
const team = async () => database.system.team(await database.createTeam());

const named = <Row, Args extends StatementArgs = []>(name: string, sql: Sql<Args>) =>
  systemStatement<Row, Args>(`test.${name}`, sql);
const one = named<{ n: number }>('one', 'select 1 as n where $1::text is not null');
const echo = named<{ text: string | null }, [text: unknown]>(
  'echo',
  'select $2::text as text where $1 <> $2',
);
const rename = named<never, [name: string]>(
  'rename',
  'update teams set name = $2 where team_id = $1',
);
const divide = named<{ n: number }, [by: number]>(
  'divide',
  'select 1 / $2::int as n where $1::text is not null',
);
const nameOf = named<{ name: string }>('nameOf', 'select name from teams where team_id = $1');

test('each statement gets its own rows, also where it has none or no columns', async () => {
  const db = await team();
  for (const _ of ['parsed', 'known']) {
    const [ones, none, renamed, names] = await db.together(
      read(one),
      read(echo, db.teamId),
      read(rename, 'Renamed'),
      read(nameOf),
    );
    expect({ ones, none, renamed, names }).toEqual({
      ones: [{ n: 1 }],
      none: [],
      renamed: [],
      names: [{ name: 'Renamed' }],
    });
  }
});

test('values and columns are what pg makes of them', async () => {
  const db = await team();
  const everything = named<Record<string, unknown>, unknown[]>(
    'everything',
    `select $2::text as text, $3::float8 as number, $4::boolean as flag, $5::text[] as list,
            $6::timestamptz(3) as at, $7::jsonb as json, $8::bytea as bytes, null as nothing
      where $1::text is not null`,
  );
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
  const at = fc.date({
    min: new Date('0001-01-02'),
    max: new Date('9999-12-30'),
    noInvalidDate: true,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(
        fc.option(text),
        fc.option(fc.double({ noNaN: true })),
        fc.option(fc.boolean()),
        fc.option(fc.array(text)),
        fc.option(at),
        fc.option(fc.record({ 'it"s': text.map((value) => value.replaceAll('\\', '/')) })),
        fc.option(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
      ),
      async (values) => {
        const [row] = await db.rows(everything, ...values);
        const plain = await database.dataSource.query(everything.sql, [db.teamId, ...values]);
        expect([row]).toEqual(plain);
      },
    ),
    { numRuns: 60 },
  );
});

test('where one fails, the others have done nothing, and the next batch works', async () => {
  const db = await team();
  const fails = (...more: Read<unknown>[]) =>
    db.together(read(rename, 'Never'), read(divide, 0), ...more);
  await expect(fails(read(one))).rejects.toThrow('division by zero');
  expect(await db.rows(nameOf)).toEqual([{ name: 'Test team' }]);
});

test('a transaction goes on with statements that a failed batch never came to', async () => {
  const db = await team();
  const later = named<{ n: number }>('later', 'select 7 as n where $1::text is not null');
  await db.transaction(async (tx) => {
    const failed = tx.together(read(divide, 0), read(later));
    await expect(failed).rejects.toThrow('division by zero');
    await expect(tx.rows(one)).rejects.toThrow('current transaction is aborted');
  });
  await Promise.all(
    Array.from({ length: 20 }, async () => expect(await db.rows(later)).toEqual([{ n: 7 }])),
  );
});

test('batches at the same time get each their own rows', async () => {
  const db = await team();
  const texts = Array.from({ length: 60 }, (_, index) => `text ${index}`);
  const got = await Promise.all(
    texts.map((value) => db.together(read(echo, value), read(one), read(echo, `${value}!`))),
  );
  expect(got).toEqual(
    texts.map((value) => [[{ text: value }], [{ n: 1 }], [{ text: `${value}!` }]]),
  );
});

test('two statements of one name are refused, and so is a value that cannot be sent', async () => {
  const db = await team();
  await db.rows(one);
  const impostor = named('one', 'select 2 as n where $1::text is not null');
  await db.transaction(async (tx) => {
    await tx.rows(one);
    await expect(tx.rows(impostor)).rejects.toThrow('two statements are named test.one');
    expect(await tx.rows(one)).toEqual([{ n: 1 }]);
  });
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  await expect(db.rows(echo, circular)).rejects.toThrow('circular');
  expect(await db.rows(one)).toEqual([{ n: 1 }]);
});

test('instants are those that pg reads, in every zone and of every precision', async () => {
  const texts = named<{ text: string; at: Date }, [at: string[]]>(
    'instants',
    `select at::text as text, at from unnest($2::timestamptz[]) as at where $1::text is not null`,
  );
  const at = [
    '0099-03-01',
    '1000-01-01 00:00:00.5',
    '2026-03-29 01:59:59.999999',
    '2026-01-02',
    '10000-01-01',
  ];
  const db = await team();
  for (const zone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Africa/Monrovia']) {
    await db.transaction(async (tx) => {
      await tx.rows(
        named<never, [zone: string]>(
          'zone',
          `select set_config('timezone', $2, true) where $1 <> ''`,
        ),
        zone,
      );
      for (const { text, at: read } of await tx.rows(texts, at)) {
        expect([text, read]).toEqual([text, pg.types.getTypeParser(1184, 'text')(text)]);
      }
    });
  }
});
