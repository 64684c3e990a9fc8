import type * as z from 'zod';
import {
  type LanguageModel,
  markedData,
  type TokenUsage,
} from '../../../core/models/language-model.js';
import { locateQuote } from '../../quotes/locate-quote.js';
import { checkQuestion } from '../checking/check-pairs.js';
import type { Part } from './parts.js';
import { readQuestion } from './read-with-model.js';

/** Long enough for a small machine. */
const PATIENCE_MS = 60_000;

const said =
  'Mostly I use it on the train. When the export drops the dates I type all of them in again by hand, every week. The colours are nice.';
const before: Part['slices'] = [];
const slices: Part['slices'] = [
  { turn: 0, start: 0, end: 27, isParticipant: false, text: 'What happens at the export?' },
  { turn: 1, start: 0, end: said.length, isParticipant: true, text: said },
];
const statement = 'People retype what the export drops';

/** Has a model read a made-up answer and check two pairs; returns what it did wrong, if anything. Throws ModelFailure. */
export async function tryReading(model: LanguageModel): Promise<TokenUsage & { fault?: string }> {
  const reading = readQuestion(1_000, new Map());
  const part = { part: { before, slices }, aim: [], sourceItemId: '' };
  const read = await ask(model, reading, [part]);
  const checking = checkQuestion(new Map());
  const pair = { quoteId: '', statement, sourceItemId: '' };
  const check = await ask(model, checking, [
    {
      ...pair,
      quote: 'When the export drops the dates I type all of them in again by hand, every week.',
    },
    { ...pair, quote: 'The export is on the left, next to the dates.' },
  ]);
  const claims = read.answers[0] ?? [];
  const verbatim = claims.filter(({ quote }) => locateQuote(said, quote));
  const fault = faultOf(
    claims.length,
    verbatim.map(({ quote }) => quote),
    check.answers,
  );
  return {
    inputTokens: read.usage.inputTokens + check.usage.inputTokens,
    outputTokens: read.usage.outputTokens + check.usage.outputTokens,
    ...(fault && { fault }),
  };
}

function faultOf(
  claims: number,
  verbatim: readonly string[],
  verdicts: readonly (string | undefined)[],
): string | undefined {
  if (claims === 0) return 'it found no claim in an answer that has one';
  if (verbatim.length === 0) return 'it does not copy quotes word for word';
  if (!verbatim.some((quote) => quote.includes('by hand')))
    return 'it missed the claim of an answer';
  if (verdicts[0] !== 'supports') return 'it did not see that a quote supports a sentence';
  if (verdicts[1] !== 'neither') return 'it takes a shared topic for support';
  return undefined;
}

async function ask<Item, Answer, Output>(
  model: LanguageModel,
  question: {
    instructions: string;
    schema: z.ZodType<Output>;
    maxOutputTokens: number;
    data(items: readonly Item[]): unknown;
    answers(output: Output, items: readonly Item[]): (Answer | undefined)[];
  },
  items: readonly Item[],
): Promise<{ answers: (Answer | undefined)[]; usage: TokenUsage }> {
  const { value, usage } = await model.generate({
    instructions: question.instructions,
    prompt: markedData(question.data(items)),
    schema: question.schema,
    timeoutMs: PATIENCE_MS,
    maxOutputTokens: question.maxOutputTokens,
  });
  return { answers: question.answers(value, items), usage };
}
