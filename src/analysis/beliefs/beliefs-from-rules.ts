import { groupBy } from '../../core/group-by.js';
import { tellingTerms, termOf, words } from '../../language/tokens.js';
import type { Claim } from '../claims/claim.js';
import { type CodebookEntry, filled, hasThing } from '../codebook/entry.js';

/** A claim as stored with its quote. */
export interface SaidClaim
  extends Pick<Claim, 'entryId' | 'stance' | 'certainty' | 'namesAi' | 'things'> {
  quoteId: string;
  quote: string;
  participantId: string;
  studyId: string;
}

/** Size of a study, from which its minimum number of people follows. */
export interface StudyWithAi {
  studyId: string;
  /** Participants of its analyzed interviews. */
  people: number;
  /** Participants who say that they use AI. */
  aiUsers: number;
}

/** A belief that enough people of a study state. */
export interface HeldBelief {
  /** The entry's id, and the thing that its people share, if any. */
  key: string;
  entry: CodebookEntry;
  statement: string;
  thing: string | undefined;
  /** Quotes of both stances, the most representative first. */
  quotes: (SaidClaim & { strength: number })[];
}

/** Minimum number of people in a study: two in a small one, otherwise a tenth, but three to five. */
const handful = 10;
const minPeopleOf = (people: number): number =>
  people <= handful ? 2 : Math.max(3, Math.min(5, Math.ceil(people / 10)));
/** Minimum certainty in small studies and for counter-evidence. */
const minCertainty = { supports: 0.7, contradicts: 0.75 };
/**
 * Minimum number of people in further studies for a claim about AI, once one study has reached its own minimum.
 * Other claims need the minimum in every study.
 */
const fewestElsewhere = 2;
const fewestAiUsers = 2;
/**
 * Minimum number of people, in all studies together, for a built-in entry that is not about AI: what its patterns find in
 * the words of two people is too often something else, or not worth repeating (docs/quality.md).
 */
const fewestOutsideAi = 3;
/** A thing is shared if it is named this many times more often with the claim than with other claims. */
const thingLift = 1.5;
const fewestForThing = 2;

/**
 * The beliefs that a team's claims support, in codebook order; independent of the order of the claims. `own` are the ids of
 * entries that the team wrote or changed.
 */
export function beliefsFromRules(
  said: readonly SaidClaim[],
  studies: readonly StudyWithAi[],
  codebook: readonly CodebookEntry[],
  own: ReadonlySet<string>,
): HeldBelief[] {
  const byStudy = new Map(studies.map((study) => [study.studyId, study]));
  const known = new Map(codebook.map((entry) => [entry.id, entry]));
  const applicable = withoutDuplicates(
    said
      .filter((claim) => applies(claim, byStudy.get(claim.studyId), known.get(claim.entryId)))
      .sort((a, b) => (a.quoteId < b.quoteId ? -1 : 1)),
  );
  const byEntry = groupBy(applicable, ({ entryId }) => entryId);
  const stemsOf = rememberedStems();
  const rarity = rarityIn(applicable, stemsOf);
  return codebook.flatMap((entry) => {
    const claims = byEntry.get(entry.id) ?? [];
    const fewest = entry.about || own.has(entry.id) ? 1 : fewestOutsideAi;
    const supported = (some: readonly SaidClaim[]): SaidClaim[] =>
      supportedClaims(some, entry, byStudy, fewest);
    const groups = hasThing(entry)
      ? byThing(entry, claims, applicable, supported, stemsOf)
      : [{ claims }];
    return groups.flatMap(({ thing, claims: some }: OfThing) => {
      const quotes = supported(some);
      return quotes.length > 0 ? [beliefOf(entry, thing, quotes, rarity, stemsOf)] : [];
    });
  });
}

/**
 * Drops duplicates from a talk that was stored twice: if several people say the same words, only the first counts.
 */
function withoutDuplicates(claims: readonly SaidClaim[]): SaidClaim[] {
  const speakers = new Map<string, string>();
  return claims.filter(({ entryId, quote, participantId }) => {
    const wording = `${entryId} ${words(quote).join(' ')}`;
    const first = speakers.get(wording) ?? participantId;
    speakers.set(wording, first);
    return first === participantId;
  });
}

/**
 * In a study of AI users, claims unrelated to AI concern their own work and not a product; in other studies, the
 * few remarks on AI are not findings.
 */
function applies(
  { namesAi }: SaidClaim,
  study: StudyWithAi | undefined,
  entry: CodebookEntry | undefined,
): boolean {
  if (!entry || !study) return false;
  const isAboutAi = study.aiUsers >= Math.max(fewestAiUsers, study.people / 2);
  return entry.about ? isAboutAi : !isAboutAi || namesAi;
}

/**
 * The claims of those studies in which enough people agree and more agree than disagree; empty if there is none, or if fewer people
 * than `fewest` agree.
 */
function supportedClaims(
  claims: readonly SaidClaim[],
  entry: CodebookEntry,
  studies: ReadonlyMap<string, StudyWithAi>,
  fewest: number,
): SaidClaim[] {
  const peopleOf = (studyId: string): number => studies.get(studyId)?.people ?? 0;
  const sure = claims.filter(
    ({ studyId, certainty, stance }) =>
      certainty >= minCertainty[stance] || (peopleOf(studyId) > handful && stance === 'supports'),
  );
  const held = [...groupBy(sure, ({ studyId }) => studyId)].map(([studyId, own]) => ({
    own,
    agree: countPeople(own.filter(({ stance }) => stance === 'supports')),
    floor: minPeopleOf(peopleOf(studyId)),
  }));
  if (!held.some(({ agree, floor }) => agree >= floor)) return [];
  const least = entry.about ? fewestElsewhere : Number.POSITIVE_INFINITY;
  const kept = held
    .filter(({ agree, floor }) => agree >= Math.min(least, floor))
    .flatMap(({ own }) => own);
  const agree = kept.filter(({ stance }) => stance === 'supports');
  const agreeing = new Set(agree.map(({ participantId }) => participantId));
  if (agreeing.size < fewest) return [];
  const balanced = kept.filter(
    ({ stance, participantId }) => stance === 'supports' || !agreeing.has(participantId),
  );
  return countPeople(balanced) >= 2 * agreeing.size ? [] : balanced;
}

interface OfThing {
  thing?: string;
  claims: readonly SaidClaim[];
}

/** Groups claims by shared thing, the most people first; each claim has at most one thing. */
function byThing(
  entry: CodebookEntry,
  claims: readonly SaidClaim[],
  all: readonly SaidClaim[],
  supported: (some: readonly SaidClaim[]) => readonly SaidClaim[],
  stemsOf: StemsOf,
): OfThing[] {
  const keysOf = ({ things }: SaidClaim): string[] => [...new Set(things.map(keyOfThing))];
  const shareOf = (key: string, some: readonly SaidClaim[]): number =>
    some.filter(({ quote }) => stemsOf(quote).has(key)).length / Math.max(1, some.length);
  const others = all.filter(({ entryId }) => entryId !== entry.id);
  const candidates = [...new Set(claims.flatMap(keysOf))]
    .map((key) => ({ key, own: claims.filter((claim) => keysOf(claim).includes(key)) }))
    .filter(({ own }) => countPeople(own) >= fewestForThing)
    .filter(({ key }) => shareOf(key, claims) >= thingLift * shareOf(key, others))
    .sort((a, b) => countPeople(b.own) - countPeople(a.own) || (a.key < b.key ? -1 : 1));
  const taken = new Set<SaidClaim>();
  const found: OfThing[] = [];
  for (const { key, own } of candidates) {
    const free = own.filter((claim) => !taken.has(claim));
    if (supported(free).length === 0) continue;
    for (const claim of free) taken.add(claim);
    found.push({ thing: commonWording(key, free), claims: free });
  }
  const rest = claims.filter((claim) => !taken.has(claim));
  return entry.general === undefined ? found : [...found, { claims: rest }];
}

const keyOfThing = (thing: string): string => termOf(thing.split(' ').at(-1) as string);

/** The most frequent wording of a thing. */
function commonWording(key: string, claims: readonly SaidClaim[]): string {
  const counts = new Map<string, number>();
  for (const { things } of claims) {
    for (const thing of things) {
      if (keyOfThing(thing) === key) counts.set(thing, (counts.get(thing) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return (most as [string, number])[0];
}

function beliefOf(
  entry: CodebookEntry,
  thing: string | undefined,
  quotes: readonly SaidClaim[],
  rarity: (term: string) => number,
  stemsOf: StemsOf,
): HeldBelief {
  const isGeneral = hasThing(entry) && thing === undefined;
  return {
    key: thing === undefined ? entry.id : `${entry.id}/${keyOfThing(thing)}`,
    entry,
    statement: filled(isGeneral ? (entry.general as string) : entry.statement, thing),
    thing,
    quotes: byCentrality(quotes, rarity, stemsOf),
  };
}

const idealWords = { fewest: 8, most: 40 };
/** A quote that begins within a sentence is hard to read alone. */
const isFragment = (quote: string): boolean => /^[a-z]/.test(quote);

/**
 * Rates how representative each quote is, 0 to 1: certain, complete, of readable length, and with the words that the
 * others use.
 */
function byCentrality(
  quotes: readonly SaidClaim[],
  rarity: (term: string) => number,
  stemsOf: StemsOf,
): HeldBelief['quotes'] {
  const counts = new Map<string, number>();
  for (const { quote } of quotes) {
    for (const term of stemsOf(quote)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const central = quotes.map(({ quote }) => {
    const terms = [...stemsOf(quote)];
    const shared = terms.reduce(
      (sum, term) => sum + rarity(term) * Math.log(counts.get(term) as number),
      0,
    );
    return shared / Math.sqrt(terms.length + 4);
  });
  const most = Math.max(...central) || 1;
  return quotes
    .map((claim, at) => {
      const length = words(claim.quote).length;
      const unfit = length < idealWords.fewest || length > idealWords.most ? 0.25 : 0;
      const broken = isFragment(claim.quote) ? 0.1 : 0;
      const shared = (central[at] as number) / most;
      const worth = 0.6 * claim.certainty + 0.4 * shared - unfit - broken;
      return { ...claim, strength: Math.round(1_000 * Math.max(0.05, worth)) / 1_000 };
    })
    .sort((a, b) => b.strength - a.strength || (a.quoteId < b.quoteId ? -1 : 1));
}

function rarityIn(claims: readonly SaidClaim[], stemsOf: StemsOf): (term: string) => number {
  const counts = new Map<string, number>();
  const quotes = [...new Set(claims.map(({ quote }) => quote))];
  for (const quote of quotes) {
    for (const term of stemsOf(quote)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return (term) => Math.log(quotes.length / (1 + (counts.get(term) ?? 0)) + 1);
}

type StemsOf = (quote: string) => ReadonlySet<string>;

/** Returns a function for the stems of a quote, which remembers its results. */
function rememberedStems(): StemsOf {
  const known = new Map<string, ReadonlySet<string>>();
  return (quote) => {
    const stems = known.get(quote) ?? new Set(tellingTerms(quote));
    known.set(quote, stems);
    return stems;
  };
}

const countPeople = (claims: readonly SaidClaim[]): number =>
  new Set(claims.map(({ participantId }) => participantId)).size;
