import { createDatabase } from '../database.js';
import { type GeneratedTeam, generateTeam } from '../reads/generate-team.js';
import { readRequests } from '../reads/read-requests.js';
import { serviceEnv } from '../reads/service-env.js';
import { wide } from '../reads/shape.js';
import type { Report } from '../report.js';
import { startServiceProcess } from '../service-process.js';
import { percentile } from '../stats.js';
import { type Call, type Outcome, offer } from './offered-load.js';
import { smallTeams } from './small-teams.js';

const QUOTES = 1_000_000;
const TEAMS = 5_000;
const PER_SECOND = 200;
const WARM_SECONDS = 10;
const SECONDS = 60;
/** One call in this many is a write: a card of a small team is snoozed. */
const WRITES_EACH = 20;
const P99_BAR_MS = 250;

/** A team of a million quotes and 5,000 small ones, read by one process at 200 calls per second. */
export async function scale(): Promise<Report> {
  const database = await createDatabase();
  try {
    const large = await generateTeam(database, wide(QUOTES));
    const keys = await smallTeams(database, TEAMS);
    await database.dataSource.query('vacuum analyze');
    const service = await startServiceProcess(serviceEnv(database.url), { role: 'web' });
    try {
      const port = Number(new URL(service.url).port);
      const next = calls(large, keys);
      await offer(port, PER_SECOND, WARM_SECONDS, next);
      const outcomes = await offer(port, PER_SECOND, SECONDS, next);
      return report(
        database.server,
        outcomes.map((outcome, index) => ({ ...outcome, index })),
      );
    } finally {
      await service.stop();
    }
  } finally {
    await database.drop();
  }
}

/** Every read in turn: of the large team, and of a different small team each time. */
function calls(large: GeneratedTeam, keys: readonly string[]): (index: number) => Call {
  const ofLarge = Object.values(readRequests(large));
  const ofSmall = Object.values(
    readRequests({ key: '', signalId: 'sg-1', studyId: 'st-1', recommendationId: 'rec-1' }),
  );
  return (index) => {
    const turn = Math.floor(index / 2);
    const key = keys[(turn * 7919) % keys.length] as string;
    if (index % WRITES_EACH === 1) {
      const path = '/v1/action-cards/card-1/snooze';
      return { method: 'POST', path, key, body: { durationMs: 60_000 } };
    }
    return index % 2 === 0
      ? { method: 'GET', path: ofLarge[turn % ofLarge.length] as string, key: large.key }
      : { method: 'GET', path: ofSmall[turn % ofSmall.length] as string, key };
  };
}

function report(server: string, outcomes: readonly (Outcome & { index: number })[]): Report {
  const kinds = {
    'the large team, reads': outcomes.filter(({ index }) => index % 2 === 0),
    'small teams, reads': outcomes.filter(
      ({ index }) => index % 2 === 1 && index % WRITES_EACH !== 1,
    ),
    'small teams, writes': outcomes.filter(({ index }) => index % WRITES_EACH === 1),
    all: outcomes,
  };
  const at = (share: number, of: readonly Outcome[]) =>
    percentile(
      of.map(({ milliseconds }) => milliseconds),
      share,
    );
  return {
    name: 'scale',
    conditions: { database: server, quotes: QUOTES, teams: TEAMS, 'calls/s': PER_SECOND },
    tables: [
      {
        title: `Milliseconds from when a call was due, ${SECONDS} s`,
        rows: Object.entries(kinds).map(([kind, of]) => ({
          kind,
          calls: of.length,
          p50: at(0.5, of),
          p99: at(0.99, of),
          worst: at(1, of),
        })),
      },
    ],
    bars: [
      {
        what: 'calls not answered with 200',
        value: outcomes.filter(({ status }) => status !== 200).length,
        bar: 0,
        want: 'at most',
      },
      { what: 'p99 of all, ms', value: at(0.99, outcomes), bar: P99_BAR_MS, want: 'at most' },
    ],
  };
}
