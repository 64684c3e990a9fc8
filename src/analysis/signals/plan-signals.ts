import type { Relationship } from '../../../db/entities/signal.js';
import type { ThemeToLink } from '../../../db/queries/analysis/signals.js';
import { SIGNAL_PARTICIPANTS } from '../../decisions.js';
import { words } from '../../search/tokens.js';
import { type Fresh, place } from '../grouping/place.js';
import { subjectsOf } from '../grouping/subjects.js';
import { isOnlyCallTalk } from '../labels/call-talk.js';

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
}

export interface SignalPlan {
  joined: (PlannedLink & { signalId: string })[];
  founded: PlannedSignal[];
}

/** A team that has heard hundreds hears every chance remark twice: there a belief needs more people. */
const participantsNeeded = (heard: number): number =>
  Math.max(SIGNAL_PARTICIPANTS, Math.round(Math.sqrt(heard) / 2));

/** And more quotes: there two that share a word say little. */
const quotesNeeded = (known: number): number =>
  Math.max(2, Math.min(4, Math.round(Math.sqrt(known) / 5)));

const plainFrom = 0.15;
/** Themes of one signal say the same: more is asked than of quotes of one theme. */
const closeness = 0.5;
const longestText = 2_000;

/**
 * Which signal each theme belongs to that has none: one that is there, archived ones too, or a new one together with
 * the themes that speak of the same, in whatever study. What too few people speak of, and a theme whose quotes have no
 * subject in common, founds nothing. Links that are there stay.
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
  const linkedThemes = new Map(signals.map(({ signalId, themes: linked }) => [signalId, linked]));
  const joined = placement.joined.map(({ id, anchorId }) => ({
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
  const founded = placement.founded
    .map((ids) => ids.map((id) => byId.get(id) as ThemeToLink).sort(mostPeopleFirst))
    .filter((group) => isHeard(group) && !isSmallTalk(group))
    .map((group) => ({
      links: group.map((theme) => ({
        themeId: theme.themeId,
        relationship: relationshipOf(theme, group.slice(0, 1)),
      })),
    }));
  return { joined, founded };
}

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

const wordingOf = (quote: string): string => words(quote).join(' ');

const peopleOf = (group: readonly ThemeToLink[]): number =>
  new Set(group.flatMap(({ participantIds }) => participantIds)).size;

/** Nothing but talk about the call itself is no belief. */
const isSmallTalk = (group: readonly ThemeToLink[]): boolean =>
  group.every(({ quotes }) => quotes.every(isOnlyCallTalk));

const mostPeopleFirst = (a: ThemeToLink, b: ThemeToLink): number =>
  b.participantIds.length - a.participantIds.length || (a.themeId < b.themeId ? -1 : 1);
