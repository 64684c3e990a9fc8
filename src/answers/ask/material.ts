import type { EvidenceKind } from '../../../db/entities/evidence.js';
import { linksOfEvidence, signalsById, type ThemeLink } from '../../../db/queries/ask-material.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import { foundEvidence } from '../../../db/queries/evidence-search.js';
import type { SignalRow } from '../../../db/queries/signals.js';
import type { Context } from '../../core/context.js';
import { terms } from '../../language/tokens.js';
import type { QueryModel } from '../search/concept.js';
import { findByMeaning } from '../search/embeddings/find-by-meaning.js';
import { fuse } from '../search/embeddings/fuse.js';
import { findEvidence } from '../search/find-evidence.js';
import { type Candidate, rank } from '../search/rank.js';
import { chooseBeliefs } from './build-parts.js';
import { type BeliefTerms, type CoverageFeatures, coverageFeatures } from './coverage-features.js';
import { type NamedPeople, type Nearest, namedPeople, ofPerson } from './of-person.js';

// Fitted on sets of answerable and unanswerable questions (bench/search); the results change little around them.
const weights = { best: 2.8, bestIfSaid: 2.3, bestIfBelieved: 1.8, weight: 0.95 };
const needed = 5.3;

/**
 * True if the material covers the question; refusing and answering wrongly are both errors. A near
 * quote counts for more the less of the question is missing everywhere and the more of it a single
 * belief mentions: half a question answered well is another question.
 */
function isCovered({ best, unsaid, ofBelief, weight }: CoverageFeatures): boolean {
  const nearness =
    weights.best + weights.bestIfSaid * (1 - unsaid) + weights.bestIfBelieved * ofBelief;
  return Math.sqrt(best) * nearness + weights.weight * Math.log1p(weight) >= needed;
}

const mostHits = 60;
const eachFurtherHit = 0.6;
const wordsOfBelief = 0.5;
const ofOthers = 'Nothing on this by the person you name. Others spoke of it:';
const inOtherWords = 'Not in these words. On the same belief, the person you name said:';

/** A quote on the question, as evidence of one belief. */
interface MaterialQuote {
  /** `kind` is relative to the belief. */
  item: EvidenceRow;
  score: number;
}

export interface MaterialSignal {
  signal: SignalRow;
  /** Relevance of the belief to the question; comparable within one question. */
  relevance: number;
  /** Best first. */
  quotes: readonly MaterialQuote[];
}

/** The material that an answer may be built from. */
export interface Material {
  /** The question as search understood it. */
  query: QueryModel;
  /** True if the material covers the question. */
  covered: boolean;
  /** Text that the answer must begin with. */
  opening?: string | undefined;
  /**
   * True if the question asks for the words of people it names: quotes of other people are not
   * added to reach the number.
   */
  ofPerson?: boolean;
  /** Most relevant first. */
  signals: readonly MaterialSignal[];
}

/**
 * Collects the quotes nearest to a question, for and against, and the beliefs that they are linked
 * to.
 */
export async function gatherMaterial(ctx: Context, question: string): Promise<Material> {
  const [{ query, ranked }, meanings, named] = await Promise.all([
    findEvidence(ctx.db, question, {}),
    findByMeaning(ctx, question, {}),
    namedPeople(ctx.db, question),
  ]);
  const all: Nearest = { query, ranked: ranked.slice(0, mostHits), meanings };
  const ids = new Set([
    ...fuse(all.ranked, meanings).map(({ evidenceId }) => evidenceId),
    ...(named?.words ?? []).map(({ evidenceId }) => evidenceId),
  ]);
  const found = await readFound(ctx, [...ids]);
  const person = named && ofPerson(all, named);
  const asked = person ?? all;
  const signals = materialSignals(asked.query, found, scoresOf(asked)).filter(
    ({ quotes }) => !person || quotes.length > 0,
  );
  // A match on a participant's name does not show that anyone mentioned the subject.
  const covered = isCovered(featuresOf(person?.theirs === false ? person : all, found));
  if (!person) return { query, covered, signals };
  if (person.theirs) return { query, covered, signals, ofPerson: true };
  const own = onTheSame(chooseBeliefs(signals), found, named);
  return own.length > 0
    ? { query, covered, signals: own, ofPerson: true, opening: inOtherWords }
    : { query, covered, signals, opening: ofOthers };
}

/** Quotes by id, with the beliefs that they are linked to. */
interface FoundEvidence {
  rows: ReadonlyMap<string, EvidenceRow>;
  links: readonly (ThemeLink & { evidenceId: string })[];
  signals: readonly SignalRow[];
}

async function readFound({ db }: Context, ids: readonly string[]): Promise<FoundEvidence> {
  const links = await db.rows(linksOfEvidence, ids);
  const rows = new Map((await db.rows(foundEvidence, ids)).map((row) => [row.evidenceId, row]));
  const signals = await db.rows(signalsById, [...new Set(links.map((link) => link.signalId))]);
  return { rows, links, signals };
}

const scoresOf = ({ ranked, meanings }: Nearest): ReadonlyMap<string, number> =>
  new Map(fuse(ranked, meanings).map(({ evidenceId, score }) => [evidenceId, score]));

/** The beliefs that scored quotes are linked to, most relevant first. */
function materialSignals(
  query: QueryModel,
  found: FoundEvidence,
  scores: ReadonlyMap<string, number>,
): MaterialSignal[] {
  return found.signals
    .map((signal) => {
      const quotes = quotesOf(signal, found, (evidenceId) => scores.get(evidenceId));
      return { signal, quotes, relevance: relevance(query, signal, quotes) };
    })
    .sort((a, b) => b.relevance - a.relevance || a.signal.refNumber - b.signal.refNumber);
}

function quotesOf(
  { signalId }: SignalRow,
  { rows, links }: FoundEvidence,
  scoreOf: (evidenceId: string) => number | undefined,
): MaterialQuote[] {
  return links
    .filter((link) => link.signalId === signalId)
    .flatMap((link) => {
      const row = rows.get(link.evidenceId);
      const score = scoreOf(link.evidenceId);
      return row && score !== undefined ? [{ item: forSignal(row, link), score }] : [];
    })
    .sort((a, b) => b.score - a.score || (a.item.evidenceId < b.item.evidenceId ? -1 : 1));
}

/**
 * Quotes of the named people on the beliefs that other people's quotes on a subject are linked to,
 * the strongest first.
 */
const onTheSame = (
  beliefs: readonly MaterialSignal[],
  found: FoundEvidence,
  { people }: NamedPeople,
): MaterialSignal[] =>
  beliefs
    .map((belief) => ({
      ...belief,
      quotes: quotesOf(belief.signal, found, (evidenceId) => {
        const row = found.rows.get(evidenceId);
        return row && people.has(row.participantId) ? row.strength : undefined;
      }),
    }))
    .filter(({ quotes }) => quotes.length > 0);

/**
 * A quote that is linked to no belief cannot be cited, so it covers nothing; coverage is calibrated
 * on words alone.
 */
function featuresOf(
  { query, ranked }: Nearest,
  { signals, links }: FoundEvidence,
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

/**
 * The text around a quote, such as the interviewer's question, helps to find it but covers nothing.
 */
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
