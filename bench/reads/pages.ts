import { createDatabase } from '../database.js';
import type { Report } from '../report.js';
import { startServiceProcess } from '../service-process.js';
import { interleaved, median, medianRatio } from '../stats.js';
import { type GeneratedTeam, generateTeam } from './generate-team.js';
import { startLoad } from './processes.js';
import { readRequests } from './read-requests.js';
import { serviceEnv } from './service-env.js';
import { deep, type Shape, wide } from './shape.js';

const SMALL = 10_000;
const LARGE = 1_000_000;
const ROUNDS = 31;
const ROUND_MS = 100;
const GROWTH_BAR = 1.5;

const shapes = { 'as beliefs grow': wide, 'as quotes a belief grow': deep };

/** Cost of each read at a million quotes, compared with the same read at ten thousand. */
export async function pages(): Promise<Report> {
  const tables: Report['tables'] = [];
  const bars: Report['bars'] = [];
  let server = '';
  for (const [title, shape] of Object.entries(shapes)) {
    const found = await compare(shape);
    server = found.server;
    tables.push({
      title: `Milliseconds a read, ${title}: ${SMALL} and ${LARGE} quotes`,
      rows: found.rows.map(({ read, small, large, growth }) => ({ read, small, large, growth })),
    });
    bars.push(
      ...found.rows.map(({ read, growth }) => ({
        what: `${read}, ${title}`,
        value: growth,
        bar: GROWTH_BAR,
        want: 'at most' as const,
      })),
    );
  }
  return { name: 'pages', conditions: { database: server, rounds: ROUNDS }, tables, bars };
}

async function compare(shape: (quotes: number) => Shape) {
  const load = startLoad();
  const sites: Site[] = [];
  try {
    const small = await openSite(shape(SMALL), sites);
    const large = await openSite(shape(LARGE), sites);
    const smallPaths = readRequests(small.team);
    const largePaths = readRequests(large.team);
    const rows = [];
    for (const read of Object.keys(smallPaths)) {
      const milliseconds =
        ({ port, team: { key } }: Site, path: string) =>
        async () =>
          median(
            (await load.run({ port, path, key, connections: 1, durationMs: ROUND_MS })).latencies,
          );
      const times = await interleaved(ROUNDS, {
        small: milliseconds(small, smallPaths[read] as string),
        large: milliseconds(large, largePaths[read] as string),
      });
      rows.push({
        read,
        small: median(times.small),
        large: median(times.large),
        growth: medianRatio(times.large, times.small),
      });
    }
    return { server: small.server, rows };
  } finally {
    load.stop();
    for (const { close } of sites) await close();
  }
}

interface Site {
  port: number;
  team: GeneratedTeam;
  server: string;
  close(): Promise<void>;
}

/** Starts a service on its own database, with one team of this shape. */
async function openSite(shape: Shape, sites: Site[]): Promise<Site> {
  const database = await createDatabase();
  try {
    const team = await generateTeam(database, shape);
    const service = await startServiceProcess(serviceEnv(database.url), { role: 'web' });
    const site = {
      port: Number(new URL(service.url).port),
      team,
      server: database.server,
      close: async () => {
        await service.stop();
        await database.drop();
      },
    };
    sites.push(site);
    return site;
  } catch (error) {
    await database.drop();
    throw error;
  }
}
