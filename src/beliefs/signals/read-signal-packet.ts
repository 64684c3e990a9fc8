import type { Relationship } from '../../../db/entities/signal.js';
import { type EvidenceRow, signalTaster } from '../../../db/queries/evidence.js';
import {
  type ReceiptRow,
  type SignalLinkRow,
  type SignalPacketRow,
  type SignalRow,
  signalPacket,
} from '../../../db/queries/signals.js';
import { read } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { notFound } from '../../core/errors.js';
import { COUNTER_EVIDENCE_TASTER, EVIDENCE_TASTER } from '../../core/numbers.js';
import { type ConfidenceBand, confidenceBand, signalConfidence } from './confidence.js';
import { readSettled, trajectoryIsDue } from './list-signals.js';
import {
  type GapFacts,
  type NextStep,
  nextStep,
  pointedTo,
  type RecommendationFacts,
} from './next-step.js';
import { isStale } from './trajectory.js';

/** A belief with its evidence and its next step. */
export interface SignalPacket {
  signal: SignalRow;
  /** 0 to 1. */
  confidence: number;
  confidenceBand: ConfidenceBand;
  isStale: boolean;
  nextStep: NextStep;
  /** A few quotes, strongest first. */
  evidence: EvidenceRow[];
  counterEvidence: EvidenceRow[];
  perStudy: StudyView[];
  recommendation: RecommendationFacts | null;
  /** All published recommendations. */
  recommendations: RecommendationFacts[];
  /** Non-dismissed, newest first. */
  researchGaps: GapFacts[];
  postShipReceipt: ReceiptRow | null;
}

/** A signal with at most the given number of quotes of each kind, by default a few. Throws `not_found`. */
export async function readSignalPacket(
  ctx: Context,
  signalId: string,
  { evidence = EVIDENCE_TASTER, counterEvidence = COUNTER_EVIDENCE_TASTER } = {},
): Promise<SignalPacket> {
  const taster = read(signalTaster, signalId, evidence, counterEvidence);
  const [[row], quotes] = await readSettled(
    ctx,
    () => ctx.db.together(read(signalPacket, signalId), taster),
    ([[signal]]) => signal !== undefined && trajectoryIsDue(signal, ctx.now),
  );
  if (!row) throw notFound('signal', signalId);
  return packetOf(row, quotes, ctx.now);
}

function packetOf(row: SignalPacketRow, quotes: EvidenceRow[], now: Date): SignalPacket {
  const { recommendations: published, gaps, links, receipt, ...signal } = row;
  const recommendations = published.map((r) => ({ ...r, updatedAt: new Date(r.updatedAt) }));
  const researchGaps = gaps.map((gap) => ({ ...gap, createdAt: new Date(gap.createdAt) }));
  const sureness = signalConfidence(signal, now);
  return {
    signal,
    confidence: sureness,
    confidenceBand: confidenceBand(sureness),
    isStale: isStale(signal.latestCapturedAt, now),
    nextStep: nextStep({ ...signal, recommendations, gaps: researchGaps }),
    evidence: quotes.filter(({ kind }) => kind === 'evidence'),
    counterEvidence: quotes.filter(({ kind }) => kind === 'counterEvidence'),
    perStudy: perStudy(links),
    recommendation: pointedTo(recommendations) ?? null,
    recommendations,
    researchGaps,
    postShipReceipt: receipt,
  };
}

/** One study's view of a signal. */
interface StudyView {
  studyId: string;
  studyName: string;
  relationship: Relationship;
  narrative: string;
  addedAt: Date;
}

/**
 * One entry per study, in the order of the links: the links' common relationship, or `nuances` if
 * they differ; their narratives joined; the earliest date (docs/reference.md, Signals).
 */
function perStudy(links: readonly SignalLinkRow[]): StudyView[] {
  const byStudy = new Map<string, SignalLinkRow[]>();
  for (const link of links) byStudy.set(link.studyId, [...(byStudy.get(link.studyId) ?? []), link]);
  return [...byStudy.values()].map((ofStudy) => {
    const [first, ...others] = ofStudy as [SignalLinkRow, ...SignalLinkRow[]];
    const agree = others.every(({ relationship }) => relationship === first.relationship);
    return {
      studyId: first.studyId,
      studyName: first.studyName,
      relationship: agree ? first.relationship : 'nuances',
      narrative: ofStudy.flatMap(({ narrative }) => narrative ?? []).join(' '),
      addedAt: new Date(Math.min(...ofStudy.map(({ addedAt }) => addedAt))),
    };
  });
}
