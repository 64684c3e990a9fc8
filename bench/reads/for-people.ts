import type { AddressInfo } from 'node:net';
import { SystemDatabase } from '../../db/system-database.js';
import { createApp } from '../../src/api/app.js';
import { createHttpServer } from '../../src/api/server.js';
import { createLog } from '../../src/core/log.js';
import { pages } from '../../src/pages/pages.js';
import { createDatabase } from '../database.js';
import type { Report } from '../report.js';
import { interleaved, median, medianRatio } from '../stats.js';
import { generateTeam } from './generate-team.js';
import { wide } from './shape.js';

const QUOTES = 10_000;
const ROUNDS = 101;
const WARM_UP = 20;
const BAR = 2;

/** Time to the first byte of each page, compared with the API's reads of the same data, one after the other. */
export async function forPeople(): Promise<Report> {
  const database = await createDatabase();
  const team = await generateTeam(database, wide(QUOTES));
  const [row] = await database.dataSource.query<{ team_id: string }[]>(
    'select team_id from api_keys limit 1',
  );
  const system = new SystemDatabase(database.dataSource);
  const log = createLog('silent');
  const app = createApp({
    system,
    databaseUrl: database.url,
    log,
    ready: async () => ({ ok: true, parts: {} }),
    publicUrl: 'http://localhost',
    limits: { perMinute: 1_000_000, askPerMinute: 1_000 },
    ask: async () => ({ answer: '', citations: [], searchedAt: new Date(0) }),
    pages: pages({
      system,
      log,
      encryptionKey: undefined,
      openTeamId: row?.team_id,
      belongs: async () => false,
      slackAddress: () => '/',
    }),
  });
  const server = createHttpServer(app.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { signalId, studyId, recommendationId } = team;
  const same: Record<string, { page: string; reads: string[] }> = {
    index: { page: '/p', reads: ['/v1/signals?limit=25'] },
    belief: {
      page: `/p/signals/${signalId}`,
      reads: [
        `/v1/signals/${signalId}`,
        `/v1/evidence?signalId=${signalId}&includeCounterEvidence=true&maxItems=100`,
      ],
    },
    study: {
      page: `/p/studies/${studyId}`,
      reads: [`/v1/studies/${studyId}/readout`, `/v1/studies/${studyId}/source-items?limit=50`],
    },
    recommendation: {
      page: `/p/recommendations/${recommendationId}`,
      reads: [
        `/v1/recommendations/${recommendationId}`,
        `/v1/recommendations/${recommendationId}/work-packet`,
      ],
    },
  };
  const firstByte = async (path: string): Promise<number> => {
    const begun = performance.now();
    const answer = await fetch(base + path, { headers: { authorization: `Bearer ${team.key}` } });
    const taken = performance.now() - begun;
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
    return taken;
  };
  try {
    const rows = [];
    for (const [name, { page, reads }] of Object.entries(same)) {
      const contestants = {
        page: () => firstByte(page),
        reads: async () => {
          let sum = 0;
          for (const read of reads) sum += await firstByte(read);
          return sum;
        },
      };
      await interleaved(WARM_UP, contestants);
      const times = await interleaved(ROUNDS, contestants);
      const [shown, read] = [median(times.page), median(times.reads)];
      rows.push({ name, page: shown, reads: read, ratio: medianRatio(times.page, times.reads) });
    }
    return {
      name: 'for-people',
      conditions: { database: database.server, quotes: QUOTES, rounds: ROUNDS },
      tables: [
        { title: 'Milliseconds to the first byte: a page, and the reads of the same', rows },
      ],
      bars: rows.map(({ name, ratio }) => ({
        what: `${name}: page / reads`,
        value: ratio,
        bar: BAR,
        want: 'at most' as const,
      })),
    };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await app.stop();
    await database.drop();
  }
}
