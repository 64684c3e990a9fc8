import { ModelFailure } from '../../src/core/models/language-model.js';
import { explainFailure } from './explain-failure.js';

/**
 * Runs a call to a model, which fails after `timeoutMs` or once `ending` aborts. The timer is referenced until
 * then: `AbortSignal.any` holds an `AbortSignal.timeout` only weakly, so it may be garbage-collected and never fire
 * (nodejs/node#57736), and the caller would wait until the request is given up.
 */
export async function within<T>(
  { timeoutMs, ending }: { timeoutMs: number; ending?: AbortSignal },
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let stop = (): void => {};
  const late = new Promise<never>((_, reject) => {
    stop = () => {
      reject(new ModelFailure('timeout', 'the model took too long'));
      controller.abort();
    };
  });
  const timer = setTimeout(stop, timeoutMs);
  ending?.addEventListener('abort', stop);
  if (ending?.aborted) stop();
  try {
    return await Promise.race([late, call(controller.signal)]);
  } catch (error) {
    throw explainFailure(error);
  } finally {
    clearTimeout(timer);
    ending?.removeEventListener('abort', stop);
  }
}
