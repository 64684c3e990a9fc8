import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../../db/connect.js';
import { whyUnavailable } from '../../db/why-unavailable.js';
import { useDatabase } from '../support/database.js';
import { databaseProxy } from '../support/database-proxy.js';

const database = useDatabase();

// A silent transaction keeps the embedded database's only backend until the gateway drops it.
it.skipIf(!process.env.TEST_DATABASE_URL)(
  'a database that falls silent in a statement or a transaction is given up, and new connections are made (needs a Postgres server)',
  {
    timeout: 120_000,
  },
  async () => {
    const proxy = await databaseProxy(database.url);
    const dataSource = await connect({ url: proxy.url, poolSize: 2, statementTimeoutMs: 3_000 });
    onTestFinished(() => dataSource.destroy());
    const ask = (): Promise<unknown> => dataSource.query('select 1 as one');
    let hush = (): void => {};
    const hushed = new Promise<void>((resolve) => {
      hush = resolve;
    });
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const inTransaction = dataSource.transaction(async (manager) => {
      await manager.query('select 1');
      begin();
      await hushed;
      return manager.query('select 2');
    });
    await begun;
    await ask();
    proxy.hush();
    hush();
    const failures = await Promise.allSettled([inTransaction, ask()]);
    expect(
      failures.map((failure) => failure.status === 'rejected' && whyUnavailable(failure.reason)),
    ).toEqual(['away', 'away']);

    proxy.recovered();
    expect(await Promise.all([ask(), ask()])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
  },
);
