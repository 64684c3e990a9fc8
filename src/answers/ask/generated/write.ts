import type { EvidenceKind } from '../../../../db/entities/evidence.js';
import type { Context } from '../../../core/context.js';
import { ModelFailure } from '../../../core/models/language-model.js';
import type { AnswerQuote } from '../answer.js';
import type { Written } from '../compose.js';
import type { Finding } from '../decide.js';
import type { Asked } from '../understand.js';
import {
  answerInstructions,
  answerPrompt,
  type OfferedBelief,
  offerMaterial,
} from './answer-prompt.js';
import { AnswerDraft, verifyDraft } from './verify-draft.js';

/** After this time the built-in answer is given (docs/reference.md, Ask). */
const ANSWER_TIMEOUT_MS = 20_000;

/** A finding as a model sees it, verified. */
export interface Draft {
  finding: Finding;
  written?: Written;
}

/**
 * Asks the configured model which of the nearest passages answer a question and what the answer is.
 * It may lower what the words found, and raise what was near if it names quotes that answer. If
 * nothing of what it wrote can be verified, nothing covers the question. Undefined without a model
 * or if the call fails (the log says why): the built-in answer stands.
 */
export async function write(
  ctx: Context,
  asked: Asked,
  finding: Finding,
  leftMs = ANSWER_TIMEOUT_MS,
): Promise<Draft | undefined> {
  const { language: model, usage } = ctx.models ?? {};
  if (!model) return undefined;
  const offered = await offerMaterial(ctx, finding);
  const log = ctx.log.child({ model: model.name });
  const signal = AbortSignal.timeout(
    Math.ceil(Math.max(0, Math.min(leftMs, ANSWER_TIMEOUT_MS))), // takes integers only
  );
  const generated = await model
    .generate({
      instructions: answerInstructions,
      prompt: answerPrompt(asked, offered, finding.quotes, ctx.now),
      schema: AnswerDraft,
      signal,
    })
    .catch((error: unknown) => {
      if (!(error instanceof ModelFailure)) throw error;
      usage?.call('answer', error.reason);
      log.warn({ reason: error.message }, 'no answer was generated; the built-in one is given');
    });
  if (!generated) return undefined;

  const { inputTokens, outputTokens } = generated.usage;
  usage?.call('answer', 'ok');
  usage?.spent('answer', { input: inputTokens, output: outputTokens });
  const { draft, removed } = judged(generated.value, offered, asked, finding);
  log.info({ inputTokens, outputTokens, removed }, 'an answer was generated');
  return draft;
}

/** The finding as the model judges it, of which only what can be verified is believed. */
function judged(
  draft: AnswerDraft,
  offered: readonly OfferedBelief[],
  { question }: Asked,
  finding: Finding,
): { draft: Draft; removed: number } {
  const beliefOf = (evidenceId: string): OfferedBelief | undefined =>
    offered.find(({ quotes }) => quotes.some((quote) => quote.evidenceId === evidenceId));
  const [answering, touching] = (['answers', 'touches'] as const).map((wanted) =>
    draft.passages.filter(({ evidenceId, bears }) => bears === wanted && beliefOf(evidenceId)),
  );
  const verified = verifyDraft(draft, offered, question);
  const offPoint = new Set(
    draft.passages.filter(({ bears }) => bears === 'no').map(({ evidenceId }) => evidenceId),
  );
  const { removed } = verified;
  if (answering!.length > 0) {
    if (verified.beliefs.length === 0) return { draft: { finding: nothing(finding) }, removed };
    const beliefs = finding.several ? verified.beliefs : verified.beliefs.slice(0, 1);
    const ids = new Set<string | null>(beliefs.map(({ signal }) => signal.signalId));
    const ofThem = <T extends { signalId: string | null }>(all: readonly T[]): T[] =>
      all.filter(({ signalId }) => ids.has(signalId));
    const written = {
      statements: ofThem(verified.statements)
        .slice(0, finding.several ? 3 : 2)
        .map(({ text }) => text),
      quotes: ofThem(verified.quotes),
      counterQuotes: ofThem(verified.counterQuotes),
      offPoint,
    };
    const answered: Finding = { ...finding, kind: 'answered', beliefs, quotes: [] };
    return { draft: { finding: answered, written }, removed };
  }
  const bearing = new Set(
    draft.passages.filter(({ bears }) => bears !== 'no').map(({ evidenceId }) => evidenceId),
  );
  const loose = finding.quotes.filter(({ item }) => bearing.has(item.evidenceId));
  if (loose.length > 0) return { draft: { finding: { ...finding, quotes: loose } }, removed };
  const nearest = touching!.map(({ evidenceId }) => beliefOf(evidenceId)!)[0];
  if (!nearest) return { draft: { finding: nothing(finding) }, removed };
  const touched = new Set(touching!.map(({ evidenceId }) => evidenceId));
  const { signalId } = nearest.material.signal;
  const quotesOf = (kind: EvidenceKind): AnswerQuote[] =>
    nearest.quotes
      .filter((item) => item.kind === kind && touched.has(item.evidenceId))
      .map((item) => ({ item, signalId }));
  const written = {
    ...{ statements: [], offPoint },
    ...{ quotes: quotesOf('evidence'), counterQuotes: quotesOf('counterEvidence') },
  };
  const near: Finding = { ...finding, kind: 'near', beliefs: [nearest.material], quotes: [] };
  return { draft: { finding: near, written }, removed };
}

/** The finding without anything near: what a model judged to be about something else is not named as known. */
export const nothing = (finding: Finding): Finding => ({
  ...finding,
  material: { ...finding.material, signals: [] },
  known: undefined,
  kind: 'not covered',
  beliefs: [],
  quotes: [],
});
