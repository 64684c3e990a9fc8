import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { TestProcess } from '../support/process.js';
import { addressOf, refusal, useFolder, useService } from './support.js';

const folder = useFolder();
const start = useService(folder);
const timeout = 300_000;
const first = join(folder, 'first');

/** A copy of the first start's data, so that each test need not load the demo team again. */
function dataDir(name: string): string {
  cpSync(first, join(folder, name), { recursive: true });
  return join(folder, name);
}

const signals = (url: string, key: string) =>
  fetch(`${url}/v1/signals`, { headers: { authorization: `Bearer ${key}` } });

describe('npm start with nothing set', { timeout }, () => {
  it('loads the demo team, shows where everything is, and ends well on SIGTERM', async () => {
    const service = start({ DATA_DIR: first });
    const url = await addressOf(service);
    const [, key] = await service.says(/Demo key +(bl_\S+)/);

    const answer = await signals(url, key!);
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { data: unknown[] }).data.length).toBeGreaterThan(5);
    const decided = await fetch(`${url}/v1/recommendations/rec-reminders`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await decided.json()).toMatchObject({
      data: { workItemLinks: [{ provider: 'linear' }, { provider: 'github' }] },
    });
    for (const path of ['/docs', '/openapi.json', '/sandbox', '/healthz', '/readyz', '/metrics']) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    }
    expect(statSync(join(first, 'demo-key')).mode & 0o077).toBe(0);
    expect(service.stderr).not.toContain(key);

    expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('shows the same key at later starts, and loads nothing twice', async () => {
    const service = start({ DATA_DIR: dataDir('again') });
    const url = await addressOf(service);
    const [, key] = await service.says(/Demo key +(bl_\S+)/);
    const { total } = (await (await signals(url, key!)).json()) as { total: number };
    await service.end('SIGTERM');

    const again = start({ DATA_DIR: join(folder, 'again') });
    const there = await addressOf(again);
    expect((await again.says(/Demo key +(bl_\S+)/))[1]).toBe(key);
    expect(await (await signals(there, key!)).json()).toMatchObject({ total });
  });

  it('starts again after kill -9', async () => {
    const directory = dataDir('killed');
    const service = start({ DATA_DIR: directory });
    await addressOf(service);
    await service.end('SIGKILL');
    const url = await addressOf(start({ DATA_DIR: directory }));
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('refuses a data directory that a running service has, and that one goes on', async () => {
    const directory = dataDir('shared');
    const url = await addressOf(start({ DATA_DIR: directory }));
    const { code, said } = await refusal(start({ DATA_DIR: directory }));
    expect(code).toBe(1);
    expect(said).toMatch(/^The data directory .+ is in use by process \d+.+\n$/);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});

describe('npm start with DEMO=off', { timeout }, () => {
  it('leaves the database empty and says how to make a team', async () => {
    const service = start({ DATA_DIR: join(folder, 'empty'), DEMO: 'off' });
    await service.says(/team create/);
    expect(service.stdout).not.toContain('Demo key');
  });
});

describe('a service without a team', { timeout }, () => {
  it('picks up the first team that another process creates, without a restart', async () => {
    const env = { DATA_DIR: join(folder, 'empty'), DEMO: 'off' };
    const service = start(env);
    const url = await addressOf(service);
    expect((await fetch(`${url}/sandbox`)).status).toBe(404);

    const command = new TestProcess(
      'src/cli/main.ts',
      ['team', 'create', '--name', 'Acme'],
      env,
      folder,
    );
    expect((await command.ended).code).toBe(0);
    await vi.waitFor(
      async () => expect(await (await fetch(`${url}/sandbox`)).text()).toContain('Acme'),
      { timeout: 120_000, interval: 200 },
    );
    expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
