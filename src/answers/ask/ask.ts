import { settleTrajectories } from '../../beliefs/signals/refresh-facts.js';
import type { Context } from '../../core/context.js';
import { mayBeEnglish } from '../../language/english.js';
import { readFacts } from './about-beliefs.js';
import { answerAboutPeople } from './about-people.js';
import type { Answer } from './answer.js';
import { better, chooseFinding, type Finding, saysItsWords } from './choose-finding.js';
import { cite, compose, composeText, uncovered } from './compose.js';
import { contentOf } from './follow-up.js';
import { lookUp } from './model/look-up.js';
import { write } from './model/write.js';
import { withoutProductName } from './product-name.js';
import { retrieve } from './retrieve.js';
import { fallBackToTranscripts } from './transcript-fallback.js';
import { type Asked, type Reading, type Understood, understand } from './understand.js';
import { whoLeaves } from './who-leaves.js';

/**
 * Time limit for the model calls of one answer, after which the built-in answer is returned. A request ends after 30
 * s, and a busy machine may need seconds for everything else.
 */
const timeoutMs = 16_000;
const onlyEnglish = `${uncovered} Without a language model, ask in English: other languages are hardly understood.`;

/**
 * Answers a question from the team's stored material, in the participants' words (docs/reference.md, Ask). Question
 * and quotes are treated as data; instructions in them are not followed.
 */
export const ask = (ctx: Context, question: string): Promise<Answer> =>
  askInContext(ctx, { question, earlier: [], alone: true });

/**
 * Answers a question within a conversation, as `ask` does. Missing parts ("and why?", "what about agencies?") are
 * taken from the earlier questions. Earlier answers are not used as material: an answer rests on what is stored now.
 */
export async function askInContext(ctx: Context, asked: Asked): Promise<Answer> {
  const understood = await read(ctx, asked);
  if (understood.kind === 'no question') return composeText(ctx, 'no question', understood.reply);
  if (understood.kind === 'facts') return readFacts(ctx, understood);
  const leaving = await whoLeaves(ctx, understood.readings[0]!);
  if (leaving) return leaving;
  const until = performance.now() + timeoutMs;
  if (ctx.models?.language) await settleTrajectories(ctx); // trajectories are part of the prompt
  const [inItsWords, directions] = await Promise.all([
    find(ctx, understood.readings, asked),
    lookUp(ctx, asked),
  ]);
  const { reading, material } = inItsWords;
  const theirs = material.named && (await answerAboutPeople(ctx, reading, material.named));
  if (theirs) return theirs;
  const found =
    directions?.english !== undefined && inItsWords.kind === 'not covered'
      ? await findInEnglish(ctx, { ...asked, question: directions.english }, inItsWords)
      : inItsWords;
  const draft = await write(ctx, asked, found, directions, until);
  const finding = draft?.finding ?? (await fallBackToTranscripts(ctx, found));
  const { language, embeddings } = ctx.models ?? {};
  if (finding.kind === 'not covered' && !language && !embeddings && !mayBeEnglish(asked.question)) {
    return composeText(ctx, 'not covered', onlyEnglish);
  }
  return cite(ctx, await compose(ctx, finding, draft?.written), finding.beliefs);
}

async function read(ctx: Context, { question, earlier, ...asked }: Asked): Promise<Understood> {
  const named = await withoutProductName(ctx, [question, ...earlier.map((turn) => turn.question)]);
  const turns = earlier.map((turn) => ({ ...turn, question: named(turn.question) }));
  return understand({ ...asked, question: named(question), earlier: turns }, ctx.now);
}

/** The best finding among the readings of a question, the likeliest reading first. */
async function find(
  ctx: Context,
  readings: readonly Reading[],
  { earlier }: Asked,
): Promise<Finding> {
  let best: Finding | undefined;
  for (const reading of readings) {
    const found = chooseFinding(reading, await retrieve(ctx, reading, earlier));
    best = best ? better(best, found) : found;
    if (best.kind === 'answered') break;
  }
  return best!;
}

/** The finding for a translated question; `otherwise` if the translation does not ask about what people said. */
async function findInEnglish(ctx: Context, asked: Asked, otherwise: Finding): Promise<Finding> {
  const understood = await read(ctx, asked);
  return understood.kind === 'question' ? find(ctx, understood.readings, asked) : otherwise;
}

/**
 * True if a question that was not addressed to the bot would get a good answer. The material has to answer it, and
 * the words that it adds to the conversation have to appear literally in the beliefs or quotes: a lookalike ("lunch",
 * "launch") is not enough. No model is called.
 */
export async function coversWell(ctx: Context, asked: Asked): Promise<boolean> {
  const understood = await read(ctx, asked);
  if (understood.kind === 'facts')
    return understood.about === 'refs' && contentOf(asked.question).length === 0;
  if (understood.kind === 'no question') return false;
  const found = await find(ctx, understood.readings, asked);
  return found.kind === 'answered' && saysItsWords(found, asked.question);
}
