import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type BenchDatabase, createDatabase } from '../database.js';
import type { Report } from '../report.js';
import { writeTalks } from './talks.js';

const TALKS = 50;
const FEW = 10;
/** An hour of talk. */
const WORDS = 10_000;
const BAR_S = 60;
const cli = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
/** Preloaded: a child says on its fourth pipe what it cost. */
const usage = `data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>writeSync(3,JSON.stringify(process.resourceUsage())))`;
const Usage = z.object({ maxRSS: z.number(), userCPUTime: z.number(), systemCPUTime: z.number() });

/**
 * The command `ingest`, the built-in way, over an hour of talk a file, beside a floor: the same texts read and stored
 * as rows. The interviews that the talks are made from lie in the folder that `CORPUS_DIR` names; they are not part of
 * this repository.
 */
export async function ingesting(): Promise<Report> {
  const corpus = process.env.CORPUS_DIR;
  if (!corpus) throw new Error('CORPUS_DIR must name the folder of the evaluation sets.');
  const root = mkdtempSync(join(tmpdir(), 'belief-bench-ingest-'));
  const database = await createDatabase();
  try {
    const [many, few] = [join(root, 'many'), join(root, 'few')];
    const words = writeTalks(corpus, many, TALKS, WORDS);
    writeTalks(corpus, few, FEW, WORDS);
    const floor = await store(database, many);
    const fewer = await ingest(database, few);
    const { teamId } = (await database.createTeam()).db;
    const first = await ingest(database, many, teamId);
    const again = await ingest(database, many, teamId);
    const row = (what: string, { seconds, cpu, memory }: Cost) => ({
      what,
      seconds,
      'processor s': cpu,
      'most memory MB': memory,
      'to the floor': seconds / floor,
    });
    return {
      name: 'ingest',
      conditions: { database: database.server, files: TALKS, words },
      tables: [
        {
          title: 'From the command’s start to its end',
          rows: [
            {
              what: 'floor: read and stored',
              seconds: floor,
              'processor s': '',
              'most memory MB': '',
              'to the floor': 1,
            },
            row(`${TALKS} files`, first),
            row(`${FEW} files`, fewer),
            row(`${TALKS} files again`, again),
          ],
        },
      ],
      bars: [{ what: `${TALKS} hours, s`, value: first.seconds, bar: BAR_S, want: 'at most' }],
    };
  } finally {
    await database.drop();
    rmSync(root, { recursive: true, force: true });
  }
}

interface Cost {
  seconds: number;
  cpu: number;
  memory: number;
}

async function ingest(database: BenchDatabase, folder: string, teamId?: string): Promise<Cost> {
  const team = teamId ?? (await database.createTeam()).db.teamId;
  const began = performance.now();
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', usage, cli, 'ingest', folder, '--team', team, '--study', 'Talks'],
    {
      env: { PATH: process.env.PATH, DATABASE_URL: database.url },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    },
  );
  const [said, cost, [code]] = await Promise.all([
    text(child.stderr as Readable),
    text(child.stdio[3] as Readable),
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`ingest ended with ${code}: ${said.slice(-500)}`);
  const { maxRSS, userCPUTime, systemCPUTime } = Usage.parse(JSON.parse(cost));
  return {
    seconds: (performance.now() - began) / 1_000,
    cpu: (userCPUTime + systemCPUTime) / 1e6,
    memory: maxRSS / 1024,
  };
}

async function store({ dataSource }: BenchDatabase, folder: string): Promise<number> {
  await dataSource.query('create table floor (talk text not null)');
  const began = performance.now();
  for (const name of readdirSync(folder)) {
    await dataSource.query('insert into floor values ($1)', [
      readFileSync(join(folder, name), 'utf8'),
    ]);
  }
  return (performance.now() - began) / 1_000;
}
