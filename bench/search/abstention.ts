import { join } from 'node:path';
import { z } from 'zod';
import type { Answer } from '../../src/answers/ask/answer.js';
import { ask } from '../../src/answers/ask/ask.js';
import type { BenchDatabase } from '../database.js';
import { holds, readStored } from './check-answer.js';
import { readDocuments, readEvaluationSet, readLines } from './evaluation-set.js';
import { loadDocuments } from './load-documents.js';
import { percentile } from './measures.js';

const Question = z.object({
  text: z.string(),
  scope: z.string().optional(),
  supported: z.boolean(),
  kind: z.string(),
  /** The intent that the question's relevant documents share; their ids begin with it. */
  label: z.string().optional(),
});
type Question = z.infer<typeof Question>;

/** Number of questions in a set by the kind of answer they got. */
export interface Abstention {
  name: string;
  supported: number;
  /** Number of supported questions with an answer, or a near one, that shows a relevant quote. */
  helped: number;
  /** Number of supported questions with an answer, or a near one, that does not. */
  'off the point': number;
  /** Number of supported questions for which the service said that nothing covers them. */
  refused: number;
  unsupported: number;
  /** Number of unsupported questions for which the service correctly said so. */
  'not covered': number;
  /** Number of unsupported questions for which it said that it has no answer, and showed the closest. */
  near: number;
  /** Number of unsupported questions for which something was presented as an answer. */
  answered: number;
  /** F1 of "not covered" compared with the sets' judgment. */
  f1: number;
  /** Number of answers with a quote that is not stored verbatim, or a citation that does not resolve. */
  broken: number;
  p50: number;
}

interface Asked {
  question: Question;
  answer: Answer;
}

/** Asks covered and uncovered questions. A question with a scope is asked of a team that has only that scope. */
export async function measureAbstention(
  database: BenchDatabase,
  corpus: string,
): Promise<Abstention[]> {
  const results: Abstention[] = [];
  for (const { name, set, judged, documents, without, named = true } of abstentionSets) {
    const questions = readLines(join(corpus, 'abstain', set, 'questions.ndjson'))
      .map((line) => Question.parse(line))
      .filter(({ kind }) => kind !== without);
    const all = readDocuments(join(corpus, documents, 'documents.ndjson')).map((document) =>
      named ? document : { ...document, speaker: null },
    );
    const milliseconds: number[] = [];
    let broken = 0;
    const answers: Asked[] = [];
    for (const scope of new Set(questions.map((question) => question.scope))) {
      const inScope = all.filter(({ group }) => scope === undefined || group === scope);
      const ctx = await loadDocuments(database, inScope);
      const stored = await readStored(database.dataSource, ctx.db.teamId);
      for (const question of questions.filter((one) => one.scope === scope)) {
        const started = performance.now();
        const answer = await ask(ctx, question.text);
        milliseconds.push(performance.now() - started);
        if (!holds(answer, stored)) broken++;
        answers.push({ question, answer });
      }
    }
    const p50 = percentile(milliseconds, 0.5);
    const isRelevant = relevance(corpus, set, judged);
    results.push({ name, ...counts(answers, isRelevant), f1: f1OfRefusal(answers), broken, p50 });
  }
  return results;
}

const abstentionSets = [
  {
    name: 'out of scope',
    set: 'paraphrase',
    judged: false,
    documents: 'abstain/paraphrase',
    without: 'near_domain',
  },
  {
    name: 'near domain',
    set: 'paraphrase',
    judged: false,
    documents: 'abstain/paraphrase',
    without: 'out_of_scope',
  },
  {
    name: 'other meeting',
    set: 'meetings',
    judged: true,
    documents: 'search/meetings',
    without: '',
  },
  {
    name: 'other meeting, nobody named',
    set: 'meetings',
    judged: true,
    documents: 'search/meetings',
    without: '',
    named: false,
  },
  {
    name: 'other topic',
    set: 'interviews',
    judged: true,
    documents: 'abstain/interviews',
    without: '',
  },
];

type IsRelevant = (question: Question, evidenceId: string) => boolean;

/** A set's judgment: the documents with the question's label, or those of the same question in a search set. */
function relevance(corpus: string, set: string, judged: boolean): IsRelevant {
  if (!judged) {
    return ({ label = '' }, id) => id.slice(2).startsWith(`${label.replaceAll('_', '-')}-`);
  }
  const relevant = new Map(
    readEvaluationSet(corpus, set).queries.map((query) => [
      `${query.group ?? ''} ${query.text}`,
      new Set(query.relevant),
    ]),
  );
  return ({ scope = '', text }, id) => relevant.get(`${scope} ${text}`)?.has(id) ?? false;
}

function counts(answers: readonly Asked[], isRelevant: IsRelevant) {
  const supported = answers.filter(({ question }) => question.supported);
  const unsupported = answers.filter(({ question }) => !question.supported);
  const refused = supported.filter(isRefused).length;
  const helped = supported.filter(({ question, answer: { parts } }) =>
    [...parts.quotes, ...parts.counterQuotes].some(
      ({ item: { evidenceId } }) => evidenceId !== null && isRelevant(question, evidenceId),
    ),
  ).length;
  const ofKind = (kind: string): number =>
    unsupported.filter(({ answer }) => answer.parts.kind === kind).length;
  return {
    supported: supported.length,
    helped,
    'off the point': supported.length - helped - refused,
    refused,
    unsupported: unsupported.length,
    'not covered': unsupported.filter(isRefused).length,
    near: ofKind('near'),
    answered: ofKind('answered'),
  };
}

/** True if an answer shows nothing: not covered, or not a question. */
const isRefused = ({ answer }: Asked): boolean =>
  answer.parts.kind !== 'answered' && answer.parts.kind !== 'near';

function f1OfRefusal(answers: readonly Asked[]): number {
  const refused = answers.filter(isRefused);
  const right = refused.filter(({ question }) => !question.supported).length;
  const unsupported = answers.filter(({ question }) => !question.supported).length;
  return refused.length + unsupported > 0 ? (2 * right) / (refused.length + unsupported) : 0;
}
