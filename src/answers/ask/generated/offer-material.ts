import { strongestOfSignal } from '../../../../db/queries/ask-material.js';
import type { EvidenceRow } from '../../../../db/queries/evidence.js';
import { read } from '../../../../db/team-database.js';
import { signalRef } from '../../../beliefs/signals/ref.js';
import type { Context } from '../../../core/context.js';
import type { Finding } from '../decide.js';
import type { MaterialSignal } from '../retrieve.js';

/** A belief as a model sees it, with the only quotes of it that the model may use. */
export interface OfferedBelief {
  ref: string;
  material: MaterialSignal;
  quotes: readonly EvidenceRow[];
}

const nearestBeliefs = 3;
const nearestPassages = 8;
const strongestFor = 2;

/**
 * The passages nearest to a question, of the beliefs found and those next to them, and the strongest
 * quotes of each on both sides, so that neither side is hidden.
 */
export async function offerMaterial(
  { db }: Context,
  { beliefs: found, material: { signals } }: Pick<Finding, 'beliefs' | 'material'>,
): Promise<OfferedBelief[]> {
  const ids = new Set(found.map(({ signal }) => signal.signalId));
  const others = signals.filter(({ signal }) => !ids.has(signal.signalId));
  const beliefs = [...found, ...others].slice(0, nearestBeliefs);
  const passages = new Set(
    beliefs
      .flatMap(({ quotes }) => quotes)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, nearestPassages),
  );
  const strongest = await db.together(
    ...beliefs.flatMap(({ signal: { signalId } }) => [
      read(strongestOfSignal, signalId, 'evidence', strongestFor),
      read(strongestOfSignal, signalId, 'counterEvidence', 1),
    ]),
  );
  return beliefs.map((material, place) => {
    const near = material.quotes.filter((quote) => passages.has(quote)).map(({ item }) => item);
    const rows = [...near, ...strongest.slice(2 * place, 2 * place + 2).flat()];
    const byId = new Map(rows.toReversed().map((row) => [row.evidenceId, row]));
    const quotes = rows.filter((row) => byId.get(row.evidenceId) === row);
    return { ref: signalRef(material.signal.refNumber), material, quotes };
  });
}
