import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../../db/connect.js';
import { inTransaction } from '../../db/transaction.js';
import { adminQuery } from '../support/admin.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();
const onServer = Boolean(process.env.TEST_DATABASE_URL); // the embedded database ends no connections by a statement
const ADMIN_SHUTDOWN = '57P01';

async function connected() {
  const dataSource = await connect({ url: database.url, poolSize: 1 });
  onTestFinished(() => dataSource.destroy());
  return dataSource;
}

it.runIf(onServer)(
  'a transaction whose connection the server ends before its commit is run again on another (needs a Postgres server)',
  async () => {
    let runs = 0;
    const result = await inTransaction(await connected(), async (manager) => {
      const [{ pid }] = await manager.query('select pg_backend_pid() as pid');
      if (++runs === 1) await manager.query(`select pg_terminate_backend(${pid})`);
      return manager.query('select 1 as one');
    });
    expect([runs, result]).toEqual([2, [{ one: 1 }]]);
  },
);

it.runIf(onServer)(
  'a transaction whose connection the server ends while it commits is not run again: it may be committed (needs a Postgres server)',
  async () => {
    await adminQuery(
      database.url,
      `create table ended (n integer);
       create function end_connection() returns trigger language plpgsql
         as 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
       create constraint trigger at_commit after insert on ended deferrable initially deferred
         for each row execute function end_connection()`,
    );
    onTestFinished(() =>
      adminQuery(database.url, 'drop table ended; drop function end_connection'),
    );
    let runs = 0;
    const ended = inTransaction(await connected(), (manager) => {
      runs++;
      return manager.query('insert into ended values (1)');
    });
    await expect(ended).rejects.toMatchObject({ code: ADMIN_SHUTDOWN });
    expect(runs).toBe(1);
  },
);
