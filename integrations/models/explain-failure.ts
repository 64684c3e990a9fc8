import { ModelFailure } from '../../src/core/models/language-model.js';

interface SdkFailure {
  /** The reason why an unusable answer ended. */
  finishReason?: string;
  statusCode?: number;
  responseHeaders?: Record<string, string>;
}

/** Describes a failed call in our own words: an SDK's message can contain request or response text. */
export function explainFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const { name = '' } = error as { name?: string };
  const { statusCode: status, responseHeaders, finishReason } = error as SdkFailure;
  if (finishReason === 'length') return cutOff();
  if (/NoObject|NoOutput|NoContent|JSONParse|TypeValidation|InvalidResponse/.test(name)) {
    return new ModelFailure('invalid_output', 'the model did not answer in the requested format');
  }
  if (status === undefined) {
    return new ModelFailure('unavailable', 'the model’s server cannot be reached');
  }
  if (status === 429) {
    return new ModelFailure(
      'rate_limited',
      'the model’s server is rate-limiting us',
      retryAfterMs(responseHeaders ?? {}),
    );
  }
  if (status < 300) {
    return new ModelFailure('invalid_output', 'the model’s server answered in an unknown format');
  }
  return status < 500
    ? new ModelFailure('refused', `the model’s server refused the request (${status})`)
    : new ModelFailure('unavailable', `the model’s server failed (${status})`);
}

export const cutOff = (): ModelFailure =>
  new ModelFailure('cut_off', 'the model’s answer was cut off');

function retryAfterMs(headers: Record<string, string>): number | undefined {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : undefined;
}
