import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Answer } from '../../src/answers/ask/answer.js';
import { ask as askTeam } from '../../src/answers/ask/ask.js';
import { searchEvidence } from '../../src/answers/search/find-evidence.js';
import { ingestPath } from '../../src/interviews/ingest-path.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { type BenchDatabase, createDatabase } from '../database.js';
import type { Report } from '../report.js';
import { holds, readStored } from '../search/check-answer.js';
import { readEvaluationSet, setNames } from '../search/evaluation-set.js';
import { loadDocuments } from '../search/load-documents.js';
import { percentile } from '../search/measures.js';
import { syntheticQuestions, syntheticQuotes } from '../search/synthetic-quotes.js';
import { askWithQuestions } from './with-questions.js';

const quotesForLatency = Number(process.env.BENCH_ASK_QUOTES ?? 100_000);

/**
 * The rules were chosen with the `tuned` questions in view. The `fresh` questions were written before any answer
 * was seen, and the answers to the `held back` ones were read only after the rules were settled. The `new` ones
 * were rated before the ranking was changed again, a change made with all of these in view; the `last` ones were
 * written after it.
 */
const Origin = z.enum(['tuned', 'fresh', 'held back', 'new', 'last']).default('tuned');

const Questions = z.object({
  /** Folders of interviews that a new team ingests, if the questions are not about a snapshot. */
  studies: z.array(z.string()).default([]),
  covered: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      signalIds: z.array(z.string()).default([]),
      origin: Origin,
    }),
  ),
  uncovered: z.array(z.object({ id: z.string(), question: z.string(), origin: Origin })),
});
const ofSnapshots = z.record(z.string(), Questions);
const OfCorpus = z.object({ snapshots: ofSnapshots });

/**
 * A person's verdict on an answer. `useful`: it answers, or it is near and shows the right belief first, or it
 * correctly says that nothing covers the question. `partly`: it helps, but starts with something off the point.
 * `misleading`: presented as an answer, but is not one. `refused`: covered, but the answer says that it is not.
 * `dressed up`: near, about something else.
 */
const Verdict = z.enum(['useful', 'partly', 'misleading', 'refused', 'dressed up']);
type Verdict = z.infer<typeof Verdict>;

/** By question id: the verdict, and the hash of the answer that it is about. */
const Verdicts = z.record(z.string(), z.object({ answer: z.string(), verdict: Verdict }));

interface Rated {
  id: string;
  question: string;
  covered: boolean;
  origin: z.infer<typeof Origin>;
  answer: Answer;
  /** True if the first belief is one that a good answer cites. Only for covered questions. */
  rightFirst: boolean;
  verdict: Verdict | 'unrated';
  holds: boolean;
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/**
 * The hash that links a verdict to its answer: of the text without ages, the team's decisions, and a word that was
 * added later.
 */
const hashOf = ({ answer }: Answer): string =>
  createHash('sha256')
    .update(
      answer
        .replace(/\b(?:today|\d+ (?:day|month|year)s? ago)\b/g, 'then')
        .replace(/(Confidence: .*?) (?:Accepted|Shipped): .*/g, '$1')
        .replace('Quoted: ', ''),
    )
    .digest('hex')
    .slice(0, 12);

/**
 * Asks questions about the two snapshots of the corpus and about two freshly ingested studies, and prints them with
 * their answers and a verdict by hand. Then measures the cost of an answer compared with a search.
 */
export async function ask(): Promise<Report> {
  const corpus = process.env.CORPUS_DIR;
  if (!corpus) throw new Error('CORPUS_DIR must name the folder of the evaluation sets.');
  const database = await createDatabase();
  try {
    const rated = await rateAll(database, corpus);
    for (const one of rated) process.stdout.write(`${printed(one)}\n\n`);
    const covered = rated.filter((one) => one.covered);
    const uncovered = rated.filter((one) => !one.covered);
    const count = (all: readonly Rated[], ...verdicts: Rated['verdict'][]): number =>
      all.filter(({ verdict }) => verdicts.includes(verdict)).length;
    const everyday = await askWithQuestions(database, corpus);
    const latency = quotesForLatency > 0 ? await measureLatency(database, corpus) : undefined;
    const row = (name: string, all: readonly Rated[]) => ({
      questions: name,
      asked: all.length,
      answered: all.filter(({ answer }) => answer.parts.kind === 'answered').length,
      near: all.filter(({ answer }) => answer.parts.kind === 'near').length,
      'right belief first': all.filter(({ rightFirst }) => rightFirst).length,
      useful: count(all, 'useful'),
      partly: count(all, 'partly'),
      misleading: count(all, 'misleading'),
      refused: count(all, 'refused'),
      'dressed up': count(all, 'dressed up'),
      unrated: count(all, 'unrated'),
    });
    return {
      name: 'ask',
      conditions: { server: database.server, model: 'none', quotes: quotesForLatency },
      tables: [
        {
          title: 'Verdicts by hand',
          rows: Origin.removeDefault().options.flatMap((origin) => [
            row(
              `covered, ${origin}`,
              covered.filter((one) => one.origin === origin),
            ),
            row(
              `uncovered, ${origin}`,
              uncovered.filter((one) => one.origin === origin),
            ),
          ]),
        },
        { title: 'Questions in everyday words', rows: everyday },
        ...(latency ? [{ title: 'One question, milliseconds', rows: [{ ...latency }] }] : []),
      ],
      bars: [
        { what: 'unrated answers', value: count(rated, 'unrated'), bar: 0, want: 'at most' },
        {
          what: 'useful, share of covered',
          value: count(covered, 'useful') / covered.length,
          bar: 0.7,
          want: 'at least',
        },
        {
          what: 'misleading, share of all',
          value: count(rated, 'misleading') / rated.length,
          bar: 0.04,
          want: 'at most',
        },
        {
          what: 'covered, but refused, share',
          value: count(covered, 'refused') / covered.length,
          bar: 0.1,
          want: 'at most',
        },
        {
          what: 'answers with a quote or citation that does not hold',
          value: rated.filter((one) => !one.holds).length,
          bar: 0,
          want: 'at most',
        },
        ...(latency
          ? [
              {
                what: 'ask p50 by search p50',
                value: latency.askP50 / latency.searchP50,
                bar: 1.5,
                want: 'at most' as const,
              },
            ]
          : []),
      ],
    };
  } finally {
    await database.drop();
  }
}

async function rateAll(database: BenchDatabase, corpus: string): Promise<Rated[]> {
  const folder = join(corpus, 'snapshots');
  const { snapshots } = OfCorpus.parse(readJson(join(folder, 'questions.json')));
  const further = ofSnapshots.parse(readJson(here('questions.json')));
  const verdicts = Verdicts.parse(readJson(here('verdicts.json')));
  const none = { studies: [], covered: [], uncovered: [] };
  const rated: Rated[] = [];
  for (const name of new Set([...Object.keys(snapshots), ...Object.keys(further)])) {
    const ctx = await database.createTeam();
    const [questions, more] = [snapshots[name] ?? none, further[name] ?? none];
    if (snapshots[name]) {
      const lines = readFileSync(join(folder, `${name}.ndjson`), 'utf8')
        .trimEnd()
        .split('\n');
      await importSnapshot(ctx, () => lines);
    }
    for (const study of more.studies) {
      await ingestPath(ctx, { path: join(corpus, 'interviews', study), study }, quietly);
    }
    const stored = await readStored(database.dataSource, ctx.db.teamId);
    const all = [
      ...[...questions.covered, ...more.covered].map((one) => ({ ...one, covered: true })),
      ...[...questions.uncovered, ...more.uncovered].map((one) => ({
        ...one,
        covered: false,
        signalIds: [] as string[],
      })),
    ];
    for (const { id, question, covered, origin, signalIds } of all) {
      const answer = await askTeam(ctx, question);
      const verdict = verdicts[id];
      rated.push({
        id,
        question,
        covered,
        origin,
        answer,
        rightFirst: signalIds.includes(answer.parts.beliefs[0]?.signalId ?? ''),
        verdict: verdict?.answer === hashOf(answer) ? verdict.verdict : 'unrated',
        holds: holds(answer, stored),
      });
    }
  }
  return rated;
}

const quietly = { onFile: () => {} };

const printed = ({
  id,
  question,
  answer,
  verdict,
  rightFirst,
  covered,
  holds: ok,
}: Rated): string =>
  [
    `${id} [${hashOf(answer)}] ${question}`,
    `  ${answer.parts.kind} · ${verdict}${covered ? (rightFirst ? ' · right belief' : ' · other belief') : ' · uncovered'}${ok ? '' : ' · DOES NOT HOLD'}`,
    ...answer.answer.split('\n').map((line) => `    ${line}`),
  ].join('\n');

/** Alternates searches and questions over synthetic quotes of one team. */
async function measureLatency(database: BenchDatabase, corpus: string) {
  const texts = setNames.flatMap((name) =>
    readEvaluationSet(corpus, name).documents.map(({ text }) => text),
  );
  const documents = syntheticQuotes(texts, quotesForLatency).map((text, index) => ({
    id: `quote-${index}`,
    text,
    group: `study-${index % 20}`,
    // one participant per quote, so that names are looked up among as many people as possible
    speaker: `Person ${index}`,
  }));
  const ctx = await loadDocuments(database, documents);
  await database.dataSource.query('analyze');
  const questions = syntheticQuestions(texts, 120);
  const search: number[] = [];
  const answer: number[] = [];
  for (const question of questions.slice(0, 20)) await askTeam(ctx, question);
  for (const question of questions) {
    search.push(await timed(() => searchEvidence(ctx, { query: question })));
    answer.push(await timed(() => askTeam(ctx, question)));
  }
  return {
    searchP50: percentile(search, 0.5),
    searchP95: percentile(search, 0.95),
    askP50: percentile(answer, 0.5),
    askP95: percentile(answer, 0.95),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
