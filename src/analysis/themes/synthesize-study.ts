import {
  foundThemes,
  leaveQuotes,
  mergedInto,
  placeQuotes,
  quotesOfThemes,
  themesOfStudy,
  type UnplacedQuote,
  unplacedQuotes,
} from '../../../db/queries/analysis/themes.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { type Context, inTransaction } from '../../context.js';
import { queueEngine } from '../../engine/queue-engine.js';
import { refreshSearch } from '../../search/refresh-search.js';
import { refreshFactsOf } from '../../signals/refresh-facts.js';
import {
  type Analyst,
  addTokens,
  type Naming,
  NO_TOKENS,
  type UnnamedGroup,
  type Wording,
} from '../analyst.js';
import { textsPerAnchor } from '../grouping/place.js';
import { themeId as idOfTheme } from '../ids.js';
import { type KnownTheme, type PlannedTheme, planThemes, type ThemePlan } from './plan-themes.js';
import { settleStances } from './settle-stances.js';
import { sideOf, stanceOf } from './stance.js';

export interface StudySynthesis extends Pick<Naming, 'usage'> {
  quotesPlaced: number;
  themesFounded: number;
}

const QUOTES_TO_NAME = 12;

/**
 * Brings the quotes of a study that have no theme yet under one, and makes them evidence; in one transaction, so a
 * run that is ended half way leaves the study as it was. Without such quotes nothing is done.
 */
export async function synthesizeStudy(
  ctx: Context,
  studyId: string,
  analyst: Analyst,
): Promise<StudySynthesis> {
  let spent = NO_TOKENS;
  for (;;) {
    const unplaced = await ctx.db.rows(unplacedQuotes, studyId);
    if (!unplaced.some(({ awaitsTheme }) => awaitsTheme)) {
      return { quotesPlaced: 0, themesFounded: 0, usage: spent };
    }
    const themes = await knownThemes(ctx, studyId);
    const plan = planThemes(unplaced, themes);
    const { named, usage } = await nameThemes(ctx, plan, unplaced, themes, analyst);
    const done = await inTransaction(ctx, async (tx) => {
      await tx.db.row(lockTeam);
      // naming may have taken a model minutes: what another process did meanwhile is looked at anew
      if (!(await isAsSeen(tx, studyId, unplaced, themes))) return undefined;
      return write(tx, studyId, plan, named);
    });
    spent = addTokens(spent, usage);
    if (done) return { ...done, usage: spent };
  }
}

async function knownThemes(ctx: Context, studyId: string): Promise<KnownTheme[]> {
  const themes = await ctx.db.rows(themesOfStudy, studyId);
  const ids = themes.map(({ themeId }) => themeId);
  const byTheme = new Map<string, KnownTheme['sample']>(ids.map((id) => [id, []]));
  for (const row of await ctx.db.rows(quotesOfThemes, ids, textsPerAnchor(ids.length))) {
    byTheme.get(row.themeId)?.push({ id: row.evidenceId, text: row.quote });
  }
  return themes.map((theme) => ({ ...theme, sample: byTheme.get(theme.themeId) ?? [] }));
}

type NamedTheme = PlannedTheme & Wording;

async function nameThemes(
  ctx: Context,
  { founded }: ThemePlan,
  unplaced: readonly UnplacedQuote[],
  themes: readonly KnownTheme[],
  analyst: Analyst,
): Promise<{ named: NamedTheme[] } & Pick<Naming, 'usage'>> {
  const texts = new Map<string, { text: string; speaker: string; polarity: number }>([
    ...themes.flatMap(({ sample }) =>
      sample.map(({ id, text }) => [id, { text, speaker: id, polarity: 0 }] as const),
    ),
    ...unplaced.map(
      ({ quoteId, quote, participantId: speaker, polarity }) =>
        [quoteId, { text: quote, speaker, polarity }] as const,
    ),
  ]);
  const groups = founded.map(({ quoteIds }): UnnamedGroup => {
    const quotes = quoteIds.flatMap((id) => texts.get(id) ?? []);
    const stance = stanceOf(quotes.map((quote) => quote.polarity));
    const agreeing = quotes.filter(
      (quote) => sideOf(quote.polarity, stance, quotes.length).kind === 'evidence',
    );
    const typical = agreeing.slice(0, QUOTES_TO_NAME);
    const speakers = typical.map(({ speaker }) => speaker);
    return { quotes: typical.map(({ text }) => text), speakers };
  });
  const { wordings, usage } = await analyst.nameGroups(groups, ctx.log);
  return { named: joinSame(founded, wordings), usage };
}

/** Themes that the analyst takes for the same become one, unless people marked them apart. */
function joinSame(founded: readonly PlannedTheme[], wordings: readonly Wording[]): NamedTheme[] {
  const named: NamedTheme[] = [];
  const becameOf: NamedTheme[] = [];
  for (const [index, theme] of founded.entries()) {
    const { sameAs, ...wording } = wordings[index] as Wording;
    const other = sameAs === undefined ? undefined : becameOf[sameAs];
    if (other && theme.tag === undefined && other.tag === undefined) {
      other.quoteIds = [...other.quoteIds, ...theme.quoteIds];
      becameOf.push(other);
    } else {
      const own = { ...theme, ...wording, label: theme.tag ?? wording.label };
      named.push(own);
      becameOf.push(own);
    }
  }
  return named;
}

async function isAsSeen(
  tx: Context,
  studyId: string,
  unplaced: readonly UnplacedQuote[],
  themes: readonly KnownTheme[],
): Promise<boolean> {
  const seen = (
    quotes: readonly UnplacedQuote[],
    rows: readonly { themeId: string; quotes: number }[],
  ) =>
    JSON.stringify([
      quotes.map((one) => one.quoteId),
      rows.map((one) => [one.themeId, one.quotes]),
    ]);
  const now = seen(
    await tx.db.rows(unplacedQuotes, studyId),
    await tx.db.rows(themesOfStudy, studyId),
  );
  return now === seen(unplaced, themes);
}

async function write(
  tx: Context,
  studyId: string,
  plan: ThemePlan,
  named: readonly NamedTheme[],
): Promise<Omit<StudySynthesis, 'usage'>> {
  const themes = named.map(({ quoteIds, label, description }) => {
    const foundedBy = quoteIds[0] as string;
    return { themeId: idOfTheme(studyId, foundedBy), label, description, foundedBy, quoteIds };
  });
  const merged = await tx.db.rows(
    mergedInto,
    'theme',
    themes.map(({ themeId }) => themeId),
  );
  const into = new Map(merged.map(({ beliefId, intoId }) => [beliefId, intoId]));
  const founded = themes.filter(({ themeId }) => !into.has(themeId));
  await tx.db.rows(foundThemes, studyId, JSON.stringify(founded));
  const placed = [
    ...plan.joined,
    ...themes.flatMap(({ themeId, quoteIds }) =>
      quoteIds.map((quoteId) => ({ quoteId, themeId: into.get(themeId) ?? themeId })),
    ),
  ];
  await tx.db.rows(
    placeQuotes,
    placed.map(({ quoteId }) => quoteId),
    placed.map(({ themeId }) => themeId),
  );
  await tx.db.rows(leaveQuotes, plan.left);
  const themeIds = [...new Set(placed.map(({ themeId }) => themeId))];
  const sourceItemIds = await settleStances(tx, themeIds);
  const changed = { themeIds, sourceItemIds, studyIds: [studyId] };
  await refreshFactsOf(tx, changed);
  await refreshSearch(tx, { sourceItemIds });
  await queueEngine(tx.db, { changed });
  return { quotesPlaced: placed.length, themesFounded: founded.length };
}
