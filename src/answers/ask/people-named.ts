import { candidatesOfPeople } from '../../../db/queries/evidence-search.js';
import { type NameRow, participantsWithNameWords } from '../../../db/queries/participants.js';
import { type Read, read, type TeamDatabase } from '../../../db/team-database.js';
import { everydayShare, isFrameTerm } from '../../language/frame-words.js';
import { termOf, terms, words } from '../../language/tokens.js';
import type { Meanings } from '../embeddings/find-by-meaning.js';
import { type Concept, leastShareOfName, type QueryModel } from '../search/concept.js';
import { type Candidate, type Ranked, rank } from '../search/rank.js';

/**
 * Above this frequency a first name is treated as an ordinary word ("Will", "Mark") and does not
 * identify a participant.
 */
const mostOfAName = 0.0002;

/** The people whom a question names. */
export interface PeopleNamed {
  people: ReadonlySet<string>;
  /** The terms of their names. */
  names: ReadonlySet<string>;
  /** Their full names, which each surface shows in the form that the team chose. */
  fullNames: readonly string[];
}

/** The people whom a question names, and all their quotes. */
export interface NamedPeople extends PeopleNamed {
  words: readonly Candidate[];
}

/** The quotes nearest to a question. */
export interface Nearest {
  query: QueryModel;
  ranked: readonly Ranked<Candidate>[];
  meanings: Meanings;
}

/** The quotes nearest to a question about what named people said. */
interface OfPerson extends Nearest {
  /**
   * True if all quotes are theirs; false if they said nothing on it and the quotes are other
   * people's.
   */
  theirs: boolean;
}

/**
 * Reads the participants whose names share a word with a question. Words such as "participant", which may be in every
 * name, do not identify anyone.
 */
export const readNamesIn = (question: string): Read<NameRow> =>
  read(
    participantsWithNameWords,
    words(question).filter((word) => word.length === 1 || !isFrameTerm(termOf(word))),
  );

/** The participants in `rows` whose full name, or first name, appears in a question; undefined if there are none. */
export function namedIn(question: string, rows: readonly NameRow[]): PeopleNamed | undefined {
  const asked = new Set(terms(question));
  const people = new Set<string>();
  const names = new Set<string>();
  const fullNames = new Set<string>();
  for (const { participantId, displayName } of rows) {
    const name = terms(displayName);
    const [first] = name;
    const whole = name.length > 0 && name.every((term) => asked.has(term));
    const byFirst = first !== undefined && asked.has(first) && everydayShare(first) <= mostOfAName;
    if (!whole && !byFirst) continue;
    people.add(participantId);
    fullNames.add(displayName);
    for (const term of name) names.add(term);
  }
  return people.size === 0 ? undefined : { people, names, fullNames: [...fullNames] };
}

/** Adds all their quotes to the people whom a question names. */
export const withTheirWords = async (
  db: TeamDatabase,
  named: PeopleNamed | undefined,
): Promise<NamedPeople | undefined> =>
  named && { ...named, words: await db.rows(candidatesOfPeople, [...named.people]) };

/**
 * The quotes nearest to a question that names people and a subject ("What did Len say about deposits?"): theirs on
 * the subject, or else other people's. If the only subject is the `product`, all of theirs. Undefined if no one
 * mentioned the subject.
 */
export function ofPerson(
  { query, ranked, meanings }: Nearest,
  { names, words: own }: NamedPeople,
  product: readonly string[],
): OfPerson | undefined {
  const subject = subjectWithout([...names, ...product], query);
  const { concepts } = subject;
  if (concepts.length === 0) {
    return { query, ranked: rank(query, own), meanings: new Map(), theirs: true };
  }
  const ownIds = new Set(own.map(({ evidenceId }) => evidenceId));
  const others = ranked
    .map(({ candidate }) => candidate)
    .filter(({ evidenceId }) => !ownIds.has(evidenceId));
  const theirs = own.filter((candidate) => speaksOf(concepts, candidate));
  const spoken = others.filter((candidate) => speaksOf(concepts, candidate));
  if (theirs.length + spoken.length === 0) return undefined;
  const meant = new Map([...meanings].filter(([evidenceId]) => ownIds.has(evidenceId)));
  return theirs.length + meant.size > 0
    ? { query: subject, ranked: rank(subject, theirs), meanings: meant, theirs: true }
    : { query: subject, ranked: rank(subject, spoken), meanings, theirs: false };
}

/** A query without the given names and without frame words. */
export function subjectWithout(names: readonly string[], query: QueryModel): QueryModel {
  const isSubject = (term: string): boolean => !names.includes(term) && !isFrameTerm(term);
  return {
    ...query,
    concepts: query.concepts.filter(({ term }) => isSubject(term)),
    sequence: query.sequence.filter(isSubject),
  };
}

/**
 * True if a quote or its context names one of the concepts; a term that only hints at it is not
 * enough.
 */
function speaksOf(concepts: readonly Concept[], { quoteTerms, contextTerms }: Candidate): boolean {
  const spoken = new Set(`${quoteTerms} ${contextTerms}`.split(' '));
  return concepts.some(({ mentions }) =>
    mentions.some(({ term, share }) => share >= leastShareOfName && spoken.has(term)),
  );
}
