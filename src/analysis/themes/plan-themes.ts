import { isSpokenInEnglish } from '../../language/english.js';
import { words } from '../../language/tokens.js';
import type { UnnamedGroup, Wording } from '../analyst.js';
import { nameBuiltIn } from '../built-in-analyst.js';
import { type Anchor, place } from '../grouping/place.js';
import { fieldOf, sharedTopic } from '../labels/name-topic.js';
import type { ThemeRow, UnplacedQuote } from '../queries/themes.js';

/** An existing theme, with some of its quotes. */
export interface KnownTheme extends ThemeRow {
  sample: { id: string; text: string }[];
}

/** A new theme: its quotes, most typical first. Its label is a tag of its marked quotes, if there are any. */
interface PlannedTheme extends Wording {
  quoteIds: string[];
}

export interface ThemePlan {
  joined: { quoteId: string; themeId: string }[];
  founded: PlannedTheme[];
  /** Quotes that share no topic with another yet; they wait. */
  left: string[];
}

/**
 * In a study with fewer quotes, and for marked passages, a quote without a match becomes a theme of its own, and so do
 * quotes that are alike without a topic in common.
 */
const fewQuotes = 12;
const quotesToName = 12;

interface Group {
  ids: readonly string[];
  toName: UnnamedGroup;
}

/**
 * Assigns the quotes of a study to existing themes, to new and named ones, or to none yet. Themes keep their quotes;
 * only a theme that the service created, and that no person named or merged, may split. The order of the quotes does
 * not matter. Topics are named by English grammar: in other languages only marked passages become themes.
 */
export function planThemes(
  unplaced: readonly UnplacedQuote[],
  themes: readonly KnownTheme[],
): ThemePlan {
  const quotes = new Map(unplaced.map((quote) => [quote.quoteId, quote]));
  const fresh = unplaced.map(({ quoteId, quote, participantId, tags }) => ({
    id: quoteId,
    text: quote,
    by: [participantId],
    ...(tags[0] !== undefined && { tag: tagKey(tags[0]) }),
  }));
  const placement = place(fresh, themes.map(toAnchor));
  const toGroup = groupOf(unplaced, themes);
  const founded = placement.founded.map(toGroup);
  const parted = placement.parted.map(({ ids }) => toGroup(ids));
  const field = fieldOf([...founded, ...parted].flatMap(({ toName }) => toName.quotes));
  const hasTopic = ({ ids, toName }: Group): boolean =>
    ids.length > 1 && sharedTopic(toName, field) !== undefined;
  const isEnglish = isSpokenInEnglish(unplaced.flatMap(({ quote }) => words(quote)));
  const small = unplaced.length + themes.reduce((sum, theme) => sum + theme.quotes, 0) < fewQuotes;
  const stands = (group: Group): boolean =>
    group.ids.some((id) => quotes.get(id)?.marked) || (isEnglish && (small || hasTopic(group)));
  const standing = [
    ...founded.filter(stands),
    ...parted.filter((group) => isEnglish && hasTopic(group)),
  ];
  const wordings = nameBuiltIn(
    standing.map(({ toName }) => toName),
    field,
    themes.map(({ label }) => label),
  );
  return {
    joined: placement.joined.map(({ id, anchorId }) => ({ quoteId: id, themeId: anchorId })),
    founded: standing.map(({ ids }, at) => {
      const { label, description } = wordings[at] as Wording;
      const tag = ids.flatMap((id) => quotes.get(id)?.tags[0]?.trim() ?? [])[0];
      return { quoteIds: [...ids], label: tag ?? label, description };
    }),
    left: founded.filter((group) => !stands(group)).flatMap(({ ids }) => ids),
  };
}

/** Returns a function that makes a group of ids: its typical texts with their speakers. */
function groupOf(unplaced: readonly UnplacedQuote[], themes: readonly KnownTheme[]) {
  const placed = themes.flatMap(({ sample }) =>
    sample.map(({ id, text }) => ({ id, text, speaker: id })),
  );
  const fresh = unplaced.map((one) => ({
    id: one.quoteId,
    text: one.quote,
    speaker: one.participantId,
  }));
  const said = new Map([...placed, ...fresh].map((one) => [one.id, one]));
  return (ids: readonly string[]): Group => {
    const typical = ids.slice(0, quotesToName).flatMap((id) => said.get(id) ?? []);
    const quotes = typical.map(({ text }) => text);
    return { ids, toName: { quotes, speakers: typical.map(({ speaker }) => speaker) } };
  };
}

const toAnchor = (theme: KnownTheme): Anchor => ({
  id: theme.themeId,
  texts: theme.sample,
  tags: [theme.label, ...theme.tags].map(tagKey),
  divisible:
    theme.foundedBy !== null &&
    !theme.bearsBelief &&
    !theme.labelByPerson &&
    !theme.mergedInto &&
    theme.sample.length === theme.quotes,
});

const tagKey = (tag: string): string => tag.trim().toLowerCase().replace(/\s+/g, ' ');
