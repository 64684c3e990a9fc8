import { tellingTerms, words } from '../../search/tokens.js';
import type { UnnamedGroup, Wording } from '../analyst.js';
import { cuesOf } from '../cues.js';
import { clausesOf } from './clauses.js';
import { describe, shortened } from './describe.js';
import { type Said, sharedTerms } from './shared-terms.js';
import { topicLabel } from './topic-label.js';
import { isWhole } from './whole-clause.js';

const idealWords = 6;
const longestLabel = 60;
/** Terms in common that a clause must hold, where the group has as many. */
const termsNeeded = 2;
const leastScore = 3.8;
/** Where else only words of a whole field would name it. */
const leastBesideBroad = 2;

const ofOneself = /^(?:i|we|my|our|people|users|everyone|nobody)\b/i;
const habit = /\b(?:always|usually|often|mostly|mainly|typically|every|tend to|use|used)\b/i;
const oneTime = /\b(?:\w+ed|was|were|had|did|got|took|made)\b/i;

/**
 * A name in the words of the people quoted: a clause that stands alone and says what they have in common, taken out
 * of a quote and not written; else what they speak of, in the words that they share.
 */
export function nameGroup({ quotes, speakers, polarity }: UnnamedGroup): Wording {
  const said = quotes.map((quote, place): Said => {
    return { quote, speaker: speakers?.[place] ?? String(place) };
  });
  const weights = sharedTerms(said);
  const label = nameOf(quotes, weights);
  return { label, description: describe(quotes, weights, polarity) };
}

function nameOf(quotes: readonly string[], weights: ReadonlyMap<string, number>): string {
  const [best] = [...new Set(quotes.flatMap(clausesOf))]
    .filter(isWhole)
    .map((clause) => ({ clause, ...rate(clause, weights) }))
    .sort(
      (a, b) =>
        Number(b.shows) - Number(a.shows) || b.score - a.score || (a.clause < b.clause ? -1 : 1),
    );
  if (best?.shows && best.score >= leastScore) return capitalised(best.clause);
  const topic = topicLabel(quotes, weights);
  if (topic?.telling) return topic.label;
  if (best && best.score >= leastBesideBroad) return capitalised(best.clause);
  return topic?.label ?? opening(quotes);
}

function rate(
  clause: string,
  weights: ReadonlyMap<string, number>,
): { score: number; shows: boolean } {
  const said = [...new Set(tellingTerms(clause))];
  const common = said.filter((term) => weights.has(term));
  const enough = common.length >= Math.max(1, Math.min(termsNeeded, weights.size));
  if (!enough) return { score: 0, shows: false };
  const cued = cuesOf(clause).length > 0;
  const worth = common.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  const score =
    worth / Math.sqrt(2 + said.length) +
    (cued ? 1 : 0) +
    (ofOneself.test(clause) ? 0.3 : 0) -
    (oneTime.test(clause) ? 1 : 0) -
    0.4 * Math.abs(words(clause).length - idealWords);
  return { score, shows: cued || habit.test(clause) };
}

/** Where nothing else names it: how its most typical quote begins, as plain words. */
function opening(quotes: readonly string[]): string {
  const plain = (quotes[0] ?? '')
    .replace(/[^\p{L}\p{N}\p{M}\s'’.,-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.,-]+$/, '');
  return capitalised(shortened(plain || 'Remarks', longestLabel));
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
