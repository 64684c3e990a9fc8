import { isFrameTerm } from '../../search/frame-words.js';
import { tellingTerms, words } from '../../search/tokens.js';
import type { Claim } from '../claims/claim-of.js';
import { talkWeight } from '../grouping/talk-words.js';
import { clausesOf } from './clauses.js';
import type { Field } from './field.js';
import { isPlural } from './topic-label.js';
import { isWhole } from './whole-clause.js';

const idealWords = 5;
const longest = 60;
/** What one person says of themselves is not said of all. */
const personal = /\b(?:i|me|my|mine|our|ours)\b/i;

/**
 * A claim as a name: a clause of a quote that says it and nothing beside it, else what it is about and how people
 * speak of that.
 */
export function claimLabel(claim: Claim, quotes: readonly string[], field: Field): string {
  const { topic, way, tool } = claim;
  const clause = clauseOf(claim, quotes, field);
  if (clause) return clause;
  return shapes[way](topic, isPlural(topic) ? '' : 's', tool);
}

const shapes: Record<Claim['way'], (topic: string, s: string, tool?: string) => string> = {
  wish: (topic) => `Wishes for ${topic}`,
  worry: (topic) => `Worries about ${topic}`,
  trouble: (topic) => `Trouble with ${topic}`,
  avoidance: (topic) => `People do without ${topic}`,
  need: (topic) => `People need ${topic}`,
  weight: (topic, s) => `${topic} matter${s}`,
  aid: (topic, _, tool) => `People use ${tool} for ${topic}`,
  help: (topic, s) => `${topic} help${s}`,
  liking: (topic) => `People like ${topic}`,
  use: (topic) => `People use ${topic}`,
  views: (topic) => `Views on ${topic}`,
};

function clauseOf(
  { subject, way }: Claim,
  quotes: readonly string[],
  field: Field,
): string | undefined {
  const shared = sharedBy(quotes);
  const about = new Set(subject.split(' '));
  const saysOnly = (clause: string): boolean =>
    tellingTerms(clause).every(
      (term) => about.has(term) || shared.has(term) || isFrameTerm(term) || talkWeight(term) < 1,
    );
  return [...new Set(quotes.flatMap(clausesOf))]
    .filter((clause) => clause.length <= longest && !personal.test(clause))
    .filter((clause) => isWhole(clause) && saysOnly(clause))
    .filter((clause) => field.claimsIn(clause).get(subject)?.get(way) === 1)
    .sort((a, b) => distance(a) - distance(b) || (a < b ? -1 : 1))[0];
}

const distance = (clause: string): number => Math.abs(words(clause).length - idealWords);

/** Terms that half of the quotes hold. */
function sharedBy(quotes: readonly string[]): Set<string> {
  const counts = new Map<string, number>();
  for (const term of quotes.flatMap((quote) => [...new Set(tellingTerms(quote))])) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([term, by]) => (2 * by >= quotes.length ? [term] : [])));
}
