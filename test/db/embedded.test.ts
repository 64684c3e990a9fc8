import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Embedded, startEmbedded } from '../../db/embedded/embedded.js';

const wait = { timeout: 60_000, interval: 20 };
const root = mkdtempSync(join(tmpdir(), 'belief-embedded-'));
let embedded: Embedded;
let clients: pg.Client[] = [];

async function connect(options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: embedded.url, ...options });
  client.on('error', () => {});
  await client.connect();
  clients.push(client);
  return client;
}

const numbers = async (client: pg.Client): Promise<number[]> =>
  (await client.query('select n from numbers order by n')).rows.map((row) => row.n);

beforeAll(async () => {
  embedded = await startEmbedded(join(root, 'pg'), { fsync: false });
});
beforeEach(async () => {
  const client = await connect();
  await client.query('drop table if exists numbers');
  await client.query('create table numbers (n integer primary key)');
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end().catch(() => {})));
  clients = [];
});
afterAll(async () => {
  await embedded.stop();
  rmSync(root, { recursive: true, force: true });
});

describe('the embedded database', () => {
  it('keeps the transactions of ten callers apart', async () => {
    const kept: number[] = [];
    const caller = async (id: number): Promise<void> => {
      const client = await connect();
      for (let round = 0; round < 12; round += 1) {
        const n = id * 100 + round;
        await client.query('begin');
        await client.query('insert into numbers values ($1)', [n]);
        const visible = await client.query(
          'select count(*)::int as mine from numbers where n = $1',
          [n],
        );
        expect(visible.rows[0].mine).toBe(1);
        const keep = round % 3 !== 0;
        await client.query(keep ? 'commit' : 'rollback');
        if (keep) kept.push(n);
      }
    };
    await Promise.all(Array.from({ length: 10 }, (_, id) => caller(id)));
    expect(await numbers(await connect())).toEqual(kept.toSorted((a, b) => a - b));
  });

  it('rolls back what a client that vanishes leaves open, and serves the next', async () => {
    const [vanishing, other] = [await connect(), await connect()];
    await vanishing.query('begin');
    await vanishing.query('insert into numbers values (1)');
    const waiting = numbers(other);
    (vanishing as unknown as { connection: { stream: net.Socket } }).connection.stream.destroy();
    expect(await waiting).toEqual([]);
    await other.query('insert into numbers values (2)');
    expect(await numbers(await connect())).toEqual([2]);
  });

  it('keeps a failed transaction to its own connection', async () => {
    const [failing, other] = [await connect(), await connect()];
    await failing.query('begin');
    await expect(failing.query('select nonsense')).rejects.toThrow(/nonsense/);
    const waiting = other.query('insert into numbers values (1)');
    await expect(failing.query('select 1')).rejects.toThrow(/aborted/);
    await failing.query('rollback');
    await waiting;
    expect(await numbers(failing)).toEqual([1]);
  });

  it('knows the named statements of each connection apart', async () => {
    const [one, two] = [await connect(), await connect()];
    const ask = async (client: pg.Client, text: string, value: number) =>
      (await client.query({ name: 'same', text, values: [value] })).rows[0].answer;
    for (let round = 0; round < 3; round += 1) {
      expect(await ask(one, 'select $1::int + 1 as answer', round)).toBe(round + 1);
      expect(await ask(two, 'select $1::int * 10 as answer', round)).toBe(round * 10);
    }
  });

  it('notifies every listener on commit', async () => {
    const [listener, second, sender] = [await connect(), await connect(), await connect()];
    const heard: string[] = [];
    for (const [name, client] of [
      ['first', listener],
      ['second', second],
    ] as const) {
      client.on('notification', ({ payload }) => heard.push(`${name}: ${payload}`));
      await client.query('listen news');
    }
    await sender.query('begin');
    await sender.query("notify news, 'rolled back'");
    await sender.query('rollback');
    await sender.query("select pg_notify('news', 'hello')");
    await vi.waitFor(
      () => expect(heard.toSorted()).toEqual(['first: hello', 'second: hello']),
      wait,
    );
  });

  it('gives values the types that a server gives', async () => {
    const { rows } = await (await connect()).query(
      `select count(*) as count, '\\x0102'::bytea as bytes, 9007199254740993::bigint as big, '{"a":1}'::jsonb as json`,
    );
    const [row] = rows;
    expect(row).toMatchObject({ count: '1', big: '9007199254740993', json: { a: 1 } });
    expect(Buffer.isBuffer(row.bytes)).toBe(true);
  });

  it('ends a transaction that its client forgot', async () => {
    const forgetful = await connect({ idle_in_transaction_session_timeout: 200 });
    await forgetful.query('begin; insert into numbers values (1)');
    const other = await connect();
    expect(await numbers(other)).toEqual([]);
    await expect(forgetful.query('select 1')).rejects.toThrow();
  });

  it('ends a runaway statement, keeps what was committed and answers again', async () => {
    const client = await connect();
    await client.query('insert into numbers values (7)');
    const runaway = await connect({ statement_timeout: 500 });
    await expect(
      runaway.query('select count(*) from generate_series(1, 1000000000000)'),
    ).rejects.toThrow();
    await vi.waitFor(async () => expect(await numbers(await connect())).toEqual([7]), wait);
  });

  it('refuses connections without the password', async () => {
    const url = new URL(embedded.url);
    url.password = 'guess';
    const stranger = new pg.Client({ connectionString: url.href });
    stranger.on('error', () => {});
    await expect(stranger.connect()).rejects.toThrow(/password authentication failed/);
  });

  it('survives whatever bytes a stranger sends', { timeout: 60_000 }, async () => {
    const { port } = new URL(embedded.url);
    const startup = Buffer.concat([
      Buffer.from([0, 0, 0, 17, 0, 3, 0, 0]),
      Buffer.from('user\0me\0\0'),
    ]);
    const send = (bytes: Uint8Array): Promise<void> =>
      new Promise((resolve) => {
        const socket = net.connect(Number(port), '127.0.0.1', () => socket.end(bytes));
        socket.on('error', () => resolve());
        socket.on('close', () => resolve());
        socket.resume();
      });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), fc.boolean(), async (bytes, greet) => {
        await send(greet ? Buffer.concat([startup, bytes]) : bytes);
      }),
      { numRuns: 150 },
    );
    expect((await (await connect()).query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});
