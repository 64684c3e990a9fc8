import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '../../db/connect.js';
import { addressOf, refusal, useFolder, useService } from '../start/support.js';
import { freePort } from '../support/free-port.js';
import { TestProcess } from '../support/process.js';
import { giveToPostgres, programs } from './postgres-programs.js';
import { scratchPostgres } from './scratch-postgres.js';
import { teamAt } from './team-at.js';

const PROGRAM = '/usr/sbin/pgbouncer';
const native = process.env.TEST_DATABASE_URL !== undefined;
const possible = native && programs && existsSync(PROGRAM);
const start = useService(useFolder());
const [sessions, transactions] = [useFolder(), useFolder()];
const wait = { timeout: 60_000, interval: 100 };

/** PgBouncer in front of the server at `url`, with its default settings but the mode. Returns its URL. */
async function pgbouncer(url: string, mode: 'session' | 'transaction'): Promise<string> {
  const pooler = mkdtempSync(join(tmpdir(), 'belief-pgbouncer-'));
  onTestFinished(() => rmSync(pooler, { recursive: true, force: true }));
  await giveToPostgres(pooler);
  const [port, server] = [await freePort(), new URL(url)];
  const settings = join(pooler, 'pgbouncer.ini');
  writeFileSync(
    settings,
    [
      '[databases]',
      `postgres = host=${server.hostname} port=${server.port} dbname=postgres user=postgres`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      `unix_socket_dir =`,
      'auth_type = any',
      `pool_mode = ${mode}`,
      'default_pool_size = 40',
    ].join('\n'),
  );
  const asRoot = process.getuid?.() === 0;
  const child: ChildProcess = asRoot
    ? spawn('runuser', ['-u', 'postgres', '--', PROGRAM, '-q', settings], { stdio: 'ignore' })
    : spawn(PROGRAM, ['-q', settings], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGTERM'));
  const through = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await vi.waitFor(async () => {
    const client = new pg.Client({ connectionString: through });
    await client.connect();
    await client.end();
  }, wait);
  return through;
}

describe.skipIf(!possible)('PgBouncer in front of Postgres (needs Postgres and PgBouncer)', () => {
  it('in session mode: everything works, from migrations to notified workers', {
    timeout: 240_000,
  }, async () => {
    const url = await pgbouncer(await scratchPostgres(sessions), 'session');
    const cli = new TestProcess('src/cli/main.ts', ['migrate'], { DATABASE_URL: url });
    expect(await cli.ended).toMatchObject({ code: 0 });
    const { dataSource, key } = await teamAt(url);
    const env = { DATABASE_URL: url, DEMO: 'off' };
    const worker = start({ ...env, WORKER_PORT: String(await freePort()) }, 'worker');
    const base = await addressOf(start(env, 'web'));
    const call = (path: string, body?: object) =>
      fetch(`${base}/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const reads = [
      'signals',
      'studies',
      'recommendations',
      'action-cards',
      'evidence?signalId=sg1',
    ];
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(reads.map((path) => call(path)));
      expect(answers.map(({ status }) => status)).toEqual(reads.map(() => 200));
    }
    const decided = await call('recommendations/r1/decision', { decision: 'accepted' });
    expect(decided.status).toBe(200);
    await vi.waitFor(async () => {
      const left: unknown[] = await dataSource.query(
        `select 1 from jobs where kind = 'card-changed'`,
      );
      expect(left).toEqual([]);
    }, wait);
    const limited = await connect({ url, poolSize: 1, statementTimeoutMs: 1_234 });
    onTestFinished(() => limited.destroy());
    expect(await limited.query('show statement_timeout')).toEqual([
      { statement_timeout: '1234ms' },
    ]);
    expect(worker.child.exitCode).toBeNull();
  });

  it('in transaction mode: the start says in one line what it needs', {
    timeout: 120_000,
  }, async () => {
    const url = await pgbouncer(await scratchPostgres(transactions), 'transaction');
    const { code, said } = await refusal(start({ DATABASE_URL: url, DEMO: 'off' }));
    expect(code).not.toBe(0);
    expect(said).toContain('pool_mode = session');
    expect(said.trim().split('\n')).toHaveLength(1);
  });
});
