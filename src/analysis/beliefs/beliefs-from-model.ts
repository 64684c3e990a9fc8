import { groupBy } from '../../core/group-by.js';
import { type CodebookEntry, filled } from '../codebook/entry.js';
import type { HeldBelief, SaidClaim } from './beliefs-from-rules.js';

/** Most people who may deny a belief per person who states it: two of five people with a problem are a finding. */
const mostDenying = 2;

/**
 * The beliefs supported by claims that a model checked against their sentences, in codebook order. A belief is not
 * held if more than twice as many people deny it as state it.
 */
export function beliefsFromModel<Claim extends SaidClaim & { strength: number }>(
  claims: readonly Claim[],
  studies: readonly StudySize[],
  codebook: readonly CodebookEntry[],
): HeldBelief[] {
  const byEntry = groupBy(claims, ({ entryId }) => entryId);
  return codebook.flatMap((entry): HeldBelief[] => {
    const own = byEntry.get(entry.id) ?? [];
    const agree = own.filter(({ stance }) => stance === 'supports');
    const agreeing = new Set(agree.map(({ participantId }) => participantId));
    const disagree = own.filter(({ stance }) => stance === 'contradicts');
    const denying = new Set(disagree.map(({ participantId }) => participantId));
    // a person who says both is not a reason to drop it, but their words against it are shown
    for (const participantId of agreeing) denying.delete(participantId);
    if (!enoughPeople(agree, studies) || denying.size > mostDenying * agreeing.size) return [];
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

/** A study and its number of participants. */
export interface StudySize {
  studyId: string;
  people: number;
}

interface Said {
  studyId: string;
  participantId: string;
}

/** Up to this many participants, two people are enough for a belief; above, it takes three. */
const smallStudy = 12;
const floorOf = (people: number): number => (people <= smallStudy ? 2 : 3);

/** True if enough people say it in one study, or three across studies. */
export function enoughPeople(said: readonly Said[], studies: readonly StudySize[]): boolean {
  const all = new Set(said.map(({ participantId }) => participantId)).size;
  if (all >= floorOf(Number.POSITIVE_INFINITY)) return true;
  return studies.some(({ studyId, people }) => {
    const own = said.filter((one) => one.studyId === studyId);
    return new Set(own.map(({ participantId }) => participantId)).size >= floorOf(people);
  });
}
