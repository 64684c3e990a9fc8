import { isFrameTerm } from '../../language/frame-words.js';
import { alternativeTerms } from '../../language/thesaurus.js';
import { terms } from '../../language/tokens.js';
import type { Concept, QueryModel } from '../search/concept.js';
import { type Conditions, fulfils, isOfTime } from './conditions.js';
import { type BeliefWords, isShapingTerm, mentionIn } from './rank-beliefs.js';
import type { MaterialQuote, MaterialSignal, SpokenQuote } from './retrieve.js';

/** Weight of a quote that was already shown earlier in the same conversation. */
const repeatWeight = 0.3;
const leastMention = 0.5;
const leastMentioned = 0.65;

/** Weights of a word that is not in the quote but in its belief or context. */
const around = { label: 0.8, definition: 0.7, context: 0.7 };
const synonymInQuote = 0.4;

/** Weights of a word, a synonym and the theme of a quote when a belief is read as a whole. */
const whole = { word: 1, synonym: 0.6, theme: 0.8 };
const quotesOfWhole = 3;
/** A belief whose own words mention this share of a question is about it. */
const leastOwnAbout = 0.65;
const nearlyHeaviest = 0.85;
const leastSynonym = 0.05;

/** A quote and how much of a question it and its belief mention: shares of the subject's weight, 0 to 1. */
export interface Passage<Quote extends SpokenQuote = MaterialQuote> {
  quote: Quote;
  words: QuoteWords;
  /** Share that the quote, its theme and its belief mention. */
  said: number;
  /** True if it meets the question's conditions. */
  fulfils: boolean;
  /** True if it mentions most of the words of the subject. */
  saysMost: boolean;
}

/** Shares of a question that a belief mentions, by the weight of the words, 0 to 1. */
export interface Weighed {
  /** The belief, with the quotes that answer best first. */
  belief: MaterialSignal;
  /** The largest share that one passage mentions. */
  said: number;
  /** The same, for supporting passages that meet the conditions and mention most of the words. */
  fulfilled: number;
  /** Share that its sentence, its definition, its best quotes and their themes mention together. */
  together: number;
  /** Share that its sentence, its definition and those themes mention without the quotes. */
  own: number;
  /** Share that its sentence and those themes mention. */
  named: number;
  /** The largest share that one of the best quotes mentions; 0 if none meets the conditions. */
  quoted: number;
  /**
   * True if its sentence, its definition, a best quote or their themes have the heaviest word. A belief whose own
   * words mention most of the question, and a word about as heavy, may have it in other words ("paid" for "payment").
   */
  hasHeaviest: boolean;
  /** True if any of these texts mentions a concept, even in other words. */
  says: (concept: Concept) => boolean;
}

/** The concepts that a question is about, without frame words and words of time. */
export function subjectOf({ concepts }: QueryModel, conditions: Conditions): readonly Concept[] {
  const { period } = conditions;
  const subject = concepts.filter(({ term }) => !isFrameTerm(term) && !(period && isOfTime(term)));
  const telling = subject.filter(({ term }) => !isShapingTerm(term, conditions));
  return [telling, subject].find((some) => some.length > 0) ?? concepts;
}

/** The concept that a question is most about; undefined if it has none. */
export const heaviestOf = (subject: readonly Concept[]): Concept | undefined =>
  subject.toSorted((a, b) => b.weight - a.weight)[0];

/** The concepts that a question is most about: the heaviest, and those about as heavy. */
export function mainOf(subject: readonly Concept[]): readonly Concept[] {
  const { weight: most = 0 } = heaviestOf(subject) ?? {};
  return subject.filter(({ weight }) => weight >= nearlyHeaviest * most);
}

/** True if the team's material never mentions it, in any form. */
export const isUnsaid = ({ mentions }: Concept): boolean =>
  mentions.every(({ rows }) => rows === 0);

/** True if a text has the word itself, or a form of it. */
export const saysOwn = (concept: Concept, text: ReadonlySet<string>): boolean =>
  mentionIn(concept, text) >= leastMention;

/** Weighs a belief for a question. Its quotes are sorted: those that meet the conditions first, then by nearness. */
export function weigh(
  belief: MaterialSignal,
  subject: readonly Concept[],
  conditions: Conditions,
): Weighed {
  const passages = passagesOf(belief.quotes, belief.words, subject, conditions);
  const most = (from: readonly Passage[]): number => Math.max(0, ...from.map(({ said }) => said));
  const first = passages.filter(({ fulfils }) => fulfils);
  // a quote against a belief is about its subject, but does not make it the answer
  const answering = first.filter(
    ({ saysMost, quote }) => saysMost && quote.item.kind === 'evidence',
  );
  return {
    belief: {
      ...belief,
      quotes: passages.map(({ quote, fulfils }) => ({ ...quote, lacks: !fulfils })),
    },
    said: passages.length > 0 ? most(passages) : saidByWords(belief, subject),
    fulfilled: most(answering),
    ...readAsWhole(belief.words, first.slice(0, quotesOfWhole), subject),
  };
}

/** Quotes as passages: those that meet the conditions first, then by nearness. */
export function passagesOf<Quote extends SpokenQuote>(
  quotes: readonly Quote[],
  of: BeliefWords,
  subject: readonly Concept[],
  conditions: Conditions,
): Passage<Quote>[] {
  const byBelief = new Map(subject.map((one) => [one, mentionByBelief(of, one)]));
  return quotes
    .map((quote) => {
      const words = wordsAround(quote, of);
      const mentions = new Map(
        subject.map((one) => [one, Math.max(byBelief.get(one)!, mentionByQuote(words, one))]),
      );
      const mention = (one: Concept): number => mentions.get(one)!;
      const share = shareOf(subject, mention);
      return {
        quote,
        words,
        said: share + (1 - share) * quote.meaning,
        fulfils: fulfils(conditions, {
          ...quote.item,
          mentions: (term) => [words.quote, words.context, of.label].some((text) => text.has(term)),
        }),
        saysMost:
          subject.filter((one) => mention(one) + quote.meaning >= leastMention).length >=
          leastMentioned * subject.length,
      };
    })
    .sort((a, b) => Number(b.fulfils) - Number(a.fulfils) || nearness(b) - nearness(a));
}

/** Sort key of quotes: the share that they mention plus their score, lowered if already shown. */
const nearness = ({ said, quote }: Passage<SpokenQuote>): number =>
  (said + quote.score) * (quote.seen ? repeatWeight : 1);

/** The terms by which a quote is weighed. */
interface QuoteWords {
  quote: ReadonlySet<string>;
  /** The terms of its note, theme, study and participant. */
  context: ReadonlySet<string>;
}

const wordsAround = ({ item }: SpokenQuote, { themes }: BeliefWords): QuoteWords => ({
  quote: new Set(terms(item.quote)),
  context: new Set([...terms(contextOf(item)), ...(themes.get(item.themeId) ?? [])]),
});

export const contextOf = ({
  note,
  themeLabel,
  studyName,
  participantName,
}: SpokenQuote['item']): string => `${note ?? ''} ${themeLabel} ${studyName} ${participantName}`;

/** Strength with which a quote and its theme mention a concept, 0 to 1. */
const mentionByQuote = ({ quote, context }: QuoteWords, concept: Concept): number =>
  Math.max(mentionIn(concept, quote, synonymInQuote), around.context * mentionIn(concept, context));

/** Strength with which the sentence of a belief and its definition mention a concept, 0 to 1. */
const mentionByBelief = ({ label, definition }: BeliefWords, concept: Concept): number =>
  Math.max(
    around.label * mentionIn(concept, label),
    around.definition * mentionIn(concept, definition),
  );

const saidByWords = ({ words }: MaterialSignal, subject: readonly Concept[]): number =>
  shareOf(subject, (concept) => mentionByBelief(words, concept));

/** Reads a belief's sentence together with its best quotes, as the user will read them. */
function readAsWhole(
  { label, definition, themes }: BeliefWords,
  best: readonly Passage[],
  subject: readonly Concept[],
): Pick<Weighed, 'together' | 'own' | 'named' | 'quoted' | 'hasHeaviest' | 'says'> {
  const texts = best.map(({ words }) => words.quote);
  const theirThemes = best.map(({ quote: { item } }) => themes.get(item.themeId) ?? nothing);
  const asked = new Set(subject.map(({ term }) => term));
  /**
   * A synonym counts only if the question does not use it itself: one word of a text does not stand for two ("page"
   * for "print" as well).
   */
  const hasSynonym = ({ term }: Concept, text: ReadonlySet<string>): boolean =>
    [...alternativeTerms(term)].some((other) => text.has(other) && !asked.has(other));
  const says = (concept: Concept, text: ReadonlySet<string>): number => {
    const mention = mentionIn(concept, text, 0);
    if (mention >= leastMention) return whole.word;
    return mention > leastSynonym || hasSynonym(concept, text) ? whole.synonym : 0;
  };
  const named = (concept: Concept): number =>
    Math.max(
      says(concept, label),
      ...theirThemes.map((theme) => whole.theme * says(concept, theme)),
    );
  const own = (concept: Concept): number => Math.max(named(concept), says(concept, definition));
  const heaviest = heaviestOf(subject);
  const together = (one: Concept): number =>
    Math.max(own(one), ...texts.map((text) => says(one, text)));
  const ownShare = shareOf(subject, own);
  const has = (one: Concept): boolean => together(one) > whole.synonym;
  return {
    own: ownShare,
    named: shareOf(subject, named),
    together: shareOf(subject, together),
    hasHeaviest:
      heaviest !== undefined &&
      (has(heaviest) ||
        (together(heaviest) > 0 && ownShare >= leastOwnAbout && mainOf(subject).some(has))),
    says: (one) => together(one) > 0,
    quoted: Math.max(0, ...texts.map((text) => shareOf(subject, (one) => says(one, text)))),
  };
}

const nothing: ReadonlySet<string> = new Set();

export function shareOf(
  concepts: readonly Concept[],
  mention: (concept: Concept) => number,
): number {
  let total = 0;
  let said = 0;
  for (const concept of concepts) {
    total += concept.weight;
    said += concept.weight * mention(concept);
  }
  return total > 0 ? said / total : 0;
}
