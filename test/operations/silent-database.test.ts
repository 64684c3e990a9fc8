import { expect, it } from 'vitest';
import { addressOf, useFolder, useService } from '../start/support.js';
import { useDatabase } from '../support/database.js';
import { databaseProxy } from '../support/database-proxy.js';

const database = useDatabase();
const start = useService(useFolder());
const wait = { timeout: 60_000, interval: 200 };

it('while the database hangs, /readyz says so and /metrics shows the rest, and both are whole again without a restart', {
  timeout: 180_000,
}, async () => {
  const proxy = await databaseProxy(database.url);
  const base = await addressOf(start({ DATABASE_URL: proxy.url, DEMO: 'off' }));
  const metrics = async (): Promise<string> => (await fetch(`${base}/metrics`)).text();
  await expect.poll(metrics, wait).toContain('jobs{state="failed"} 0');

  proxy.hush();
  const [ready, shown] = await Promise.all([fetch(`${base}/readyz`), metrics()]);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({
    ok: false,
    parts: { database: { ok: false, detail: expect.stringContaining('did not answer') } },
  });
  expect(shown).toContain('process_cpu_seconds_total');
  expect(shown).not.toContain('jobs{');

  proxy.recovered();
  const status = async (): Promise<number> => (await fetch(`${base}/readyz`)).status;
  await expect.poll(status, wait).toBe(200);
  await expect.poll(metrics, wait).toContain('jobs{state="failed"} 0');
});
