import { Signal } from '../../../db/entities/signal.js';
import type { Context } from '../../core/context.js';
import { notFound } from '../../core/errors.js';
import { QUALITY_BAR } from '../../core/numbers.js';
import { isQuestion } from '../../language/sentences.js';
import { tellingTerms, words } from '../../language/tokens.js';
import { type FreeQuote, quotesFor, quotesPerWord, quotesWithWords } from '../queries/likely.js';
import { entryIdOf } from './own-entry.js';

export type LikelyQuote = FreeQuote;

/** Most quotes of the belief from which its words are learned. */
const LEARNED_FROM = 40;
/** Most quotes that are compared word by word. */
const COMPARED = 400;
const SHOWN = 10;
const PER_PERSON = 2;
/** Minimum share of the sentence's weight that a quote must have; words that the belief's people share add to it. */
const MIN_SIMILARITY = 0.5;
/** A word is shared if this share of the quotes, from at least two people, has it. */
const SHARED_FROM = 0.25;
const FEWEST_WORDS = 5;
const MOST_WORDS = 90;

/**
 * Quotes of all studies that belong to no belief and are likely to support this one, the likeliest first. They count
 * only once a person has accepted them (`addQuote`); those that a person rejected are never returned. A quote is
 * likely if it has at least two of the sentence's rarer words, or of the words that the belief's quotes share. Throws
 * `not_found`.
 */
export async function likelyQuotes(ctx: Context, signalId: string): Promise<LikelyQuote[]> {
  const signal = await ctx.db.findOne(Signal, { signalId });
  if (!signal) throw notFound('signal', signalId);
  const weights = termWeights(signal.label, await ctx.db.rows(quotesFor, signalId, LEARNED_FROM));
  const terms = [...weights.keys()];
  const scope = [QUALITY_BAR, entryIdOf(signal), terms.map(patternOf)] as const;
  const counts = new Map(
    (await ctx.db.rows(quotesPerWord, ...scope)).map(({ place, quotes }) => [place, quotes]),
  );
  const all = counts.get(0) ?? 0;
  const worth = new Map(
    terms.map((term, at) => {
      const rarity = Math.log(1 + all / (1 + (counts.get(at + 1) ?? 0)));
      return [term, rarity * (weights.get(term) as Weight).weight];
    }),
  );
  const sentence = terms
    .filter((term) => weights.get(term)?.inSentence)
    .reduce((sum, term) => sum + (worth.get(term) as number), 0);
  const own = entryIdOf(signal);
  const found = (await ctx.db.rows(quotesWithWords, ...scope, COMPARED))
    .filter(
      ({ quote, entryId, stance }) =>
        isStated(quote) && !(entryId === own && stance !== 'supports'),
    )
    .map((quote) => ({ quote, similarity: similarity(quote.quote, weights, worth) / sentence }))
    .filter((one) => one.similarity >= MIN_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity || (a.quote.quoteId < b.quote.quoteId ? -1 : 1));
  return aFewOfEach(found.map(({ quote }) => quote));
}

interface Weight {
  /** 1 for the sentence's own words, else the share of its quotes that have the word. */
  weight: number;
  inSentence: boolean;
}

function termWeights(
  sentence: string,
  quotes: readonly { quote: string; participantId: string }[],
): Map<string, Weight> {
  const weights = new Map<string, Weight>(
    tellingTerms(sentence).map((term) => [term, { weight: 1, inSentence: true }]),
  );
  const people = new Map<string, { ids: Set<string>; quotes: number }>();
  for (const { quote, participantId } of quotes) {
    for (const term of new Set(tellingTerms(quote))) {
      const known = people.get(term) ?? { ids: new Set<string>(), quotes: 0 };
      known.ids.add(participantId);
      people.set(term, { ids: known.ids, quotes: known.quotes + 1 });
    }
  }
  for (const [term, { ids, quotes: having }] of people) {
    const share = having / quotes.length;
    if (ids.size < 2 || share < SHARED_FROM || weights.has(term)) continue;
    weights.set(term, { weight: share, inSentence: false });
  }
  return weights;
}

/** Matches every word of a term, and some more: a stem may differ from its words in the last letters. */
const patternOf = (term: string): string =>
  `%${term.slice(0, Math.max(3, term.length - 1)).replace(/[\\%_]/g, '\\$&')}%`;

/** 0 if fewer than two words match, or none of the sentence's own. */
function similarity(
  quote: string,
  weights: ReadonlyMap<string, Weight>,
  worth: ReadonlyMap<string, number>,
): number {
  const matched = [...new Set(tellingTerms(quote))].filter((term) => weights.has(term));
  if (matched.length < 2 || !matched.some((term) => weights.get(term)?.inSentence)) return 0;
  return matched.reduce((sum, term) => sum + (worth.get(term) as number), 0);
}

function isStated(quote: string): boolean {
  const said = words(quote).length;
  return said >= FEWEST_WORDS && said <= MOST_WORDS && !isQuestion(quote.trim());
}

function aFewOfEach(quotes: readonly FreeQuote[]): FreeQuote[] {
  const byPerson = new Map<string, number>();
  const wordings = new Set<string>();
  return quotes
    .filter(({ quote, participantId }) => {
      const given = byPerson.get(participantId) ?? 0;
      if (given >= PER_PERSON || wordings.has(quote)) return false;
      byPerson.set(participantId, given + 1);
      wordings.add(quote);
      return true;
    })
    .slice(0, SHOWN);
}
