import type { LanguageModel } from '../../core/models/language-model.js';
import { ModelFailure } from '../../core/models/model-failure.js';
import type { ModelUsage } from '../../core/models/model-usage.js';
import { type Analyst, addTokens, NO_TOKENS, type Wording } from '../analyst.js';
import { builtInThread } from '../built-in-thread.js';
import { extractWithModel } from './extract-with-model.js';
import { nameWithModel } from './name-with-model.js';

const GROUPS_PER_CALL = 24;

/**
 * An analyst that uses a language model. Its output is verified; if the model fails, the built-in analyst is
 * used for that interview or those names, and the reason is logged.
 */
export function modelAnalyst(model: LanguageModel, usage: ModelUsage): Analyst {
  const counted = { model, usage };
  return {
    name: model.name,
    async extractQuotes(transcript, log) {
      try {
        const extraction = await extractWithModel(counted, transcript);
        const { quotes, rejected, usage: spent } = extraction;
        log.info(
          { model: model.name, ...spent, quotes: quotes.length, rejected },
          'an interview was read',
        );
        return extraction;
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        log.warn(
          { model: model.name, reason: error.message },
          'the model could not read an interview; it is read the built-in way',
        );
        return builtInThread.extractQuotes(transcript, log);
      }
    },
    async nameGroups(groups, log) {
      const wordings: Wording[] = [];
      let spent = NO_TOKENS;
      for (let start = 0; start < groups.length; start += GROUPS_PER_CALL) {
        const batch = groups.slice(start, start + GROUPS_PER_CALL);
        const named = await nameWithModel(counted, batch).catch((error: unknown) => {
          if (!(error instanceof ModelFailure)) throw error;
          log.warn(
            { model: model.name, reason: error.message },
            'the model could not name the themes; built-in names are used',
          );
          return { wordings: [], usage: NO_TOKENS };
        });
        spent = addTokens(spent, named.usage);
        const plain = await builtInThread.nameGroups(batch, log);
        for (const index of batch.keys()) {
          const { sameAs, ...wording } =
            named.wordings[index] ?? (plain.wordings[index] as Wording);
          wordings.push({ ...wording, ...(sameAs !== undefined && { sameAs: start + sameAs }) });
        }
      }
      return { wordings, usage: spent };
    },
  };
}
