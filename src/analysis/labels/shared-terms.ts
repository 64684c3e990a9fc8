import { everydayShare } from '../../search/everyday-share.js';
import { isFrameTerm } from '../../search/frame-words.js';
import { tellingTerms } from '../../search/tokens.js';
import { talkWeight } from '../grouping/talk-words.js';
import type { Field } from './field.js';

/** A quote and who said it. */
export interface Said {
  quote: string;
  speaker: string;
}

const wideWorth = 0.15;

/**
 * What each term is worth in a name of these quotes, above 0: the share of the people who say it, times how rare it
 * is elsewhere. Where several people speak, only what two of them say counts; where several quotes do, what two hold.
 */
export function sharedTerms(said: readonly Said[], field: Field): Map<string, number> {
  const speakers = new Set(said.map(({ speaker }) => speaker)).size;
  const held = new Map<string, Set<string>>();
  for (const [place, { quote, speaker }] of said.entries()) {
    for (const term of tellingTerms(quote)) {
      const by = held.get(term) ?? new Set();
      held.set(term, by.add(speakers > 1 ? speaker : String(place)));
    }
  }
  const all = speakers > 1 ? speakers : said.length;
  const weights = [...held].flatMap(([term, by]): [string, number][] => {
    const tells = !isFrameTerm(term) && talkWeight(term) === 1 && /\p{L}/u.test(term);
    if (by.size < Math.min(2, all) || !tells) return [];
    const worth = (by.size / all) * Math.sqrt(by.size) * -Math.log(everydayShare(term));
    return [[term, worth * (field.isWide(term) ? wideWorth : 1)]];
  });
  return new Map(weights);
}
