import { searchEvidence } from '../../src/answers/search/find-evidence.js';
import { createDatabase } from '../database.js';
import type { Bar, Report } from '../report.js';
import { type Abstention, measureAbstention } from './abstention.js';
import { Bm25 } from './bm25.js';
import { type EvaluationSet, readEvaluationSet, setNames } from './evaluation-set.js';
import { type GroupCalls, measureGroupCalls } from './group-calls.js';
import { measureLatency } from './latency.js';
import { loadDocuments } from './load-documents.js';
import { mean, meanQuality, type Quality, quality } from './measures.js';

const quotesForLatency = 100_000;
const mostHits = 50;
/** Sets whose documents are all turns of their transcripts. */
const wholeTranscripts = new Set(['meetings']);

/** Best baseline of each abstention set, as stated in the corpus. */
const refusalBars: Record<string, number> = {
  'out of scope': 0.86,
  'near domain': 0.54,
  'other meeting': 0.95,
};

interface Compared {
  name: string;
  ours: Quality;
  bm25: Quality;
}

/**
 * Built-in search compared with BM25, refusals, and the cost of a search. The evaluation sets are in the folder
 * that `CORPUS_DIR` names; they are not part of this repository.
 */
export async function search(): Promise<Report> {
  const corpus = process.env.CORPUS_DIR;
  if (!corpus) throw new Error('CORPUS_DIR must name the folder of the evaluation sets.');
  const database = await createDatabase();
  try {
    const sets = setNames.map((name) => readEvaluationSet(corpus, name));
    const compared: Compared[] = [];
    for (const set of sets) compared.push(await compare(set, database));
    const withTranscripts: Compared[] = [];
    for (const set of sets.filter(({ name }) => wholeTranscripts.has(name))) {
      withTranscripts.push(await compare(set, database, { transcripts: true }));
    }
    const groupCalls: GroupCalls[] = [];
    for (const set of sets.filter(({ name }) => wholeTranscripts.has(name))) {
      groupCalls.push(...(await measureGroupCalls(database, set)));
    }
    const refusals = await measureAbstention(database, corpus);
    const texts = sets.flatMap(({ documents }) => documents.map(({ text }) => text));
    const latency = await measureLatency(database, texts, quotesForLatency);
    return {
      name: 'search',
      conditions: { server: database.server, quotes: quotesForLatency },
      tables: [
        { title: 'Search, compared with BM25', rows: compared.map(qualityRow) },
        {
          title: 'Search with transcripts, compared with BM25',
          rows: withTranscripts.map(qualityRow),
        },
        {
          title: 'Search over ingested group calls, compared with BM25',
          rows: groupCalls.map(({ quotes, queries, ...one }) => ({
            ...qualityRow(one),
            quotes,
            queries,
          })),
        },
        {
          title: 'Kinds of answer to supported and unsupported questions',
          rows: refusals.map((one) => ({ ...one })),
        },
        { title: 'One search, milliseconds', rows: [{ ...latency }] },
      ],
      bars: [
        ...qualityBars(compared),
        {
          what: 'nDCG@10 by BM25, group calls, the worse',
          value: Math.min(...groupCalls.map(gain)),
          bar: 1,
          want: 'at least',
        },
        ...refusals.flatMap(({ name, f1 }): Bar[] => {
          const bar = refusalBars[name];
          return bar === undefined
            ? []
            : [{ what: `F1 of "not covered", ${name}`, value: f1, bar, want: 'at least' }];
        }),
        ...kindBars(refusals),
        {
          what: 'answers with a quote or citation that is not stored so',
          value: refusals.reduce((sum, { broken }) => sum + broken, 0),
          bar: 0,
          want: 'at most',
        },
        {
          what: 'ask without a model p50, ms, the slowest set',
          value: Math.max(...refusals.map(({ p50 }) => p50)),
          bar: 150,
          want: 'at most',
        },
        { what: 'search p50, ms', value: latency.searchP50, bar: 50, want: 'at most' },
        {
          what: 'search p50 by ts_rank_cd p50',
          value: latency.searchP50 / latency.rawP50,
          bar: 2,
          want: 'at most',
        },
      ],
    };
  } finally {
    await database.drop();
  }
}

async function compare(
  set: EvaluationSet,
  database: Awaited<ReturnType<typeof createDatabase>>,
  options: { transcripts?: boolean } = {},
): Promise<Compared> {
  // BM25 reads only the texts, so speakers count for neither
  const unnamed = set.documents.map((document) => ({ ...document, speaker: null }));
  const ctx = await loadDocuments(database, unnamed, options);
  const baseline = new Bm25(set.documents);
  const ours: Quality[] = [];
  const bm25: Quality[] = [];
  for (const { text, group, relevant } of set.queries) {
    const scope = { studyId: group ?? undefined, limit: mostHits };
    const hits = await searchEvidence(ctx, { query: text, ...scope });
    ours.push(
      quality(
        hits.map(({ item }) => item.evidenceId),
        relevant,
      ),
    );
    bm25.push(quality(baseline.search(text, group), relevant));
  }
  return { name: set.name, ours: meanQuality(ours), bm25: meanQuality(bm25) };
}

const qualityRow = ({ name, ours, bm25 }: Compared): Record<string, string | number> => ({
  set: name,
  'nDCG@10': ours.ndcg,
  'recall@10': ours.recall,
  MRR: ours.reciprocalRank,
  'BM25 nDCG@10': bm25.ndcg,
  'BM25 recall@10': bm25.recall,
  'BM25 MRR': bm25.reciprocalRank,
});

const gain = ({ ours, bm25 }: Compared): number => ours.ndcg / bm25.ndcg;

function qualityBars(compared: readonly Compared[]): Bar[] {
  const ours = mean(compared.map((one) => one.ours.ndcg));
  const bm25 = mean(compared.map((one) => one.bm25.ndcg));
  return [
    { what: 'mean nDCG@10 by BM25', value: ours / bm25, bar: 1.05, want: 'at least' },
    {
      what: 'nDCG@10 by BM25, the worst set',
      value: Math.min(...compared.map(gain)),
      bar: 0.98,
      want: 'at least',
    },
  ];
}

/** The bars that also apply to answers rated by hand (bench/ask), for the worst set. */
function kindBars(sets: readonly Abstention[]): Bar[] {
  const most = (share: (one: Abstention) => number): number => Math.max(...sets.map(share));
  return [
    {
      what: 'supported, and answered or near with a relevant quote, share, the worst set',
      value: Math.min(...sets.map(({ helped, supported }) => helped / supported)),
      bar: 0.7,
      want: 'at least',
    },
    {
      what: 'supported, but told "not covered", share, the worst set',
      value: most(({ refused, supported }) => refused / supported),
      bar: 0.1,
      want: 'at most',
    },
    {
      what: 'unsupported, but stated as an answer, share, the worst set',
      value: most(({ answered, unsupported }) => answered / unsupported),
      bar: 0.04,
      want: 'at most',
    },
  ];
}
