import type { EvidenceKind } from '../../db/entities/evidence.js';
import { linksOfEvidence, signalsById, type ThemeLink } from '../../db/queries/ask-material.js';
import type { EvidenceRow } from '../../db/queries/evidence.js';
import { foundEvidence } from '../../db/queries/evidence-search.js';
import type { SignalRow } from '../../db/queries/signals.js';
import type { Context } from '../context.js';
import type { QueryModel } from '../search/concept.js';
import { findByMeaning } from '../search/embeddings/find-by-meaning.js';
import { fuse } from '../search/embeddings/fuse.js';
import { findEvidence } from '../search/find-evidence.js';
import { type Candidate, rank } from '../search/rank.js';
import { terms } from '../search/tokens.js';
import { type BeliefTerms, type CoverageFeatures, coverageFeatures } from './coverage-features.js';
import { isCovered } from './is-covered.js';
import { type Nearest, ofPerson } from './of-person.js';

const mostHits = 60;
const eachFurtherHit = 0.6;
const wordsOfBelief = 0.5;
const ofOthers = 'Nothing on this by whom you name; others spoke of it:';

/** A quote that speaks of the question, seen from one belief. */
export interface MaterialQuote {
  /** `kind` is the belief's. */
  item: EvidenceRow;
  score: number;
}

export interface MaterialSignal {
  signal: SignalRow;
  /** How much the belief has to do with the question; comparable within one question. */
  relevance: number;
  /** Best first. */
  quotes: readonly MaterialQuote[];
}

/** What an answer may be built from. */
export interface Material {
  /** The question as search understood it. */
  query: QueryModel;
  /** It speaks of what the question asks. */
  covered: boolean;
  /** What the answer has to say first. */
  opening?: string | undefined;
  /** The question asks for the words of people it names: nobody else's make up the number. */
  ofPerson?: boolean;
  /** Most relevant first. */
  signals: readonly MaterialSignal[];
}

/** Collects the quotes nearest to a question, for and against, and the beliefs that they bear on. */
export async function gatherMaterial(ctx: Context, question: string): Promise<Material> {
  const [{ query, ranked }, meanings] = await Promise.all([
    findEvidence(ctx.db, question, {}),
    findByMeaning(ctx, question, {}),
  ]);
  const all: Nearest = { query, ranked: ranked.slice(0, mostHits), meanings };
  const ids = fuse(all.ranked, meanings).map(({ evidenceId }) => evidenceId);
  const links = await ctx.db.rows(linksOfEvidence, ids);
  const rows = new Map((await ctx.db.rows(foundEvidence, ids)).map((row) => [row.evidenceId, row]));
  const signals = await ctx.db.rows(signalsById, [...new Set(links.map((link) => link.signalId))]);
  const person = ofPerson(all, rows);
  const asked = person ?? all;
  const scores = new Map(
    fuse(asked.ranked, asked.meanings).map(({ evidenceId, score }) => [evidenceId, score]),
  );
  return {
    query,
    opening: person && !person.theirs ? ofOthers : undefined,
    ofPerson: person?.theirs === true,
    // a name that somebody has is no sign that anybody spoke of the subject
    covered: isCovered(featuresOf(person?.theirs === false ? person : all, signals, links)),
    signals: signals
      .map((signal) => {
        const quotes = links
          .filter((link) => link.signalId === signal.signalId)
          .flatMap((link) => {
            const row = rows.get(link.evidenceId);
            const score = scores.get(link.evidenceId);
            return row && score !== undefined ? [{ item: forSignal(row, link), score }] : [];
          })
          .sort((a, b) => b.score - a.score || (a.item.evidenceId < b.item.evidenceId ? -1 : 1));
        return { signal, quotes, relevance: relevance(asked.query, signal, quotes) };
      })
      .filter(({ quotes }) => !person || quotes.length > 0)
      .sort((a, b) => b.relevance - a.relevance || a.signal.refNumber - b.signal.refNumber),
  };
}

/** A quote that bears on no belief cannot be cited, so it covers nothing; coverage is calibrated on words alone. */
function featuresOf(
  { query, ranked }: Nearest,
  signals: readonly SignalRow[],
  links: readonly (ThemeLink & { evidenceId: string })[],
): CoverageFeatures {
  const linked = new Set(links.map((link) => link.evidenceId));
  const candidates = ranked
    .map(({ candidate }) => candidate)
    .filter(({ evidenceId }) => linked.has(evidenceId));
  return coverageFeatures(
    query,
    rank(query, candidates.map(asSaid)),
    signals.map((signal) => beliefTerms(signal, links)),
  );
}

/** What is said around a quote, an interviewer's question say, helps to find it and covers nothing. */
const asSaid = (candidate: Candidate): Candidate => ({ ...candidate, aroundTerms: '' });

function beliefTerms(
  { signalId, label, description }: SignalRow,
  links: readonly (ThemeLink & { evidenceId: string })[],
): BeliefTerms {
  const own = links.filter((link) => link.signalId === signalId);
  return {
    terms: new Set(terms(`${label} ${description}`)),
    evidenceIds: new Set(own.map(({ evidenceId }) => evidenceId)),
  };
}

function forSignal(row: EvidenceRow, { relationship }: ThemeLink): EvidenceRow {
  const swapped: EvidenceKind = row.kind === 'evidence' ? 'counterEvidence' : 'evidence';
  return relationship === 'contradicts' ? { ...row, kind: swapped } : row;
}

function relevance(
  query: QueryModel,
  { label, description }: SignalRow,
  quotes: readonly MaterialQuote[],
): number {
  const spoken = quotes.reduce((sum, { score }, place) => sum + score * eachFurtherHit ** place, 0);
  const said = new Set(terms(`${label} ${description}`));
  let total = 0;
  let mentioned = 0;
  for (const { weight, mentions } of query.concepts) {
    total += weight;
    mentioned += weight * Math.max(0, ...mentions.map((m) => (said.has(m.term) ? m.share : 0)));
  }
  return spoken + (total > 0 ? (wordsOfBelief * mentioned) / total : 0);
}
