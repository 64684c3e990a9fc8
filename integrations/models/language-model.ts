import type { LanguageModel as SdkModel, wrapLanguageModel } from 'ai';
import * as z from 'zod';
import type { LlmSettings } from '../../src/config/integration-settings.js';
import type {
  Generated,
  LanguageModel,
  ModelRequest,
} from '../../src/core/models/language-model.js';
import { ModelFailure } from '../../src/core/models/language-model.js';
import { cutOff } from './explain-failure.js';
import { type Ended, hasThought, ROOM_TO_THINK, withoutThoughts } from './thoughts.js';
import { within } from './within.js';

const MAX_OUTPUT_TOKENS = 2_000;
/** Statuses from servers that support chat but not `response_format` with a schema. */
const NO_SCHEMA = [400, 404, 415, 422, 501];

/**
 * A language model behind the AI SDK. The SDK is loaded with the first question, so that a service without a model
 * never pays for it. Nothing is retried, since a person is waiting and the built-in answer is ready, with two
 * exceptions. A server that does not accept a schema is asked again with the schema in the prompt. A model whose
 * reasoning used up the room for its answer gets more room, unless the server refuses that. Later questions keep
 * the setting that worked.
 */
export class SdkLanguageModel implements LanguageModel {
  readonly name: string;
  private takesSchema = true;
  private thoughts: 'unseen' | 'given room' | 'without room' = 'unseen';

  constructor(private readonly settings: LlmSettings) {
    this.name = settings.model;
  }

  generate<T>(request: ModelRequest<T>): Promise<Generated<T>> {
    return within(request, (signal) => this.ask(request, signal));
  }

  private async ask<T>(request: ModelRequest<T>, signal: AbortSignal): Promise<Generated<T>> {
    const { thoughts } = this;
    try {
      return await this.answer(request, signal);
    } catch (error) {
      const { statusCode } = error as { statusCode?: number };
      // an answer that lacked room is not always reported as cut off: some come complete, and empty
      const lackedRoom = thoughts === 'unseen' && this.thoughts === 'given room';
      if (lackedRoom && statusCode === undefined) return this.ask(request, signal);
      if (thoughts !== 'given room' || statusCode !== 400) throw error;
      this.thoughts = 'without room';
      return this.answer(request, signal);
    }
  }

  private async answer<T>(request: ModelRequest<T>, signal: AbortSignal): Promise<Generated<T>> {
    if (!this.takesSchema) return this.inWords(request, signal);
    return this.structured(request, signal).catch(async (error: { statusCode?: number }) => {
      const compatible = this.settings.provider === 'openai-compatible';
      if (!compatible || !NO_SCHEMA.includes(error.statusCode ?? 0)) throw error;
      const generated = await this.inWords(request, signal);
      this.takesSchema = false;
      return generated;
    });
  }

  private async structured<T>(
    request: ModelRequest<T>,
    signal: AbortSignal,
  ): Promise<Generated<T>> {
    const { generateText, Output } = await import('ai');
    const result = await generateText({
      ...(await this.callOf(request, signal)),
      output: Output.object({ schema: request.schema }),
    }).catch((error: Ended) => {
      this.notice(error);
      throw error.finishReason === 'length' ? cutOff() : error;
    });
    this.notice(result);
    if (result.finishReason === 'length') throw cutOff();
    return { value: result.output, usage: usageOf(result.usage) };
  }

  private async inWords<T>(request: ModelRequest<T>, signal: AbortSignal): Promise<Generated<T>> {
    const { generateText } = await import('ai');
    const schema = JSON.stringify(z.toJSONSchema(request.schema));
    const result = await generateText({
      ...(await this.callOf(request, signal)),
      system: `${request.instructions}\n\nAnswer with one JSON object and nothing else. Its JSON schema: ${schema}`,
    });
    this.notice(result);
    const parsed = request.schema.safeParse(readJson(result.text));
    if (!parsed.success && result.finishReason === 'length') throw cutOff();
    if (!parsed.success) {
      throw new ModelFailure('invalid_output', 'the model did not answer in the requested format');
    }
    return { value: parsed.data, usage: usageOf(result.usage) };
  }

  private notice(end: Ended): void {
    if (this.thoughts === 'unseen' && hasThought(end)) this.thoughts = 'given room';
  }

  private async callOf(
    { instructions, prompt, maxOutputTokens = MAX_OUTPUT_TOKENS, isAwaited }: ModelRequest<unknown>,
    signal: AbortSignal,
  ) {
    const room = this.thoughts === 'given room' ? ROOM_TO_THINK[this.settings.provider] : 0;
    return {
      model: await provideModel(this.settings),
      system: instructions,
      prompt,
      abortSignal: signal,
      maxRetries: 0,
      maxOutputTokens: maxOutputTokens + room,
      // the SDK omits it for a model that does not reason
      ...(isAwaited && { providerOptions: { openai: { reasoningEffort: 'low' } } }),
    };
  }
}

const usageOf = (usage: { inputTokens: number | undefined; outputTokens: number | undefined }) => ({
  inputTokens: usage.inputTokens ?? 0,
  outputTokens: usage.outputTokens ?? 0,
});

async function provideModel(settings: LlmSettings): Promise<SdkModel> {
  // the SDK warns on the console, but logs must have one JSON line per event
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { extractJsonMiddleware, wrapLanguageModel } = await import('ai');
  return wrapLanguageModel({
    model: await connect(settings),
    middleware: extractJsonMiddleware({ transform: withoutThoughts }),
  });
}

type Connected = Parameters<typeof wrapLanguageModel>[0]['model'];

async function connect({ provider, apiKey, model, baseUrl }: LlmSettings): Promise<Connected> {
  const access = {
    ...(apiKey && { apiKey: apiKey.reveal() }),
    ...(baseUrl && { baseURL: baseUrl }),
  };
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(access)(model);
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(access)(model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: baseUrl!,
        supportsStructuredOutputs: true,
        ...access,
      })(model);
    }
  }
}

/**
 * Extracts the JSON object from a model's text, with or without surrounding words or a code fence; undefined if
 * there is none.
 */
function readJson(text: string): unknown {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end < start) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
}
