import { join } from 'node:path';
import { z } from 'zod';
import { ask } from '../../src/answers/ask/ask.js';
import type { BenchDatabase } from '../database.js';
import { holds, readStored } from './check-answer.js';
import { readDocuments, readLines } from './evaluation-set.js';
import { loadDocuments } from './load-documents.js';
import { percentile } from './measures.js';

const Question = z.object({
  text: z.string(),
  scope: z.string().optional(),
  supported: z.boolean(),
  kind: z.string(),
});

export interface Abstention {
  name: string;
  questions: number;
  /** F1 of "not covered" against the sets' judgement. */
  f1: number;
  /** Answers with a quote that is not stored word for word, or a citation that does not resolve. */
  broken: number;
  p50: number;
}

/** Asks covered and uncovered questions; one with a scope is asked of a team that has only that scope. */
export async function measureAbstention(
  database: BenchDatabase,
  corpus: string,
): Promise<Abstention[]> {
  const results: Abstention[] = [];
  for (const { name, set, documents, without, named = true } of abstentionSets) {
    const questions = readLines(join(corpus, 'abstain', set, 'questions.ndjson'))
      .map((line) => Question.parse(line))
      .filter(({ kind }) => kind !== without);
    const all = readDocuments(join(corpus, documents, 'documents.ndjson')).map((document) =>
      named ? document : { ...document, speaker: null },
    );
    const milliseconds: number[] = [];
    let broken = 0;
    const answers: { covered: boolean; supported: boolean }[] = [];
    for (const scope of new Set(questions.map((question) => question.scope))) {
      const inScope = all.filter(({ group }) => scope === undefined || group === scope);
      const ctx = await loadDocuments(database, inScope);
      const stored = await readStored(database.dataSource, ctx.db.teamId);
      for (const question of questions.filter((one) => one.scope === scope)) {
        const started = performance.now();
        const answer = await ask(ctx, question.text);
        milliseconds.push(performance.now() - started);
        if (!holds(answer, stored)) broken++;
        answers.push({ covered: answer.parts.kind === 'answered', supported: question.supported });
      }
    }
    const p50 = percentile(milliseconds, 0.5);
    results.push({ name, questions: questions.length, f1: f1OfRefusal(answers), broken, p50 });
  }
  return results;
}

const abstentionSets = [
  {
    name: 'out of scope',
    set: 'paraphrase',
    documents: 'abstain/paraphrase',
    without: 'near_domain',
  },
  {
    name: 'near domain',
    set: 'paraphrase',
    documents: 'abstain/paraphrase',
    without: 'out_of_scope',
  },
  { name: 'other meeting', set: 'meetings', documents: 'search/meetings', without: '' },
  {
    name: 'other meeting, nobody named',
    set: 'meetings',
    documents: 'search/meetings',
    without: '',
    named: false,
  },
  { name: 'other topic', set: 'interviews', documents: 'abstain/interviews', without: '' },
];

function f1OfRefusal(answers: readonly { covered: boolean; supported: boolean }[]): number {
  const refused = answers.filter(({ covered }) => !covered);
  const right = refused.filter(({ supported }) => !supported).length;
  const unsupported = answers.filter(({ supported }) => !supported).length;
  return (2 * right) / (refused.length + unsupported);
}
