import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { snapshotLines } from '../../bench/import/snapshot-lines.js';
import { readHolder } from '../../db/embedded/directory-lock.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { addressOf, useFolder, useService } from '../start/support.js';
import { TestProcess } from '../support/process.js';
import { ndjson, T0 } from '../support/snapshot.js';
import { teamAt } from './team-at.js';

const folder = useFolder();
const start = useService(folder);
/** A hundredth of a second per line would already be too slow for the whole. */
const QUOTES = Number(process.env.LONG_IMPORT_QUOTES ?? 15_000);
const BURST = 50;

interface Answered {
  path: string;
  status: number;
  ms: number;
}

const recommendations = Array.from({ length: BURST }, (_, n) => ({
  resource: 'recommendation',
  recommendationId: `burst-${n}`,
  title: `Do ${n}`,
  body: 'Because.',
  signalIds: ['sg1'],
  confidence: 'low',
  generatedAt: T0,
}));

it('while a long file is imported next to the embedded database’s server, reads and bursts of writes are answered', {
  timeout: 600_000,
}, async () => {
  const dataDir = join(folder, 'data');
  const base = await addressOf(
    start({ DATA_DIR: dataDir, DEMO: 'off', RATE_LIMIT_PER_MINUTE: '100000' }),
  );
  const { ctx, key } = await teamAt(readHolder(join(dataDir, 'pg'))?.url as string);
  await importSnapshot(ctx, () => ndjson(recommendations));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  let refused = 0;
  // on a machine that does much else, a call may wait for more than the service lets it: then it is tried again
  const call = async (path: string, body?: object): Promise<Answered> => {
    const began = performance.now();
    const answer = await fetch(`${base}/v1/${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    await answer.text();
    if (answer.status === 503) {
      refused++;
      await sleep(1000 * Number(answer.headers.get('retry-after')));
      return call(path, body);
    }
    return { path, status: answer.status, ms: performance.now() - began };
  };
  const file = join(folder, 'long.ndjson');
  writeFileSync(file, [...snapshotLines(QUOTES, T0)].join('\n'));

  const cli = new TestProcess(
    'src/cli/main.ts',
    ['import', file, '--team', ctx.db.teamId],
    { DATA_DIR: dataDir },
    folder,
  );
  const began = performance.now();
  let ended = false;
  void cli.ended.then(() => {
    ended = true;
  });
  const reads: Answered[] = [];
  const writes: Answered[] = [];
  for (let round = 0; !ended; round++) {
    for (const path of ['signals', 'studies', 'recommendations', 'signals/sg1']) {
      reads.push(await call(path));
    }
    if (round % 40 === 10) {
      const [path, body] =
        round % 80 === 10 ? ['decision', { decision: 'accepted' }] : ['reopen', { note: 'again' }];
      const burst = recommendations.map(({ recommendationId }) =>
        call(`recommendations/${recommendationId}/${path}`, body),
      );
      writes.push(...(await Promise.all(burst)));
    }
    await sleep(20);
  }
  const seconds = (performance.now() - began) / 1000;
  expect(await cli.ended).toMatchObject({ code: 0 });
  const slowest = (calls: Answered[]) => calls.toSorted((a, b) => b.ms - a.ms)[0];
  process.stderr.write(
    `import of ${QUOTES} quotes: ${seconds.toFixed(1)} s, ${reads.length} reads, slowest ${JSON.stringify(slowest(reads))}; ${writes.length} writes, slowest ${JSON.stringify(slowest(writes))}; ${refused} refused\n`,
  );
  expect(refused).toBeLessThan(0.1 * (reads.length + writes.length));
  expect([...reads, ...writes].filter(({ status }) => status !== 200)).toEqual([]);
  expect(writes.length).toBeGreaterThanOrEqual(BURST);

  const quotes = await ctx.db.readSnapshot((db) =>
    db.rows({
      name: 'test.counts',
      sql: `select (select count(*) from evidence where team_id = $1)::int as stored,
                   (select count(*) from evidence_search where team_id = $1)::int as indexed,
                   (select sum(total) from evidence_facts where team_id = $1 and scope = 'study' and both_kinds)::int as counted`,
    }),
  );
  expect(quotes).toEqual([{ stored: QUOTES + 4, indexed: QUOTES + 3, counted: QUOTES + 3 }]);
});
