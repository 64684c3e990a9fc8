import { stopWords } from '../../language/stop-words.js';
import { isName, neverEnds, rarity, type Word, wordsOf, written } from './label-words.js';

const longestRun = 4;
/** Minimum `rarity` of a single word that names a topic without being a noun, and of a phrase in all. */
const rareVerb = 7;
const rareRun = 9;

/**
 * Returns words that more than half of the quotes share, for quotes without a common noun, such as "retype" or
 * "review your claim"; undefined if no such words tell a topic.
 * @param weights the terms that they share
 */
export function sharedWords(
  quotes: readonly string[],
  weights: ReadonlyMap<string, number>,
): string | undefined {
  const found = new Map<string, { surfaces: string[]; quotes: Set<number>; worth: number }>();
  for (const [quote, words] of quotes.map(wordsOf).entries()) {
    for (const start of words.keys()) {
      for (let length = 1; length <= longestRun; length++) {
        const run = words.slice(start, start + length);
        const worth = worthOfRun(run, weights);
        if (run.length < length || worth === undefined) break;
        if (worth === 0) continue;
        const key = run.map(({ term }) => term).join(' ');
        const phrase = found.get(key) ?? { surfaces: [], quotes: new Set(), worth };
        phrase.surfaces.push(run.map(written).join(' '));
        phrase.quotes.add(quote);
        found.set(key, phrase);
      }
    }
  }
  const [best] = [...found.values()]
    .filter(({ quotes: by }) => 2 * by.size > quotes.length && by.size > 1)
    .map(({ surfaces, quotes: by, worth }) => ({
      name: surfaces.sort()[0],
      worth: by.size * worth,
    }))
    .sort((a, b) => b.worth - a.worth || ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
  return best?.name;
}

/**
 * Returns how telling a run of words is: 0 if it does not name a topic by itself, undefined if no longer run that
 * begins with it can.
 */
function worthOfRun(
  run: readonly Word[],
  weights: ReadonlyMap<string, number>,
): number | undefined {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last || !isName.test(last.low) || !isTelling(first, weights)) return undefined;
  if (!isTelling(last, weights) || neverEnds.test(last.low)) return 0;
  const rare = run.filter((word) => isTelling(word, weights)).map(({ term }) => rarity(term));
  const worth = rare.reduce((sum, one) => sum + one, 0);
  if (run.length > 1) return worth >= rareRun ? worth : 0;
  return worth >= rareVerb && /VERB|NOUN|PROPN/.test(last.pos) ? worth : 0;
}

const isTelling = ({ low, term }: Word, weights: ReadonlyMap<string, number>): boolean =>
  !stopWords.has(low) && weights.has(term);
