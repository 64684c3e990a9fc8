import type { EvidenceRow } from '../../db/queries/evidence.js';
import { type Concept, leastShareOfName, type QueryModel } from '../search/concept.js';
import type { Meanings } from '../search/embeddings/find-by-meaning.js';
import { everydayShare } from '../search/everyday-share.js';
import { isFrameTerm } from '../search/frame-words.js';
import { type Candidate, type Ranked, rank } from '../search/rank.js';
import { terms } from '../search/tokens.js';

/** A first name that more short texts than this hold is an everyday word, and names nobody alone. */
const mostOfAName = 0.0002;

/** The quotes nearest to a question. */
export interface Nearest {
  query: QueryModel;
  ranked: readonly Ranked<Candidate>[];
  meanings: Meanings;
}

/** What is nearest to a question of what people said. */
export interface OfPerson extends Nearest {
  /** It is all their own; else nothing of theirs was found, and it is of others. */
  theirs: boolean;
}

/**
 * What is nearest to a question that names people and a subject ("What did Len say about deposits?"): what they said
 * of the subject, or what others did. Undefined where it names nobody, or no subject that anybody spoke of.
 * `rows`: the nearest quotes by id.
 */
export function ofPerson(
  { query, ranked, meanings }: Nearest,
  rows: ReadonlyMap<string, EvidenceRow>,
): OfPerson | undefined {
  const { people, names } = namedIn(query.sequence, rows.values());
  const isSubject = (term: string): boolean => !names.has(term) && !isFrameTerm(term);
  const concepts = query.concepts.filter(({ term }) => isSubject(term));
  if (people.size === 0 || concepts.length === 0) return undefined;
  const own = { ...query, concepts, sequence: query.sequence.filter(isSubject) };
  const isTheirs = (evidenceId: string): boolean =>
    people.has(rows.get(evidenceId)?.participantId ?? '');
  const spoken = ranked
    .map(({ candidate }) => candidate)
    .filter((candidate) => speaksOf(concepts, candidate));
  if (spoken.length === 0) return undefined;
  const theirs = spoken.filter(({ evidenceId }) => isTheirs(evidenceId));
  const meant = new Map([...meanings].filter(([evidenceId]) => isTheirs(evidenceId)));
  return theirs.length + meant.size > 0
    ? { query: own, ranked: rank(own, theirs), meanings: meant, theirs: true }
    : { query: own, ranked: rank(own, spoken), meanings, theirs: false };
}

/** What only hints at a subject is no word of a person on it. */
function speaksOf(concepts: readonly Concept[], { quoteTerms, contextTerms }: Candidate): boolean {
  const spoken = new Set(`${quoteTerms} ${contextTerms}`.split(' '));
  return concepts.some(({ mentions }) =>
    mentions.some(({ term, share }) => share >= leastShareOfName && spoken.has(term)),
  );
}

/** The participants whose whole name, or first name, stands in a question, and the terms of their names. */
function namedIn(sequence: readonly string[], rows: Iterable<EvidenceRow>) {
  const asked = new Set(sequence);
  const people = new Set<string>();
  const names = new Set<string>();
  for (const { participantId, participantName } of rows) {
    const name = terms(participantName);
    const [first] = name;
    const whole = name.length > 0 && name.every((term) => asked.has(term));
    const byFirst = first !== undefined && asked.has(first) && everydayShare(first) <= mostOfAName;
    if (!whole && !byFirst) continue;
    people.add(participantId);
    for (const term of name) names.add(term);
  }
  return { people, names };
}
