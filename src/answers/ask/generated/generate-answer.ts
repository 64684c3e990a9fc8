import type { Context } from '../../../core/context.js';
import { ModelFailure } from '../../../core/models/model-failure.js';
import type { MaterialSignal } from '../material.js';
import { AnswerDraft } from './answer-draft.js';
import { type Asked, answerInstructions, answerPrompt } from './answer-prompt.js';
import { offerMaterial } from './offer-material.js';
import { type VerifiedDraft, verifyDraft } from './verify-draft.js';

/** After this time the built-in answer is given (docs/reference.md, Ask). */
export const ANSWER_TIMEOUT_MS = 20_000;

/**
 * Returns the configured model's verified answer to a question from these beliefs; `uncovered` if
 * the model finds no answer in them or nothing of it can be verified; undefined without a model or
 * if the call fails (the log says why).
 */
export async function generateAnswer(
  ctx: Context,
  asked: Asked,
  beliefs: readonly MaterialSignal[],
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<VerifiedDraft | 'uncovered' | undefined> {
  const { language: model, usage } = ctx.models ?? {};
  if (!model) return undefined;
  const offered = await offerMaterial(ctx, beliefs);
  const log = ctx.log.child({ model: model.name });
  const signal = AbortSignal.timeout(timeoutMs);
  const generated = await model
    .generate({
      instructions: answerInstructions,
      prompt: answerPrompt(asked, offered, ctx.now),
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
  const verified = verifyDraft(generated.value, offered);
  log.info({ inputTokens, outputTokens, removed: verified.removed }, 'an answer was generated');
  return generated.value.covered && verified.beliefs.length > 0 ? verified : 'uncovered';
}
