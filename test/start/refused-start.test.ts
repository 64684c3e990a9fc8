import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.js';
import { TestProcess } from '../support/process.js';
import { refusal, useFolder, useService } from './support.js';

const folder = useFolder();
const start = useService(folder);
const neighbor = createServer();

beforeAll(() => new Promise<void>((resolve) => neighbor.listen(0, '127.0.0.1', () => resolve())));
afterAll(() => new Promise((resolve) => neighbor.close(resolve)));

describe('a start that cannot work is refused in one line, with exit code 1', {
  timeout: 300_000,
}, () => {
  it('a wrong variable', async () => {
    const { code, said } = await refusal(start({ PORT: 'abc' }));
    expect(code).toBe(1);
    expect(said).toBe('PORT must be a whole number from 0 to 65535, not "abc".\n');
  });

  it('a wrong variable in .env', async () => {
    const directory = join(folder, 'with-env');
    mkdirSync(directory);
    writeFileSync(join(directory, '.env'), 'LOG_LEVEL=loud\n');
    const service = new TestProcess('src/main.ts', [], {}, directory);
    const { code, said } = await refusal(service);
    expect(code).toBe(1);
    expect(said).toMatch(/^LOG_LEVEL must be one of .+, not "loud"\.\n$/);
  });

  it('a port in use', async () => {
    const { port } = neighbor.address() as AddressInfo;
    const { code, said } = await refusal(
      start({ PORT: String(port), DATA_DIR: join(folder, 'none') }),
    );
    expect(code).toBe(1);
    expect(said).toMatch(
      new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use\\..+set PORT.+\\n$`),
    );
  });

  it("a worker's port in use", async () => {
    const { port } = neighbor.address() as AddressInfo;
    const { code, said } = await refusal(start({ WORKER_PORT: String(port) }, 'worker'));
    expect(code).toBe(1);
    expect(said).toMatch(
      new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use\\..+set WORKER_PORT.+\\n$`),
    );
  });

  it("a worker's port that is none", async () => {
    const { said } = await refusal(start({ WORKER_PORT: 'metrics' }, 'worker'));
    expect(said).toBe('WORKER_PORT must be a whole number from 0 to 65535, not "metrics".\n');
  });

  it('and says before what starts well but may not be meant: an ignored variable, in production the embedded database', async () => {
    const { port } = neighbor.address() as AddressInfo;
    const wanted = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATABSE_URL: 'postgres://u:hunter2@h/d',
    };
    const { said } = await refusal(
      start({ ...wanted, PORT: String(port), DATA_DIR: join(folder, 'none') }),
    );
    expect(said).toContain('DATABSE_URL is ignored. Was DATABASE_URL meant?');
    expect(said).toContain(
      `DATABASE_URL is not set: the embedded database in ${join(folder, 'none')} is used.`,
    );
    expect(said).not.toContain('hunter2');
  });

  it('a data directory that cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { code, said } = await refusal(start({ DATA_DIR: join(folder, 'file', 'data') }));
    expect(code).toBe(1);
    expect(said).toMatch(/^The data directory .+ cannot be written .+DATA_DIR.+\n$/);
  });

  it('a database that nobody serves, without showing the password', async () => {
    const port = await freePort();
    const url = `postgres://me:hunter2@127.0.0.1:${port}/beliefs`;
    const { code, said } = await refusal(start({ DATABASE_URL: url }));
    expect(code).toBe(1);
    expect(said).toMatch(
      new RegExp(`^No Postgres answers at 127\\.0\\.0\\.1:${port} .+DATABASE_URL.+\\n$`),
    );
    expect(said).not.toContain('hunter2');
  });

  it('a role that there is none of is wrong usage', async () => {
    const { code, said } = await refusal(start({}, 'wbe'));
    expect(code).toBe(2);
    expect(said).toMatch(/^Usage: .+web\|worker.+\n$/);
  });
});
