import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Signal } from '../../db/entities/signal.js';
import { changeQuestions } from '../../src/analysis/curate/questions.js';
import { ask } from '../../src/answers/ask/ask.js';
import type { Context } from '../../src/core/context.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import type { BenchDatabase } from '../database.js';

/** Questions in everyday words, by set and snapshot. Their writers saw the beliefs and quotes, and no answers. */
const Everyday = z.record(
  z.string(),
  z.record(
    z.string(),
    z.object({
      covered: z.array(
        z.object({ id: z.string(), question: z.string(), signalIds: z.array(z.string()) }),
      ),
      uncovered: z.array(z.object({ id: z.string(), question: z.string() })),
    }),
  ),
);

/** Questions that agents wrote for each belief with the prompt `write_questions`; they saw none of the others. */
const OfBeliefs = z.record(z.string(), z.array(z.string()));

const readJson = (name: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8'));

/**
 * Asks everyday questions about the two snapshots, without and with the questions of their beliefs. docs/quality.md says
 * which sets were in view when rules were chosen.
 */
export async function askWithQuestions(database: BenchDatabase, corpus: string) {
  const sets = Everyday.parse(readJson('everyday-questions.json'));
  const known = OfBeliefs.parse(readJson('belief-questions.json'));
  const rows = [];
  for (const questions of ['none', 'written by an agent']) {
    const teams = new Map<string, Context>();
    for (const [set, snapshots] of Object.entries(sets)) {
      const row = { set, 'questions of beliefs': questions, ...none };
      for (const [name, { covered, uncovered }] of Object.entries(snapshots)) {
        const ctx = teams.get(name) ?? (await load(database, join(corpus, 'snapshots', name)));
        if (!teams.has(name) && questions !== 'none') await teach(ctx, known);
        teams.set(name, ctx);
        for (const { question, signalIds } of covered) {
          const { parts } = await ask(ctx, question);
          const isRight = signalIds.includes(parts.beliefs[0]?.signalId ?? '');
          row.covered += 1;
          row['right belief first'] += Number(isRight);
          row.refused += Number(parts.kind === 'not covered');
          row['answered, other belief'] += Number(parts.kind === 'answered' && !isRight);
        }
        for (const { question } of uncovered) {
          const { kind } = (await ask(ctx, question)).parts;
          row.uncovered += 1;
          row['of them near'] += Number(kind === 'near');
          row['of them answered'] += Number(kind === 'answered');
        }
      }
      rows.push(row);
    }
  }
  return rows;
}

const none = {
  covered: 0,
  'right belief first': 0,
  refused: 0,
  'answered, other belief': 0,
  uncovered: 0,
  'of them near': 0,
  'of them answered': 0,
};

async function load(database: BenchDatabase, file: string): Promise<Context> {
  const ctx = await database.createTeam();
  const lines = readFileSync(`${file}.ndjson`, 'utf8').trimEnd().split('\n');
  await importSnapshot(ctx, () => lines);
  return ctx;
}

async function teach(ctx: Context, known: z.infer<typeof OfBeliefs>): Promise<void> {
  for (const { signalId } of await ctx.db.find(Signal, {})) {
    await changeQuestions(ctx, signalId, { add: known[signalId] ?? [] });
  }
}
