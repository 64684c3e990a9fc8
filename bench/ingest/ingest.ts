import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchDatabase, createDatabase } from '../database.js';
import type { Report } from '../report.js';
import { type Cost, ingest } from './ingest-command.js';
import { writeTalks } from './talks.js';

const TALKS = 50;
const FEW = 10;
/** One hour of talk. */
const WORDS = 10_000;
const BAR_S = 60;
/**
 * The command `ingest` with the built-in reader, over an hour of talk per file, compared with a baseline: the same
 * texts read and stored as rows. The talks are made from interviews in the folder that `CORPUS_DIR` names, which
 * are not part of this repository.
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
