import type { EvidenceKind } from '../../../db/entities/evidence.js';
import type { ThemeLink } from '../../../db/queries/ask-material.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import type { SignalRow } from '../../../db/queries/signals.js';
import { read, type TeamDatabase } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { terms, words } from '../../language/tokens.js';
import { findByMeaning, fuse } from '../embeddings/find-by-meaning.js';
import { signalsNaming } from '../queries/ask-facts.js';
import type { QueryModel } from '../search/concept.js';
import { findEvidence } from '../search/find-evidence.js';
import { adjacent } from '../search/rank.js';
import type { Said } from './answer.js';
import { commonLikeness } from './common-questions.js';
import type { EarlierTurn } from './follow-up.js';
import {
  type NamedPeople,
  type Nearest,
  namedIn,
  ofPerson,
  type PeopleNamed,
  readNamesIn,
  subjectWithout,
  withTheirWords,
} from './people-named.js';
import { type Likeness, questionLikeness } from './question-likeness.js';
import { askedShare, type BeliefWords, mentionedShare, relevance } from './rank-beliefs.js';
import { type FoundEvidence, readFound } from './read-found.js';
import type { Reading } from './understand.js';
import { ofOthersLead, onTheSameLead } from './wording.js';

const mostHits = 60;
const mostNamed = 20;
const mostWords = 40;
/** If a larger share of a study's quotes contains a word, it is their subject and not only the product's name. */
const mostSayingTheirStudy = 0.1;

/** A quote or a passage of a transcript on the question. */
export interface SpokenQuote {
  item: Said & Pick<EvidenceRow, 'note' | 'themeId' | 'themeLabel'>;
  /** 0 to 1; for a passage of a transcript 0 to 2.6. */
  score: number;
  /** Nearness in meaning, 0 to 1; 0 without embeddings. */
  meaning: number;
  /** True if it was shown earlier in the same conversation, and the question continues from there. */
  seen: boolean;
}

/** A quote on the question, as evidence of one belief. */
export interface MaterialQuote extends SpokenQuote {
  /** `kind` is relative to the belief. */
  item: EvidenceRow;
  /** True if it does not meet the question's conditions; set when it is weighed. */
  lacks?: boolean;
}

export interface MaterialSignal extends Likeness {
  signal: SignalRow;
  words: BeliefWords;
  /** Relevance of the belief to the question; comparable within one question. */
  relevance: number;
  /** Best first. */
  quotes: readonly MaterialQuote[];
}

/** The material that an answer may be built from. */
export interface Material {
  /** The question as search understood it, without the names of people whose words it asks for. */
  query: QueryModel;
  /** Text that the answer must begin with. */
  opening?: string | undefined;
  /** The people whom the question names; it asks for what they said. */
  named?: PeopleNamed;
  /**
   * True if the quotes are those of the people named: other people's quotes are not added to reach the usual number.
   */
  ofPerson?: boolean;
  /** Most relevant first. */
  signals: readonly MaterialSignal[];
  /** Quotes that belong to no belief, best first. */
  loose: readonly MaterialQuote[];
}

/**
 * Collects the quotes nearest to a question, for and against, and the beliefs that they are linked
 * to or that its words name.
 */
export async function retrieve(
  ctx: Context,
  { text, goesOn, conditions }: Reading,
  earlier: readonly EarlierTurn[] = [],
): Promise<Material> {
  const [{ query, ranked }, meanings, { people: named, signalIds }] = await Promise.all([
    findEvidence(ctx.db, text, {}, { shareOf: askedShare(conditions), surroundings: adjacent }),
    findByMeaning(ctx, text, {}),
    findNamed(ctx.db, text),
  ]);
  const all: Nearest = { query, ranked: ranked.slice(0, mostHits), meanings };
  const ids = new Set([
    ...fuse(all.ranked, meanings).map(({ evidenceId }) => evidenceId),
    ...(named?.words ?? []).map(({ evidenceId }) => evidenceId),
  ]);
  const found = await readFound(ctx, [...ids], signalIds);
  const shown = goesOn ? earlier.map(({ answer }) => answer ?? '').join('\n') : '';
  const person = named && ofPerson(all, named, conditions.product);
  const asked = person ?? ofNamedStudies(all, found);
  const signals = materialSignals(asked, found, shown);
  const loose = looseQuotes(asked, found, shown);
  if (!named) return { query: asked.query, signals, loose };
  if (!person)
    return { query: subjectWithout([...named.names], asked.query), signals, loose, named };
  const spoken = signals.filter(({ quotes }) => quotes.length > 0);
  const { query: subject, theirs } = person;
  if (theirs) return { query: subject, signals: spoken, loose, named, ofPerson: true };
  const own = onTheSame(spoken.slice(0, 1), found, named);
  if (own.length === 0) {
    const opening = ofOthersLead(named.fullNames);
    return { query: subject, signals: spoken, loose, named, opening };
  }
  const opening = onTheSameLead(named.fullNames);
  return { query: subject, signals: own, loose: [], named, ofPerson: true, opening };
}

/** The people and the beliefs that the words of a question name. */
async function findNamed(db: TeamDatabase, text: string) {
  const [names, beliefs] = await db.together(
    readNamesIn(text),
    read(signalsNaming, anyOf(text), mostNamed),
  );
  return {
    people: await withTheirWords(db, namedIn(text, names)),
    signalIds: beliefs.map(({ signalId }) => signalId),
  };
}

/**
 * Keeps only the quotes of studies that the question names by their product. The product is the first word of a
 * study's name, if hardly any of its quotes and no belief contains it. That word is dropped from the query.
 */
function ofNamedStudies(all: Nearest, { rows, words: beliefs }: FoundEvidence): Nearest {
  const { query, ranked, meanings } = all;
  const quotes = [...rows.values()].map(({ evidenceId, studyName, quote }) => ({
    evidenceId,
    about: terms(studyName)[0],
    quote,
  }));
  const names = query.concepts.filter(({ term }) => {
    const ofStudy = quotes.filter(({ about }) => about === term);
    const saying = ofStudy.filter(({ quote }) => terms(quote).includes(term));
    return (
      ofStudy.length > 0 &&
      saying.length <= mostSayingTheirStudy * ofStudy.length &&
      ![...beliefs.values()].some((belief) => mentions(belief, term))
    );
  });
  const concepts = query.concepts.filter((one) => !names.includes(one));
  if (names.length === 0 || concepts.length === 0) return all;
  const wanted = new Set(names.map(({ term }) => term));
  const ids = new Set(
    quotes.filter(({ about }) => about && wanted.has(about)).map(({ evidenceId }) => evidenceId),
  );
  return {
    query: { ...query, concepts },
    ranked: ranked.filter(({ candidate }) => ids.has(candidate.evidenceId)),
    meanings: new Map([...meanings].filter(([evidenceId]) => ids.has(evidenceId))),
  };
}

const mentions = ({ label, definition, themes }: BeliefWords, term: string): boolean =>
  [label, definition, ...themes.values()].some((text) => text.has(term));

/** A tsquery that matches any word of a text. */
const anyOf = (text: string): string =>
  [...new Set(words(text))]
    .slice(0, mostWords)
    .map((word) => `'${word.replaceAll("'", "''")}'`)
    .join(' | ');

/** The beliefs that were found, most relevant first, with their scored quotes. */
function materialSignals(
  { query, ranked, meanings }: Nearest,
  found: FoundEvidence,
  shown: string,
): MaterialSignal[] {
  const scores = new Map(fuse(ranked, meanings).map((one) => [one.evidenceId, one.score]));
  const questions = [...found.words].map(([id, words]) => [id, words.questions] as const);
  const likenessOf = questionLikeness(query.concepts, new Map(questions));
  const mentioned = new Map(
    [...found.words].map(([id, words]) => [id, mentionedShare(query, words)] as const),
  );
  const borrowedBy = commonLikeness(query.concepts, Math.max(0, ...mentioned.values()));
  return found.signals
    .map((signal) => {
      const { signalId, label, description, implication } = signal;
      const words = found.words.get(signalId)!;
      const quotes = quotesOf(signal, found, meanings, ({ evidenceId }) => scores.get(evidenceId));
      const spoken = quotes.map(({ score }) => score);
      const likeness =
        words.questions.length > 0
          ? likenessOf(signalId)
          : borrowedBy(`${label} ${description} ${implication ?? ''}`);
      return {
        signal,
        words,
        ...likeness,
        quotes: quotes.map(seenIn(shown)),
        relevance: relevance(mentioned.get(signalId)!, likeness.likeness, spoken),
      };
    })
    .sort((a, b) => b.relevance - a.relevance || a.signal.refNumber - b.signal.refNumber);
}

function looseQuotes(
  { ranked, meanings }: Nearest,
  { rows, links }: FoundEvidence,
  shown: string,
): MaterialQuote[] {
  const linked = new Set(links.map(({ evidenceId }) => evidenceId));
  return fuse(ranked, meanings).flatMap(({ evidenceId, score }) => {
    const item = rows.get(evidenceId);
    if (!item || linked.has(evidenceId)) return [];
    const meaning = meanings.get(evidenceId) ?? 0;
    return [seenIn(shown)({ item, score, meaning, seen: false })];
  });
}

const seenIn =
  (shown: string) =>
  (quote: MaterialQuote): MaterialQuote => ({ ...quote, seen: shown.includes(quote.item.quote) });

function quotesOf(
  { signalId }: SignalRow,
  { rows, links }: FoundEvidence,
  meanings: ReadonlyMap<string, number>,
  scoreOf: (row: EvidenceRow) => number | undefined,
): MaterialQuote[] {
  return links
    .filter((link) => link.signalId === signalId)
    .flatMap((link) => {
      const row = rows.get(link.evidenceId);
      const score = row && scoreOf(row);
      if (!row || score === undefined) return [];
      const meaning = meanings.get(row.evidenceId) ?? 0;
      return [{ item: forSignal(row, link), score, meaning, seen: false }];
    })
    .sort(byScore);
}

const byScore = (a: MaterialQuote, b: MaterialQuote): number =>
  b.score - a.score || (a.item.evidenceId < b.item.evidenceId ? -1 : 1);

/**
 * Beliefs of other people's quotes on a subject, with the named people's own quotes, strongest first. Beliefs without
 * any are left out.
 */
const onTheSame = (
  beliefs: readonly MaterialSignal[],
  found: FoundEvidence,
  { people }: NamedPeople,
): MaterialSignal[] =>
  beliefs
    .map((belief) => ({
      ...belief,
      quotes: quotesOf(belief.signal, found, new Map(), ({ participantId, strength }) =>
        people.has(participantId) ? strength : undefined,
      ),
    }))
    .filter(({ quotes }) => quotes.length > 0);

/** A row with its kind relative to the linked belief: a contradicting theme swaps the kinds. */
export function forSignal(row: EvidenceRow, { relationship }: ThemeLink): EvidenceRow {
  const swapped: EvidenceKind = row.kind === 'evidence' ? 'counterEvidence' : 'evidence';
  return relationship === 'contradicts' ? { ...row, kind: swapped } : row;
}
