import type { LanguageModel } from '../../models/language-model.js';
import { ModelFailure } from '../../models/model-failure.js';
import type { ModelUsage } from '../../models/model-usage.js';
import { type Analyst, addTokens, NO_TOKENS, type Wording } from '../analyst.js';
import { builtIn } from '../built-in.js';
import { extractWithModel } from './extract-with-model.js';
import { nameWithModel } from './name-with-model.js';

const GROUPS_PER_CALL = 24;

/**
 * Reads with a language model. What it gives is verified before it is kept; where it fails, that interview or those
 * names are the built-in ones, and the log says why.
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
        return builtIn.extractQuotes(transcript, log);
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
            'the model named no themes; the built-in names are taken',
          );
          return { wordings: [], usage: NO_TOKENS };
        });
        spent = addTokens(spent, named.usage);
        const plain = await builtIn.nameGroups(batch, log);
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
