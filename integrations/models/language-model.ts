import type { LanguageModel as SdkModel } from 'ai';
import * as z from 'zod';
import type { LlmSettings } from '../../src/config/integration-settings.js';
import type {
  Generated,
  LanguageModel,
  ModelRequest,
} from '../../src/core/models/language-model.js';
import { ModelFailure } from '../../src/core/models/language-model.js';
import { cutOff } from './explain-failure.js';
import { within } from './within.js';

const MAX_OUTPUT_TOKENS = 2_000;
/** Error text of servers that support chat but not `response_format` with a schema. */
const NO_SCHEMA = [400, 404, 415, 422, 501];

/**
 * A language model behind the AI SDK. The SDK is loaded with the first question, so that a service without a model
 * never pays for it. Nothing is retried, since a person is waiting and the built-in answer is ready; only a server
 * that does not accept a schema is asked again with the schema in the prompt, and from then on always that way.
 */
export class SdkLanguageModel implements LanguageModel {
  readonly name: string;
  private takesSchema = true;

  constructor(private readonly settings: LlmSettings) {
    this.name = settings.model;
  }

  generate<T>(request: ModelRequest<T>): Promise<Generated<T>> {
    return within(request, async (signal) => {
      if (!this.takesSchema) return this.inWords(request, signal);
      return this.structured(request, signal).catch((error: { statusCode?: number }) => {
        const compatible = this.settings.provider === 'openai-compatible';
        if (!compatible || !NO_SCHEMA.includes(error.statusCode ?? 0)) throw error;
        return this.inWords(request, signal).then((generated) => {
          this.takesSchema = false;
          return generated;
        });
      });
    });
  }

  private async structured<T>(
    request: ModelRequest<T>,
    signal: AbortSignal,
  ): Promise<Generated<T>> {
    const { extractJsonMiddleware, generateText, Output, wrapLanguageModel } = await import('ai');
    const provided = await provideModel(this.settings);
    const result = await generateText({
      ...callOf(request, signal),
      model: wrapLanguageModel({
        model: provided as Parameters<typeof wrapLanguageModel>[0]['model'],
        middleware: extractJsonMiddleware(),
      }),
      output: Output.object({ schema: request.schema }),
    });
    if (result.finishReason === 'length') throw cutOff();
    return { value: result.output, usage: usageOf(result.usage) };
  }

  private async inWords<T>(request: ModelRequest<T>, signal: AbortSignal): Promise<Generated<T>> {
    const { generateText } = await import('ai');
    const schema = JSON.stringify(z.toJSONSchema(request.schema));
    const result = await generateText({
      ...callOf(request, signal),
      model: await provideModel(this.settings),
      system: `${request.instructions}\n\nAnswer with one JSON object and nothing else. Its JSON schema: ${schema}`,
    });
    const parsed = request.schema.safeParse(readJson(result.text));
    if (!parsed.success && result.finishReason === 'length') throw cutOff();
    if (!parsed.success) {
      throw new ModelFailure('invalid_output', 'the model gave nothing of the wished shape');
    }
    return { value: parsed.data, usage: usageOf(result.usage) };
  }
}

const callOf = (
  { instructions, prompt, maxOutputTokens = MAX_OUTPUT_TOKENS }: ModelRequest<unknown>,
  signal: AbortSignal,
) => ({
  system: instructions,
  prompt,
  abortSignal: signal,
  maxRetries: 0,
  maxOutputTokens,
});

const usageOf = (usage: { inputTokens: number | undefined; outputTokens: number | undefined }) => ({
  inputTokens: usage.inputTokens ?? 0,
  outputTokens: usage.outputTokens ?? 0,
});

async function provideModel({ provider, apiKey, model, baseUrl }: LlmSettings): Promise<SdkModel> {
  // the SDK warns on the console, but logs must have one JSON line per event
  globalThis.AI_SDK_LOG_WARNINGS = false;
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
