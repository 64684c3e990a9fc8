import {
  searchStatistics,
  type TermFrequency,
  termsOfLength,
  vocabularyTerms,
} from '../../../db/queries/evidence-search.js';
import { read, type TeamDatabase } from '../../../db/team-database.js';
import { editDistance } from '../../language/edit-distance.js';
import { alternativeTerms } from '../../language/thesaurus.js';
import { leastSharedStart, shortestStart, type Vocabulary } from './concept.js';

const mostCorrectedTerms = 5;
/** A shorter word is one letter away from too many others. */
const shortestMisspelling = 6;
const mostCorrections = 3;
const afterEveryTerm = '\u{10FFFF}';

/** Loads frequencies, word families and misspellings of these terms from the team's corpus. */
export async function loadVocabulary(
  db: TeamDatabase,
  terms: readonly string[],
): Promise<Vocabulary> {
  const wanted = new Set(terms.flatMap((term) => [term, ...alternativeTerms(term)]));
  const starts = [...new Set(terms)].filter((term) => term.length >= shortestStart);
  const [[statistics = { documents: 0, terms: 0 }], frequencies] = await db.together(
    read(searchStatistics),
    read(
      vocabularyTerms,
      [...wanted],
      starts.map(familyStart),
      starts.map((term) => familyStart(term) + afterEveryTerm),
      starts.map((term) => Math.floor(term.length / leastSharedStart)),
    ),
  );
  const known = new Set(frequencies.map((found) => found.term));
  const unknown = starts
    .filter((term) => term.length >= shortestMisspelling && !known.has(term))
    .filter((term) => alternativeTerms(term).size === 0)
    .slice(0, mostCorrectedTerms);
  const corrections = new Map<string, readonly TermFrequency[]>();
  for (const term of unknown) corrections.set(term, await findCorrections(db, term));
  return { statistics, frequencies, corrections };
}

/** The shortest prefix that terms of the same family share. */
function familyStart(term: string): string {
  return term.slice(0, Math.max(shortestStart, Math.ceil(term.length * leastSharedStart)));
}

/** The known terms that are nearest in spelling; the first letter is taken to be right. */
async function findCorrections(db: TeamDatabase, term: string): Promise<TermFrequency[]> {
  const allowed = term.length >= 9 ? 2 : 1;
  const first = term.slice(0, 1);
  const found = await db.rows(
    termsOfLength,
    first,
    first + afterEveryTerm,
    term.length - allowed,
    term.length + allowed,
  );
  const near = found
    .map((candidate) => ({ candidate, edits: editDistance(term, candidate.term, allowed) }))
    .filter(({ edits }) => edits <= allowed);
  const fewest = Math.min(...near.map(({ edits }) => edits));
  return near
    .filter(({ edits }) => edits === fewest)
    .slice(0, mostCorrections)
    .map(({ candidate }) => candidate);
}
