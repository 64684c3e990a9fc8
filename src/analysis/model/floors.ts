/** A study, by its number of participants. */
export interface Heard {
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

/** True if enough people say it: in one of its studies, or three in several. */
export function enoughPeople(said: readonly Said[], studies: readonly Heard[]): boolean {
  const all = new Set(said.map(({ participantId }) => participantId)).size;
  if (all >= floorOf(Number.POSITIVE_INFINITY)) return true;
  return studies.some(({ studyId, people }) => {
    const own = said.filter((one) => one.studyId === studyId);
    return new Set(own.map(({ participantId }) => participantId)).size >= floorOf(people);
  });
}
