import type { EvidenceKind } from '../../../db/entities/evidence.js';
import { evidenceCandidates } from '../../../db/queries/evidence-search.js';
import type { TeamDatabase } from '../../../db/team-database.js';
import { terms } from '../../language/tokens.js';
import { buildConcepts } from './build-concepts.js';
import type { QueryModel } from './concept.js';
import { quoteDigest } from './index-row.js';
import { loadVocabulary } from './load-vocabulary.js';
import { matchQuery } from './match-query.js';
import { type Candidate, type Ranked, rank } from './rank.js';

export interface SearchScope {
  signalId?: string | undefined;
  studyId?: string | undefined;
  /** Both kinds if absent. */
  kind?: EvidenceKind | undefined;
}

export interface Found {
  query: QueryModel;
  ranked: Ranked<Candidate>[];
}

/** The team's qualifying evidence on the subject of a text, best first, at most 400. */
export async function findEvidence(
  db: TeamDatabase,
  text: string,
  scope: SearchScope,
): Promise<Found> {
  const sequence = terms(text);
  const vocabulary = await loadVocabulary(db, sequence);
  const { documents, terms: indexedTerms } = vocabulary.statistics;
  const query: QueryModel = {
    sequence,
    concepts: buildConcepts(sequence, vocabulary),
    averageLength: documents > 0 ? indexedTerms / documents : 1,
  };
  return { query, ranked: rank(query, await loadCandidates(db, text, query, scope)) };
}

async function loadCandidates(
  db: TeamDatabase,
  text: string,
  { concepts }: QueryModel,
  { signalId, studyId, kind }: SearchScope,
): Promise<Candidate[]> {
  const scoped = signalId !== undefined || studyId !== undefined;
  const found = matchQuery(concepts, scoped);
  if (!found) return [];
  const inSignal = studyId === undefined ? 'signal' : 'signalAndStudy';
  const inStudy = studyId === undefined ? 'team' : 'study';
  return db.rows(evidenceCandidates[signalId === undefined ? inStudy : inSignal], {
    match: found.match,
    digest: quoteDigest(text),
    words: found.words,
    weights: found.weights,
    kind: kind ?? null,
    signalId,
    studyId,
  });
}
