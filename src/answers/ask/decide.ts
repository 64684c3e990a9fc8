import { isFrameTerm } from '../../language/frame-words.js';
import { terms } from '../../language/tokens.js';
import type { Concept, QueryModel } from '../search/concept.js';
import type { AnswerKind } from './answer.js';
import { type Conditions, fulfils, timeTerms } from './conditions.js';
import { contentOf } from './follow-up.js';
import { mentionIn } from './rank-beliefs.js';
import type { Material, MaterialQuote, MaterialSignal } from './retrieve.js';
import type { Reading } from './understand.js';

// Chosen on the demo team and two snapshots (docs/search.md).
/**
 * A passage answers if it says this share of the question's subject, and its belief is relevant and
 * stands out: the next one has at most a share of its relevance. One that stands out far may say
 * less. Most words of the question have to be mentioned.
 */
const answering = [
  { said: 0.72, relevance: 1, next: 0.9 },
  { said: 0.6, relevance: 0.65, next: 0.67 },
];
/** Weight of a quote that was already shown earlier in the same conversation. */
const repeatWeight = 0.3;
const leastMention = 0.5;
const leastMentioned = 0.65;
const near = { said: 0.25, relevance: 0.33, saidByBelief: 0.5 };

/** Weight of a word that is not in the quote but around it. */
const around = { label: 0.8, definition: 0.7, context: 0.7 };
const synonymInQuote = 0.4;

const mostBeliefs = 3;
const relevanceOfFurtherBelief = 0.6;
const leastNamed = 0.5;
/** Minimum share of a question's words that the beliefs behind its answer must mention. */
const leastSpoken = 0.75;

/** The verdict on the material for one reading of a question. */
export interface Finding {
  kind: Exclude<AnswerKind, 'no question'>;
  /** The beliefs to answer from, best first; if nothing is near, none. */
  beliefs: readonly MaterialSignal[];
  /** True if the question asks for several answers. */
  several: boolean;
  /** Share of the question that the best passage says, 0 to 1. */
  said: number;
  material: Material;
}

/**
 * Decides what the material is to a question. A passage, which is a quote with its theme and belief,
 * answers it if it says nearly all of its subject and fulfils its conditions; half a question
 * answered well is another question.
 */
export function decide({ adds, conditions, several }: Reading, material: Material): Finding {
  const concepts = subjectOf(material.query, conditions);
  const weighed = naming(material, adds).map((belief) => weigh(belief, concepts, conditions));
  const [best, ...others] = weighed;
  const finding = { several, said: best?.said ?? 0, material };
  if (!best || !isNear(best)) return { ...finding, kind: 'not covered', beliefs: [] };
  const further = several ? others.filter((one) => answers(one)).filter(comesNear(best)) : [];
  const chosen = [best, ...further].slice(0, mostBeliefs);
  const next = weighed.find((one) => !chosen.includes(one))?.belief.relevance ?? 0;
  // An opening says that the people named did not say exactly this.
  if (material.opening !== undefined || !answers(best, next / best.belief.relevance)) {
    return { ...finding, kind: 'near', beliefs: [best.belief] };
  }
  return { ...finding, kind: 'answered', beliefs: chosen.map(({ belief }) => belief) };
}

const answers = ({ fulfilled, belief }: Weighed, next = 0): boolean =>
  answering.some(
    (least) => fulfilled >= least.said && belief.relevance >= least.relevance && next <= least.next,
  );

const isNear = ({ said, belief }: Weighed): boolean =>
  said >= (belief.quotes.length > 0 ? near.said : near.saidByBelief) &&
  belief.relevance >= near.relevance;

const comesNear =
  (best: Weighed) =>
  ({ belief }: Weighed): boolean =>
    belief.relevance >= relevanceOfFurtherBelief * best.belief.relevance;

const order = { answered: 2, near: 1, 'not covered': 0 };

/** The better of two findings; of two equal ones the first. */
export const better = (first: Finding, second: Finding): Finding =>
  order[second.kind] > order[first.kind] ? second : first;

/** True if the words that a question adds to its conversation appear in the beliefs or quotes. */
export function saysItsWords({ beliefs }: Finding, question: string): boolean {
  const content = contentOf(question);
  const said = new Set(beliefs.flatMap((belief) => [...wordsOf(belief)]));
  return content.filter((term) => said.has(term)).length >= leastSpoken * content.length;
}

interface Weighed {
  belief: MaterialSignal;
  /** The largest share of the subject that one passage says. */
  said: number;
  /** The same, of passages that fulfil the conditions and mention most of the words. */
  fulfilled: number;
}

/** The concepts that a question is about, without its frame and its time. */
function subjectOf({ concepts }: QueryModel, { period }: Conditions): readonly Concept[] {
  const subject = concepts.filter(
    ({ term }) => !isFrameTerm(term) && !(period && (timeTerms.has(term) || /^\d+$/.test(term))),
  );
  return subject.length > 0 ? subject : concepts;
}

/** Weighs a belief's passages; those that fulfil the conditions come first, then the best. */
function weigh(
  belief: MaterialSignal,
  concepts: readonly Concept[],
  conditions: Conditions,
): Weighed {
  const passages = belief.quotes.map((quote) => {
    const words = wordsAround(quote, belief);
    const mentions = new Map(concepts.map((one) => [one, mentionBy(words, belief, one)]));
    const mention = (one: Concept): number => mentions.get(one)!;
    const share = shareOf(concepts, mention);
    return {
      quote,
      said: share + (1 - share) * quote.meaning,
      fulfils: fulfils(conditions, {
        ...quote.item,
        terms: new Set([...words.quote, ...words.context, ...belief.words.label]),
      }),
      saysMost:
        concepts.filter((one) => mention(one) + quote.meaning >= leastMention).length >=
        leastMentioned * concepts.length,
    };
  });
  const most = (from: typeof passages): number => Math.max(0, ...from.map(({ said }) => said));
  const first = passages.filter((one) => one.fulfils);
  return {
    belief: {
      ...belief,
      quotes: passages
        .toSorted((a, b) => Number(b.fulfils) - Number(a.fulfils) || nearness(b) - nearness(a))
        .map(({ quote }) => quote),
    },
    said: passages.length > 0 ? most(passages) : saidByWords(belief, concepts),
    fulfilled: most(first.filter(({ saysMost }) => saysMost)),
  };
}

/** Order of a belief's quotes: by what they say of the question, and by their rank. */
const nearness = ({ said, quote }: { said: number; quote: MaterialQuote }): number =>
  (said + quote.score) * (quote.seen ? repeatWeight : 1);

interface QuoteWords {
  quote: ReadonlySet<string>;
  /** The terms of its note, theme, study and participant. */
  context: ReadonlySet<string>;
}

const wordsAround = ({ item }: MaterialQuote, { words }: MaterialSignal): QuoteWords => ({
  quote: new Set(terms(item.quote)),
  context: new Set([...terms(contextOf(item)), ...(words.themes.get(item.themeId) ?? [])]),
});

/** Strength with which a quote, its theme and its belief mention a concept, 0 to 1. */
const mentionBy = (
  { quote, context }: QuoteWords,
  { words }: MaterialSignal,
  concept: Concept,
): number =>
  Math.max(
    mentionIn(concept, quote, synonymInQuote),
    around.context * mentionIn(concept, context),
    around.label * mentionIn(concept, words.label),
    around.definition * mentionIn(concept, words.definition),
  );

const saidByWords = ({ words }: MaterialSignal, concepts: readonly Concept[]): number =>
  shareOf(concepts, (concept) =>
    Math.max(
      around.label * mentionIn(concept, words.label),
      around.definition * mentionIn(concept, words.definition),
    ),
  );

function shareOf(concepts: readonly Concept[], mention: (concept: Concept) => number): number {
  let total = 0;
  let said = 0;
  for (const concept of concepts) {
    total += concept.weight;
    said += concept.weight * mention(concept);
  }
  return total > 0 ? said / total : 0;
}

const contextOf = ({
  note,
  themeLabel,
  studyName,
  participantName,
}: MaterialQuote['item']): string => `${note ?? ''} ${themeLabel} ${studyName} ${participantName}`;

/** The beliefs of a material that mention most of these terms of its query. */
function naming({ query: { concepts }, signals }: Material, wanted: readonly string[]) {
  if (wanted.length === 0) return signals;
  const own = concepts.filter(({ term }) => wanted.includes(term));
  return signals.filter((belief) => {
    const spoken = wordsOf(belief);
    const named = (concept: Concept): number =>
      concept.mentions.some(({ term }) => spoken.has(term)) ? 1 : 0;
    return shareOf(own, named) >= leastNamed;
  });
}

/** The terms of a belief and its quotes. */
const wordsOf = ({ signal: { label, description }, quotes }: MaterialSignal): ReadonlySet<string> =>
  new Set(
    terms(
      [label, description, ...quotes.map(({ item }) => `${item.quote} ${contextOf(item)}`)].join(
        ' ',
      ),
    ),
  );
