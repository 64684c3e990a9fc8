import type { Relationship } from '../../../db/entities/signal.js';
import type { ThemeToLink } from '../../../db/queries/analysis/signals.js';
import { MANY_HEARD, SIGNAL_PARTICIPANTS } from '../../decisions.js';
import { tellingTerms, words } from '../../search/tokens.js';
import { type Claim, claimOf } from '../claims/claim-of.js';
import { type Fresh, place } from '../grouping/place.js';
import { subjectsOf } from '../grouping/subjects.js';
import { isEnglish } from '../is-english.js';
import { type Field, fieldOf } from '../labels/field.js';
import type { Said } from '../labels/shared-terms.js';

/** A signal as it stands. */
export interface KnownSignal {
  signalId: string;
  themes: ThemeToLink[];
}

export interface PlannedLink {
  themeId: string;
  relationship: Relationship;
}

/** A new signal: the theme that founds it first. */
export interface PlannedSignal {
  links: PlannedLink[];
  /** What its people say together; undefined where persons named its themes, and in other languages than English. */
  claim: Claim | undefined;
}

export interface SignalPlan {
  joined: (PlannedLink & { signalId: string })[];
  founded: PlannedSignal[];
}

/** A team that has heard many hears every chance remark twice: there a belief needs another person. */
const participantsNeeded = (heard: number): number =>
  heard < MANY_HEARD ? SIGNAL_PARTICIPANTS : SIGNAL_PARTICIPANTS + 1;

/** And another quote: there two that share a word say little. */
const manyQuotes = 150;
const quotesNeeded = (known: number): number => (known < manyQuotes ? 2 : 3);

const plainFrom = 0.15;
/** Themes of one signal say the same: more is asked than of quotes of one theme. */
const closeness = 0.5;
const longestText = 2_000;

/**
 * Which signal each theme belongs to that has none: one that is there, archived ones too, or a new one together with
 * the themes that speak of the same, in whatever study. What too few people speak of, and what is alike without
 * a claim in common, founds nothing. Links that are there stay.
 *
 * @param heard how many people the team's quotes are from
 */
export function planSignals(
  themes: readonly ThemeToLink[],
  signals: readonly KnownSignal[],
  heard: number,
): SignalPlan {
  const byId = new Map(themes.map((theme) => [theme.themeId, theme]));
  const all = [...themes, ...signals.flatMap(({ themes: linked }) => linked)];
  const subjects = subjectsOf(all.map(toFresh)).of;
  const placement = place(
    themes.filter((_, at) => subjects[at]?.size).map(toFresh),
    signals.map(({ signalId, themes: linked }) => ({
      id: signalId,
      texts: linked.map(toFresh),
    })),
    closeness,
  );
  const field = { ...fieldOf(all.flatMap(({ quotes }) => quotes)), isWide: wideIn(all) };
  const linkedThemes = new Map(signals.map(({ signalId, themes: linked }) => [signalId, linked]));
  const claims = new Map(
    signals.map(({ signalId, themes: linked }) => [signalId, claimOf(saidIn(linked), field)]),
  );
  const fits = ({ id, anchorId }: { id: string; anchorId: string }): boolean => {
    const [theme, claim] = [byId.get(id) as ThemeToLink, claims.get(anchorId)];
    return !claim || theme.named || speaksOf(theme, claim, field);
  };
  const joined = placement.joined.filter(fits).map(({ id, anchorId }) => ({
    signalId: anchorId,
    themeId: id,
    relationship: relationshipOf(byId.get(id) as ThemeToLink, linkedThemes.get(anchorId) ?? []),
  }));
  const least = quotesNeeded(all.flatMap(({ quotes }) => quotes).length);
  const isHeard = (group: readonly ThemeToLink[]): boolean => {
    // a talk that came as two files says each thing once
    const said = new Set(group.flatMap(({ quotes }) => quotes.map(wordingOf)));
    return peopleOf(group) >= participantsNeeded(heard) && said.size >= least;
  };
  const strangers = placement.joined.filter((join) => !fits(join)).map(({ id }) => [id]);
  const beliefs = [...placement.founded, ...strangers]
    .map((ids) => ids.map((id) => byId.get(id) as ThemeToLink).sort(mostPeopleFirst))
    .flatMap((group) => {
      const whole = believed(group, field, isHeard);
      return whole ? [whole] : group.flatMap((one) => believed([one], field, isHeard) ?? []);
    });
  const said = new Map(
    [...claims].flatMap(([signalId, claim]) => (claim ? [[keyOf(claim), signalId]] : [])),
  );
  const founded: PlannedSignal[] = [];
  for (const { group, claim } of withoutTwins(beliefs)) {
    const signalId = claim && said.get(keyOf(claim));
    const others = signalId ? (linkedThemes.get(signalId) ?? []) : group.slice(0, 1);
    const links = group.map((theme) => ({
      themeId: theme.themeId,
      relationship: relationshipOf(theme, others),
    }));
    if (signalId) joined.push(...links.map((link) => ({ ...link, signalId })));
    else founded.push({ claim, links });
  }
  return { joined, founded };
}

const keyOf = ({ way, subject }: Claim): string => `${way} ${subject}`;

interface Belief {
  group: readonly ThemeToLink[];
  claim: Claim | undefined;
}

/** What is found twice is one belief. */
function withoutTwins(beliefs: readonly Belief[]): Belief[] {
  const byClaim = new Map<string, Belief>();
  for (const [at, belief] of beliefs.entries()) {
    const { claim, group } = belief;
    const key = claim ? keyOf(claim) : String(at);
    const twin = byClaim.get(key);
    byClaim.set(key, twin ? { ...twin, group: [...twin.group, ...group] } : belief);
  }
  return [...byClaim.values()];
}

/**
 * The themes of a group that say one thing together, with that; none where they only speak of the same. What a person
 * named is believed as it is, and so is what is said in a language whose cues are not known.
 */
function believed(
  group: readonly ThemeToLink[],
  field: Field,
  isHeard: (group: readonly ThemeToLink[]) => boolean,
): Belief | undefined {
  if (!isHeard(group)) return undefined;
  const quotes = group.flatMap((theme) => theme.quotes);
  if (group.some(({ named }) => named) || !isEnglish(quotes.flatMap(words))) {
    return { group, claim: undefined };
  }
  const claim = claimOf(saidIn(group), field);
  if (!claim) return undefined;
  const own = group.filter((theme) => speaksOf(theme, claim, field));
  const agreed = own.length < group.length ? claimOf(saidIn(own), field) : claim;
  return agreed && isHeard(own) ? { group: own, claim: agreed } : undefined;
}

const speaksOf = ({ quotes }: ThemeToLink, { subject }: Claim, field: Field): boolean =>
  2 * quotes.filter((quote) => field.claimsIn(quote).has(subject)).length >= quotes.length;

/** What a theme says about a belief that rests on others: the same, the contrary, or something beside it. */
function relationshipOf(theme: ThemeToLink, others: readonly ThemeToLink[]): Relationship {
  if (others.length === 0 || others.includes(theme)) return 'supports';
  const mine = polarityOf(theme);
  const total = others.reduce((sum, { participantIds }) => sum + participantIds.length, 0);
  const theirs =
    others.reduce((sum, other) => sum + polarityOf(other) * other.participantIds.length, 0) /
    Math.max(1, total);
  if (Math.abs(theirs) < plainFrom) return 'supports';
  if (Math.abs(mine) < plainFrom) return theme.sentiment === 'mixed' ? 'nuances' : 'supports';
  return mine > 0 === theirs > 0 ? 'supports' : 'contradicts';
}

const TONES: Record<string, number> = { positive: 0.5, negative: -0.5 };
const polarityOf = ({ polarity, sentiment }: ThemeToLink): number =>
  polarity ?? TONES[sentiment] ?? 0;

const textOf = ({ label, quotes }: Pick<ThemeToLink, 'label' | 'quotes'>): string =>
  [label, ...quotes].join('\n').slice(0, longestText).toWellFormed();

const toFresh = (theme: ThemeToLink): Fresh => ({
  id: theme.themeId,
  text: textOf(theme),
  name: theme.label,
  quotes: theme.quotes,
  by: theme.participantIds,
});

/** The quotes of themes with who says them, each once: the strongest of each theme first. */
export function saidIn(group: readonly ThemeToLink[]): Said[] {
  const byWording = new Map<string, Said & { rank: number }>();
  for (const { quotes, speakers } of group) {
    for (const [rank, quote] of quotes.entries()) {
      const wording = wordingOf(quote);
      if (byWording.has(wording)) continue;
      byWording.set(wording, { quote, speaker: speakers[rank] as string, rank });
    }
  }
  return [...byWording.values()]
    .sort((a, b) => a.rank - b.rank)
    .map(({ quote, speaker }) => ({ quote, speaker }));
}

/** What so much of a study speaks of is its subject, and no belief. */
const studyShare = 0.2;
const fewestWide = 20;

function wideIn(themes: readonly ThemeToLink[]): Field['isWide'] {
  const wide = new Set<string>();
  for (const study of new Set(themes.map(({ studyId }) => studyId))) {
    const quotes = themes.flatMap((theme) => (theme.studyId === study ? theme.quotes : []));
    const counts = new Map<string, number>();
    for (const term of quotes.flatMap((quote) => [...new Set(tellingTerms(quote))])) {
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    const widest = Math.max(fewestWide, studyShare * quotes.length);
    for (const [term, by] of counts) if (by > widest) wide.add(term);
  }
  return (term) => wide.has(term);
}

const wordingOf = (quote: string): string => words(quote).join(' ');

const peopleOf = (group: readonly ThemeToLink[]): number =>
  new Set(group.flatMap(({ participantIds }) => participantIds)).size;

const mostPeopleFirst = (a: ThemeToLink, b: ThemeToLink): number =>
  b.participantIds.length - a.participantIds.length || (a.themeId < b.themeId ? -1 : 1);
