import { everydayShare, isFrameTerm } from '../../language/frame-words.js';
import { tellingTerms } from '../../language/tokens.js';
import type { UnnamedGroup } from '../analyst.js';
import { nounsOf, talkWeight, wideFrom, wideShare } from '../grouping/subjects.js';
import { sharedWords } from './shared-words.js';
import { type Field, narrowed, type Topic, topicOf, topicOfTwo } from './topic-label.js';

/** A quote and its speaker. */
interface SpokenQuote {
  quote: string;
  speaker: string;
}

const wideWorth = 0.15;

/**
 * The weight of each term for a name of these quotes, above 0: the share of people who use it, times its rarity
 * elsewhere. With several people, only terms used by two of them count; with several quotes, only terms in two.
 */
function sharedTerms(said: readonly SpokenQuote[], field: Field): Map<string, number> {
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

/** Most characters of a name, and of the beginning of a quote that is used instead. */
const longestName = 72;
const longestOpening = 40;
const example = { shortest: 40, longest: 240 };

/**
 * Returns the topic that most people of a group, or else most of its quotes, share: a noun phrase, or other words.
 * Undefined if they share none, so that only chance brought them together.
 */
export function sharedTopic({ quotes, speakers }: UnnamedGroup, field: Field): Topic | undefined {
  const said = quotes.map((quote, place): SpokenQuote => {
    return { quote, speaker: speakers?.[place] ?? String(place) };
  });
  const byPeople = sharedTerms(said, field);
  const byQuotes = sharedTerms(said.map(apart), field);
  const topic = topicOf(quotes, byPeople, field) ?? topicOf(quotes, byQuotes, field);
  const name = topic ? undefined : (sharedWords(quotes, byPeople) ?? sharedWords(quotes, byQuotes));
  return name === undefined ? topic : { name, others: [] };
}

/**
 * Returns names for a group of quotes, the best first: the topic that they share, otherwise the most telling nouns of
 * two quotes, otherwise the beginning of the shortest one. The description cites one of the quotes. The order of the
 * quotes does not matter.
 * @param field background of all groups that are named together
 */
export function nameTopic(
  group: UnnamedGroup,
  field: Field,
): { labels: string[]; description: string } {
  const { quotes } = group;
  const topic =
    sharedTopic(group, field) ?? topicOfTwo(quotes, field) ?? topicOfTwo(quotes, anyNoun);
  const names = topic
    ? [topic.name, ...topic.others, ...narrowed(topic.others.at(-1) ?? topic.name, quotes, field)]
    : [];
  const quoted = `“${shortened(mostCentral(quotes), example.longest)}”`;
  return {
    labels: [...names.filter(({ length }) => length <= longestName), opening(quotes)].map(
      capitalised,
    ),
    description: topic ? `On ${topic.name}: ${quoted}` : quoted,
  };
}

const anyNoun: Field = { isWide: () => false, isNoun: () => true };
const apart = ({ quote }: SpokenQuote, place: number): SpokenQuote => ({
  quote,
  speaker: String(place),
});

function mostCentral(unordered: readonly string[]): string {
  const quotes = [...unordered].sort();
  const terms = quotes.map((quote) => new Set(tellingTerms(quote)));
  const shared = (own: ReadonlySet<string>): number =>
    terms.reduce((sum, other) => sum + [...own].filter((term) => other.has(term)).length, 0) /
    Math.sqrt(own.size + 1);
  const fits = ({ length }: string): boolean =>
    length >= example.shortest && length <= example.longest;
  const [best] = quotes
    .map((quote, place) => ({ quote, worth: shared(terms[place] as Set<string>) }))
    .sort((a, b) => Number(fits(b.quote)) - Number(fits(a.quote)) || b.worth - a.worth);
  return best?.quote ?? '';
}

function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const space = text.lastIndexOf(' ', longest - 1);
  return `${text.slice(0, space > 0 ? space : longest - 1).toWellFormed()}…`;
}

const fillers =
  /^\s*(?:(?:and|so|but|yeah|yes|no|um|uh|like|oh|well|then|really|you know|i mean)[\s,.]+)+/i;

/** The beginning of the shortest quote, without markup. */
function opening(quotes: readonly string[]): string {
  const [shortest] = quotes
    .map((quote) =>
      quote
        .replace(/[^\p{L}\p{N}\p{M}\s'’.,-]+/gu, ' ')
        .replace(/\s+/g, ' ')
        .replace(fillers, '')
        .trim(),
    )
    .filter((plain) => plain !== '')
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const said = shortened(shortest ?? '', longestOpening).replace(/(?<![\s.,-])[\s.,-]+$/, '');
  return said || 'Remarks';
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function fieldOf(quotes: readonly string[]): Field {
  const counts = new Map<string, number>();
  for (const term of quotes.flatMap((quote) => [...new Set(tellingTerms(quote))])) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const widest = Math.max(2 * wideFrom, wideShare * quotes.length);
  const isNoun = nounsOf(quotes);
  return { isWide: (term) => (counts.get(term) ?? 0) > widest, isNoun };
}
