import type { HeldBelief, SaidClaim } from '../claims/held-beliefs.js';
import { type CodebookEntry, filled } from '../codebook/entry.js';
import { enoughPeople, type Heard } from './floors.js';

/**
 * The beliefs that claims support of which a model checked each against its sentence, in codebook order. A belief
 * that more people deny than state is not held.
 */
export function checkedBeliefs<Claim extends SaidClaim & { strength: number }>(
  claims: readonly Claim[],
  studies: readonly Heard[],
  codebook: readonly CodebookEntry[],
): HeldBelief[] {
  const byEntry = new Map<string, Claim[]>();
  for (const claim of claims) {
    byEntry.set(claim.entryId, [...(byEntry.get(claim.entryId) ?? []), claim]);
  }
  return codebook.flatMap((entry): HeldBelief[] => {
    const own = byEntry.get(entry.id) ?? [];
    const agree = own.filter(({ stance }) => stance === 'supports');
    const agreeing = new Set(agree.map(({ participantId }) => participantId));
    const disagree = own.filter(
      ({ stance, participantId }) => stance === 'contradicts' && !agreeing.has(participantId),
    );
    const denying = new Set(disagree.map(({ participantId }) => participantId)).size;
    if (!enoughPeople(agree, studies) || denying > agreeing.size) return [];
    return [
      {
        ...{ key: entry.id, entry, thing: undefined },
        statement: filled(entry.general ?? entry.statement, undefined),
        quotes: [...agree, ...disagree].sort(byStrength),
      },
    ];
  });
}

const byStrength = (
  a: { strength: number; quoteId: string },
  b: { strength: number; quoteId: string },
): number => b.strength - a.strength || (a.quoteId < b.quoteId ? -1 : 1);
