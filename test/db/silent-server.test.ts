import type { DataSource } from 'typeorm';
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../../db/connect.js';
import { inTransaction } from '../../db/transaction.js';
import { whyUnavailable } from '../../db/why-unavailable.js';
import { useDatabase } from '../support/database.js';
import { databaseProxy } from '../support/database-proxy.js';

const database = useDatabase();
const onEmbedded = !process.env.TEST_DATABASE_URL;

/** A promise and the function that fulfils it. */
function signal(): { given: Promise<void>; give: () => void } {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

const ask = (dataSource: DataSource): Promise<unknown> => dataSource.query('select 1 as one');
const reasons = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) => outcome.status === 'rejected' && whyUnavailable(outcome.reason));

async function connected(url: string, poolSize: number): Promise<DataSource> {
  const dataSource = await connect({ url, poolSize, statementTimeoutMs: 3_000 });
  onTestFinished(() => dataSource.destroy());
  return dataSource;
}

it('a database that falls silent in a statement or a transaction is given up, and new connections are made', {
  timeout: 120_000,
}, async () => {
  const proxy = await databaseProxy(database.url);
  const dataSource = await connected(proxy.url, 2);
  await Promise.all([ask(dataSource), ask(dataSource)]);
  const hushed = signal();
  const begun = signal();
  const transaction = dataSource.transaction(async (manager) => {
    await manager.query('select 1');
    begun.give();
    await hushed.given;
    return manager.query('select 2');
  });
  await begun.given;
  proxy.hush();
  hushed.give();
  expect(reasons(await Promise.allSettled([transaction, ask(dataSource)]))).toEqual([
    'away',
    'away',
  ]);

  proxy.recovered();
  expect(await Promise.all([ask(dataSource), ask(dataSource)])).toEqual([
    [{ one: 1 }],
    [{ one: 1 }],
  ]);
});

it('who waits for a connection that a silent server never completes hears that the database is away', {
  timeout: 60_000,
}, async () => {
  const proxy = await databaseProxy(database.url);
  const dataSource = await connected(proxy.url, 1);
  proxy.cut();
  proxy.hush();
  await ask(dataSource).catch(() => {}); // on the connection that was cut
  expect(
    reasons(await Promise.allSettled([ask(dataSource), ask(dataSource), ask(dataSource)])),
  ).toEqual(['away', 'away', 'away']);
});

it.runIf(onEmbedded)(
  'a process that was stopped in a transaction delays the others by seconds, and does its work again when it goes on',
  { timeout: 60_000 },
  async () => {
    const stopped = await connected(database.url, 1);
    const other = await connected(database.url, 1);
    await stopped.query('create table counted (n int)');
    const over = signal();
    const begun = signal();
    let attempts = 0;
    const work = inTransaction(stopped, async (manager) => {
      attempts += 1;
      await manager.query('insert into counted values ($1)', [attempts]);
      begun.give();
      await over.given;
      return manager.query('select n from counted');
    });
    await begun.given;
    expect(await ask(other)).toEqual([{ one: 1 }]);
    over.give();
    expect(await work).toEqual([{ n: 2 }]);
    expect(await other.query('select n from counted')).toEqual([{ n: 2 }]);
  },
);
