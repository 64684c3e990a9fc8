import type { Models } from '../models/models.js';

/** The models, whose language model gives up at `ending` at the latest: who waits then gets the built-in answer. */
export function modelsUntil(ending: AbortSignal, { language, ...rest }: Models): Models {
  if (!language) return rest;
  return {
    ...rest,
    language: {
      name: language.name,
      generate: (request) =>
        language.generate({ ...request, signal: AbortSignal.any([request.signal, ending]) }),
    },
  };
}
