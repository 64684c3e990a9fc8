import { everydayShare } from '../../search/everyday-share.js';
import { isFrameTerm } from '../../search/frame-words.js';
import { tellingTerms } from '../../search/tokens.js';
import { talkWeight } from '../grouping/talk-words.js';

/** A quote and who said it. */
export interface Said {
  quote: string;
  speaker: string;
}

/**
 * What each term is worth in a name of these quotes, above 0: the share of the people who say it, times how rare it
 * is elsewhere. Where several people speak, only what two of them say counts; where several quotes do, what two hold.
 */
export function sharedTerms(said: readonly Said[]): Map<string, number> {
  const severalSpeak = new Set(said.map(({ speaker }) => speaker)).size > 1;
  const held = new Map<string, Set<string>>();
  for (const [place, { quote, speaker }] of said.entries()) {
    for (const term of tellingTerms(quote)) {
      const by = held.get(term) ?? new Set();
      held.set(term, by.add(severalSpeak ? speaker : String(place)));
    }
  }
  const fewest = Math.min(2, said.length);
  const weights = [...held].flatMap(([term, by]): [string, number][] => {
    if (by.size < fewest || isFrameTerm(term) || talkWeight(term) < 1 || !/\p{L}/u.test(term)) {
      return [];
    }
    return [[term, Math.sqrt(by.size) * -Math.log(everydayShare(term))]];
  });
  return new Map(weights);
}
