import type { EvidenceKind } from '../../../../db/entities/evidence.js';
import { strongestOfSignal } from '../../../../db/queries/ask-material.js';
import type { EvidenceRow } from '../../../../db/queries/evidence.js';
import { signalRef } from '../../../beliefs/signals/ref.js';
import type { Context } from '../../../core/context.js';
import type { MaterialSignal } from '../material.js';

/** A belief as a model sees it, with the only quotes of it that the model may use. */
export interface OfferedBelief {
  ref: string;
  material: MaterialSignal;
  quotes: readonly EvidenceRow[];
}

const nearestQuotes = 12;
const strongestQuotes = 3;

/**
 * The quotes nearest to the question and the belief's strongest on both sides, so that neither side
 * is hidden.
 */
export async function offerMaterial(
  ctx: Context,
  beliefs: readonly MaterialSignal[],
): Promise<OfferedBelief[]> {
  const offered: OfferedBelief[] = [];
  for (const material of beliefs) {
    const { signalId, refNumber } = material.signal;
    const strongest = (kind: EvidenceKind) =>
      ctx.db.rows(strongestOfSignal, signalId, kind, strongestQuotes);
    const rows = [
      ...material.quotes.slice(0, nearestQuotes).map(({ item }) => item),
      ...(await strongest('evidence')),
      ...(await strongest('counterEvidence')),
    ];
    offered.push({
      ref: signalRef(refNumber),
      material,
      quotes: rows.filter(
        ({ evidenceId }, index) =>
          rows.findIndex((other) => other.evidenceId === evidenceId) === index,
      ),
    });
  }
  return offered;
}
