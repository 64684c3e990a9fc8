import { type Anchor, type Placement, place } from '../grouping/place.js';
import type { ThemeRow, UnplacedQuote } from '../queries/themes.js';

/** An existing theme, with some of its quotes. */
export interface KnownTheme extends ThemeRow {
  sample: { id: string; text: string }[];
}

/** A new theme: its quotes, most typical first. */
export interface PlannedTheme {
  quoteIds: string[];
  /** The label from the people who marked its quotes. */
  tag?: string;
}

export interface ThemePlan {
  joined: { quoteId: string; themeId: string }[];
  founded: PlannedTheme[];
  /** Quotes that share no topic with another yet; they wait. */
  left: string[];
}

/** In a study with fewer quotes, and for marked passages, a quote without a match becomes a theme of its own. */
const fewQuotes = 60;

/**
 * Assigns the quotes of a study to existing themes, to new ones, or to none yet. Themes keep their quotes; only
 * a theme that the service created, and that no person named or merged, may split.
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
  const small = unplaced.length + themes.reduce((sum, theme) => sum + theme.quotes, 0) < fewQuotes;
  const stands = (ids: readonly string[]): boolean => {
    const first = quotes.get(ids[0] as string) as UnplacedQuote;
    return ids.length > 1 || small || first.marked;
  };
  const founded = placement.founded.filter(stands).map((quoteIds) => ({
    quoteIds,
    ...tagOf(quoteIds.map((id) => quotes.get(id) as UnplacedQuote)),
  }));
  return {
    joined: placement.joined.map(({ id, anchorId }) => ({ quoteId: id, themeId: anchorId })),
    founded: [...founded, ...parted(placement)],
    left: placement.founded.filter((ids) => !stands(ids)).flat(),
  };
}

const parted = ({ parted: parts }: Placement): PlannedTheme[] =>
  parts.map(({ ids }) => ({ quoteIds: ids }));

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

function tagOf(members: readonly UnplacedQuote[]): { tag?: string } {
  const tag = members.find(({ tags }) => tags[0] !== undefined)?.tags[0];
  return tag === undefined ? {} : { tag: tag.trim() };
}
