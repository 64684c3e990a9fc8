import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearchByPage, searchIsStale } from '../../answers/search/refresh-search.js';
import { refreshFactsOf } from '../../beliefs/signals/refresh-facts.js';
import { type Context, inTransaction } from '../../core/context.js';
import { emit } from '../../core/events.js';
import { inThread } from '../../core/thread/run-in-thread.js';
import { textsPerAnchor } from '../grouping/place.js';
import { themeId as idOfTheme } from '../ids.js';
import {
  foundThemes,
  leaveQuotes,
  mergedInto,
  placeQuotes,
  quotesOfThemes,
  themesOfStudy,
  type UnplacedQuote,
  unplacedQuotes,
} from '../queries/themes.js';
import type { KnownTheme, ThemePlan } from './plan-themes.js';
import { settleStances } from './settle-stances.js';

interface StudySynthesis {
  quotesPlaced: number;
  themesFounded: number;
}

/**
 * Assigns the quotes of a study without a theme to one and turns them into evidence, in one transaction (several
 * for very many quotes), so that an interrupted run leaves the study as it was. Without such quotes nothing is
 * done.
 */
export async function synthesizeStudy(ctx: Context, studyId: string): Promise<StudySynthesis> {
  const total = { quotesPlaced: 0, themesFounded: 0 };
  for (;;) {
    const waiting = await ctx.db.rows(unplacedQuotes, studyId);
    if (!waiting.some(({ awaitsTheme }) => awaitsTheme)) return total;
    const unplaced = asManyAsFit(waiting);
    const themes = await knownThemes(ctx, studyId);
    const plan = await inThread('planThemes', unplaced, themes);
    const done = await inTransaction(ctx, async (tx) => {
      await tx.db.row(lockTeam);
      // other processes may have placed quotes in the meantime
      if (!(await isAsSeen(tx, studyId, waiting, themes))) return undefined;
      return write(tx, studyId, plan);
    });
    if (!done) continue;
    await refreshSearchByPage(ctx, done.interviews);
    total.quotesPlaced += done.quotesPlaced;
    total.themesFounded += done.themesFounded;
    if (unplaced.length === waiting.length) return total;
  }
}

/** Quotes placed at once, so that memory does not grow with the study; the others join these groups later. */
const QUOTES_AT_ONCE = 2_000;

function asManyAsFit(waiting: readonly UnplacedQuote[]): readonly UnplacedQuote[] {
  if (waiting.length <= QUOTES_AT_ONCE) return waiting;
  return waiting.filter(({ awaitsTheme }) => awaitsTheme).slice(0, QUOTES_AT_ONCE);
}

async function knownThemes(ctx: Context, studyId: string): Promise<KnownTheme[]> {
  const themes = await ctx.db.rows(themesOfStudy, studyId);
  const ids = themes.map(({ themeId }) => themeId);
  const byTheme = new Map<string, KnownTheme['sample']>(ids.map((id) => [id, []]));
  for (const row of await ctx.db.rows(quotesOfThemes, ids, textsPerAnchor(ids.length))) {
    byTheme.get(row.themeId)?.push({ id: row.evidenceId, text: row.quote });
  }
  return themes.map((theme) => ({
    ...theme,
    // if a person merged a topic into a belief, similar quotes belong there too
    sample: theme.bearsBelief && !theme.mergedInto ? [] : (byTheme.get(theme.themeId) ?? []),
  }));
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
): Promise<StudySynthesis & { interviews: string[] }> {
  const themes = plan.founded.map(({ quoteIds, label, description }) => {
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
  const interviews = await settleStances(tx, themeIds);
  const changed = { themeIds, sourceItemIds: interviews, studyIds: [studyId] };
  await refreshFactsOf(tx, changed);
  await searchIsStale(tx);
  await emit(tx, 'materialChanged', changed);
  return { quotesPlaced: placed.length, themesFounded: founded.length, interviews };
}
