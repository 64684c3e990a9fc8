import { everydayShare } from '../../search/everyday-share.js';
import { isFrameTerm } from '../../search/frame-words.js';
import { terms, words } from '../../search/tokens.js';
import type { UnnamedGroup, Wording } from '../analyst.js';
import { cuesOf } from '../cues.js';
import { talkWeight } from '../grouping/talk-words.js';
import { clausesOf } from './clauses.js';

const fewestWords = 3;
const mostWords = 12;
const idealWords = 7;
const longestLabel = 90;
const quotesLookedAt = 8;
const longestExample = 240;

const refersBack =
  /^(?:it|its|it's|that|that's|this|they|they're|those|these|he|she|which|there|there's|what|who|how|if|when|where|did|do|does|is|was|are|can)\b/i;
const fragment =
  /^(?:or|to|by|from|in|on|at|of|for|with|than|as|being|having|given|instead|such|whether|etc)\b/i;
const whole =
  /^(?:i|i'm|i've|i'd|we|we're|we've|my|our|the|people|users|nobody|everyone|every|some|a|an)\b/i;
const verb =
  /\b(?:is|are|was|were|be|been|has|have|had|do|does|did|don't|doesn't|didn't|can|can't|could|would|will|need|needs|want|wants|wish|take|takes|took|make|makes|made|use|uses|used|get|gets|got|find|found|help|helps|helped|work|works|know|see|feel|feels|lose|save|saves|give|go|\w+(?:ing|ed))\b/i;

/**
 * A label in the words of the people quoted: the short clause that says most of what the quotes have in common.
 * It is taken out of a quote, not written: it reads as somebody said it.
 */
export function nameGroup({ quotes, polarity }: UnnamedGroup): Wording {
  const weights = sharedTerms(quotes);
  const clauses = quotes
    .slice(0, quotesLookedAt)
    .flatMap((quote, place) => clausesOf(quote).map((clause) => ({ clause, place })));
  const rated = clauses
    .map(({ clause, place }) => ({ clause, score: rate(clause, weights) - 0.05 * place }))
    .sort((a, b) => b.score - a.score || compare(a.clause, b.clause));
  const best = rated[0]?.clause ?? quotes[0] ?? '';
  return { label: asLabel(best), description: describe(quotes, weights, polarity) };
}

/** What a term is worth in a label: how many of the quotes say it, and how rare it is elsewhere. */
function sharedTerms(quotes: readonly string[]): Map<string, number> {
  const held = new Map<string, number>();
  for (const quote of quotes) {
    for (const term of new Set(terms(quote))) held.set(term, (held.get(term) ?? 0) + 1);
  }
  const weights = [...held].map(([term, count]): [string, number] => {
    const rare = -Math.log(everydayShare(term));
    return [term, isFrameTerm(term) ? 0 : (count / quotes.length) * rare * talkWeight(term)];
  });
  return new Map(weights);
}

function rate(clause: string, weights: ReadonlyMap<string, number>): number {
  const count = words(clause).length;
  if (count < fewestWords) return -10 + count;
  const said = new Set(terms(clause));
  const worth = [...said].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  const length =
    count > mostWords ? 2 + 0.3 * (count - mostWords) : 0.12 * Math.abs(count - idealWords);
  return (
    worth / Math.sqrt(4 + said.size) +
    (cuesOf(clause).length > 0 ? 0.8 : 0) +
    (verb.test(clause) ? 1 : 0) -
    (refersBack.test(clause) ? 1.2 : 0) -
    (fragment.test(clause) ? 1.2 : 0) +
    (whole.test(clause) ? 0.5 : 0) -
    (/[<>@]|https?:|\bXX+\b/.test(clause) ? 5 : 0) -
    length
  );
}

function asLabel(clause: string): string {
  const plain = clause.replace(/\s+/g, ' ').trim();
  const short = plain.length <= longestLabel ? plain : shortened(plain, longestLabel);
  return short.charAt(0).toUpperCase() + short.slice(1);
}

/** What it is about, in the words that the quotes share, and the most typical of them. */
function describe(
  quotes: readonly string[],
  weights: ReadonlyMap<string, number>,
  polarity: number,
): string {
  const spoken = new Map<string, string>();
  for (const word of quotes.flatMap(words)) {
    const [term] = terms(word);
    if (term && !spoken.has(term)) spoken.set(term, word);
  }
  const about = [...weights]
    .filter(([, weight]) => weight > 0)
    .sort((a, b) => b[1] - a[1] || compare(a[0], b[0]))
    .slice(0, 3)
    .map(([term]) => spoken.get(term) ?? term);
  const tone = polarity > 0.2 ? 'Mostly praise' : polarity < -0.2 ? 'Mostly complaints' : 'Remarks';
  const subject = about.length > 0 ? ` about ${about.join(', ')}` : '';
  return `${tone}${subject}. Typical: “${shortened(quotes[0] ?? '', longestExample)}”`;
}

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const space = text.lastIndexOf(' ', longest - 1);
  return `${text.slice(0, space > 0 ? space : longest - 1).toWellFormed()}…`;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
