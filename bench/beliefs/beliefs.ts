import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callReason } from '../../src/engine/rule-sets/live-calls.js';
import { type BenchDatabase, createDatabase } from '../database.js';
import { ingest } from '../ingest/ingest-command.js';
import { writeTalks } from '../ingest/talks.js';
import type { Report } from '../report.js';
import { falseMatches } from './false-matches.js';
import { pairsRead, type RatedBelief, ratings, share } from './ratings.js';
import { withModel } from './with-model.js';

const TALKS = 50;
/** One hour of talk. */
const WORDS = 10_000;
const BAR_S = 40;
const BAR_MB = 350;
const QUOTES_SHOWN = 3;

interface Belief extends RatedBelief {
  people: number;
  against: number;
  quotes: string[];
  counter: string[];
}

/**
 * The beliefs that `ingest` finds with the built-in reader in each study of a folder, one team per study.
 * `CORPUS_DIR` names the evaluation sets, which are not part of this repository; `BELIEFS_STUDIES` limits the
 * studies. The sheet with quotes to rate is written to the file named in `BELIEFS_SHEET`. Ratings are read from
 * `bench/beliefs/ratings.json`.
 */
export async function beliefs(): Promise<Report> {
  const corpus = process.env.CORPUS_DIR;
  if (!corpus) throw new Error('CORPUS_DIR must name the folder of the evaluation sets.');
  const folder = join(corpus, 'interviews');
  const studies = process.env.BELIEFS_STUDIES?.split(',') ?? readdirSync(folder).sort();
  const database = await createDatabase();
  const root = mkdtempSync(join(tmpdir(), 'belief-bench-beliefs-'));
  try {
    const found: Belief[] = [];
    const urgent: string[] = [];
    for (const study of studies) {
      const { teamId } = (await database.createTeam()).db;
      await ingest(database, join(folder, study), teamId);
      found.push(...(await beliefsOf(database, teamId, study)));
      urgent.push(...(await urgentQuotes(database, teamId)));
    }
    if (process.env.BELIEFS_SHEET) writeFileSync(process.env.BELIEFS_SHEET, sheet(found, urgent));
    const talks = join(root, 'talks');
    const words = writeTalks(corpus, talks, TALKS, WORDS);
    const cost = await ingest(database, talks, (await database.createTeam()).db.teamId);
    const rated = ratings(found);
    return {
      name: 'beliefs',
      conditions: { database: database.server, studies: studies.join(', '), talks: TALKS, words },
      tables: [
        { title: 'Beliefs per study, rated by the developer, alone', rows: share(rated, studies) },
        { title: 'Quotes read one by one, by the developer, alone', rows: pairsRead() },
        {
          title: 'Every label',
          rows: rated.map(({ study, label, people, rating }) => ({ study, label, people, rating })),
        },
        ...(await withModel(database)),
        { title: 'Talk that is no interview: turns with a claim', rows: falseMatches(corpus) },
        {
          title: `${TALKS} talks of ${words / TALKS} words`,
          rows: [
            {
              'processor s': cost.cpu,
              'most memory MB': cost.memory,
              'urgent quotes': urgent.length,
            },
          ],
        },
      ],
      bars: [
        { what: `${TALKS} hours, processor s`, value: cost.cpu, bar: BAR_S, want: 'at most' },
        { what: 'most memory, MB', value: cost.memory, bar: BAR_MB, want: 'at most' },
      ],
    };
  } finally {
    await database.drop();
    rmSync(root, { recursive: true, force: true });
  }
}

async function beliefsOf(
  { dataSource }: BenchDatabase,
  teamId: string,
  study: string,
): Promise<Belief[]> {
  const rows = await dataSource.query<
    (Omit<Belief, 'study' | 'quotes' | 'counter'> & {
      said: { quote: string; kind: string; who: string }[];
    })[]
  >(
    `select s.label, s.participant_count as people, s.counter_participant_count as against,
            (select json_agg(json_build_object('quote', e.quote, 'kind', e.kind, 'who', e.participant_id)
                             order by e.strength desc, e.evidence_id)
               from signal_themes st
               join evidence e on e.team_id = s.team_id and e.theme_id = st.theme_id and e.qualifies
              where st.team_id = s.team_id and st.signal_id = s.signal_id) as said
       from signals s where s.team_id = $1 order by s.participant_count desc, s.label`,
    [teamId],
  );
  return rows.map(({ said, ...belief }) => {
    const of = (kind: string): string[] => {
      const byPerson = new Map(
        said
          .filter((one) => one.kind === kind)
          .map((one) => [one.who, one.quote] as const)
          .reverse(),
      );
      return [...byPerson.values()].reverse().slice(0, QUOTES_SHOWN);
    };
    return { ...belief, study, quotes: of('evidence'), counter: of('counterEvidence') };
  });
}

/** Quotes that would open an urgent card if they were recent. */
async function urgentQuotes({ dataSource }: BenchDatabase, teamId: string): Promise<string[]> {
  const rows = await dataSource.query<{ quote: string; strength: number; prompted: boolean }[]>(
    'select distinct quote, strength, prompted from extracted_quotes where team_id = $1',
    [teamId],
  );
  const nobodysBelief = { signalId: null, stage: null, wasRead: true };
  return rows.flatMap((row) => {
    const reason = callReason({ ...row, ...nobodysBelief } as Parameters<typeof callReason>[0]);
    return reason ? [`${reason}: ${row.quote}`] : [];
  });
}

const sheet = (found: readonly Belief[], urgent: readonly string[]): string =>
  [
    ...found.map(({ study, label, people, against, quotes, counter }) =>
      [
        `[${study}] ${label} (${people} people, ${against} against)`,
        ...quotes.map((quote) => `  + ${quote}`),
        ...counter.map((quote) => `  - ${quote}`),
      ].join('\n'),
    ),
    `Urgent quotes: ${urgent.length}`,
    ...urgent,
  ].join('\n\n');
