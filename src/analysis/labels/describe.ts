import { tellingTerms } from '../../search/tokens.js';
import type { Claim } from '../claims/claim-of.js';
import { isPlural } from './topic-label.js';

const shortestExample = 40;
const longestExample = 240;

/**
 * What people say of a topic and how many, in a sentence, and the quote that is most like the others.
 *
 * @param quotes of those who say so
 */
export function describe(
  quotes: readonly string[],
  topic: string | undefined,
  claim: Claim | undefined,
): string {
  const quoted = `“${shortened(mostCentral(quotes), longestExample)}”`;
  if (claim) return `${counted(claim)} ${quoted}`;
  return topic ? `On ${topic}: ${quoted}` : quoted;
}

/** As it was when it was found: what comes later does not make it untrue. */
function counted({ topic, tool, way, people, agree, disagree }: Claim): string {
  if (way === 'views')
    return `Found where ${people} people spoke of ${topic}, each in their own way.`;
  const who = agree < people ? agree : people === 2 ? 'both' : 'all';
  const did = was[way](isPlural(topic) ? 'them' : 'it', tool);
  const others = disagree > 0 ? `, ${disagree} said otherwise` : '';
  return `Found where ${people} people spoke of ${topic}: ${who} ${did}${others}.`;
}

const was: Record<Exclude<Claim['way'], 'views'>, (it: string, tool?: string) => string> = {
  wish: (it) => `had wishes for ${it}`,
  worry: (it) => `worried about ${it}`,
  trouble: (it) => `had trouble with ${it}`,
  avoidance: (it) => `did without ${it}`,
  need: (it) => `needed ${it}`,
  weight: (it) => `called ${it} important`,
  help: (it) => `found ${it} a help`,
  aid: (it, tool) => `used ${tool} for ${it}`,
  liking: (it) => `spoke well of ${it}`,
  use: (it) => `used ${it}`,
};

function mostCentral(quotes: readonly string[]): string {
  const terms = quotes.map((quote) => new Set(tellingTerms(quote)));
  const shared = (own: ReadonlySet<string>): number =>
    sum(terms.map((other) => [...own].filter((term) => other.has(term)).length)) /
    Math.sqrt(own.size + 1);
  const fits = ({ length }: string): boolean =>
    length >= shortestExample && length <= longestExample;
  const [best] = quotes
    .map((quote, place) => ({ quote, worth: shared(terms[place] as Set<string>) }))
    .sort((a, b) => Number(fits(b.quote)) - Number(fits(a.quote)) || b.worth - a.worth);
  return best?.quote ?? '';
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const space = text.lastIndexOf(' ', longest - 1);
  return `${text.slice(0, space > 0 ? space : longest - 1).toWellFormed()}…`;
}
