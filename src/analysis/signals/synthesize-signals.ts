import {
  foundSignals,
  interviewsOfThemes,
  linkThemes,
  settleThemes,
  signalsToJoin,
  type ThemeToLink,
  themesAwaitSignal,
  themesToLink,
} from '../../../db/queries/analysis/signals.js';
import { mergedInto } from '../../../db/queries/analysis/themes.js';
import { assignRefs } from '../../../db/queries/snapshot/write-beliefs.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { type Context, inTransaction } from '../../context.js';
import { queueEngine } from '../../engine/queue-engine.js';
import { refreshSearch } from '../../search/refresh-search.js';
import { refreshFactsOf } from '../../signals/refresh-facts.js';
import { type Analyst, addTokens, type Naming, NO_TOKENS, type Wording } from '../analyst.js';
import { signalId as idOfSignal } from '../ids.js';
import { planSignals, type SignalPlan } from './plan-signals.js';
import { tellStudies } from './tell-studies.js';
import { wordSignals } from './word-signals.js';

export interface SignalSynthesis extends Pick<Naming, 'usage'> {
  linksAdded: number;
  signalsFounded: number;
}

interface Seen {
  themes: ThemeToLink[];
  signals: { signalId: string; foundedBy: string | null; places: number }[];
}

/**
 * Links themes that the service founded to the signals of the team, or founds new ones, in one transaction. Without
 * a theme that is new or grew since the last time nothing is done.
 */
export async function synthesizeSignals(ctx: Context, analyst: Analyst): Promise<SignalSynthesis> {
  let spent = NO_TOKENS;
  for (;;) {
    const waiting = await ctx.db.row(themesAwaitSignal);
    if (!waiting?.waiting) return { linksAdded: 0, signalsFounded: 0, usage: spent };
    const seen = await look(ctx);
    const plan = planSignals(
      seen.themes.filter(
        ({ foundedBy, signalIds }) => foundedBy !== null && signalIds.length === 0,
      ),
      seen.signals.map(({ signalId }) => ({
        signalId,
        themes: seen.themes.filter(({ signalIds }) => signalIds.includes(signalId)),
      })),
      new Set(seen.themes.flatMap(({ participantIds }) => participantIds)).size,
    );
    const byId = new Map(seen.themes.map((theme) => [theme.themeId, theme]));
    const groups = plan.founded.map(({ links, claim }) => ({
      themes: links.map(({ themeId }) => byId.get(themeId) as ThemeToLink),
      claim,
    }));
    const { wordings, usage } = await wordSignals(groups, analyst, ctx.log);
    const done = await inTransaction(ctx, async (tx) => {
      await tx.db.row(lockTeam);
      // naming may have taken a model minutes: what another process did meanwhile is looked at anew
      if (JSON.stringify(await look(tx)) !== JSON.stringify(seen)) return undefined;
      return write(tx, plan, wordings, seen);
    });
    spent = addTokens(spent, usage);
    if (done) return { ...done, usage: spent };
  }
}

const look = async (ctx: Context): Promise<Seen> => ({
  themes: await ctx.db.rows(themesToLink, null),
  signals: await ctx.db.rows(signalsToJoin),
});

async function write(
  tx: Context,
  plan: SignalPlan,
  wordings: readonly Wording[],
  { themes, signals }: Seen,
): Promise<Omit<SignalSynthesis, 'usage'>> {
  const planned = plan.founded.map(({ links }, index) => {
    const foundedBy = links[0]?.themeId as string;
    const wording = wordings[index] as Wording;
    return {
      signalId: idOfSignal(foundedBy),
      foundedBy,
      links,
      ...wording,
      placeholder: -index - 1,
    };
  });
  const ids = planned.map(({ signalId }) => signalId);
  const merged = await tx.db.rows(mergedInto, 'signal', ids);
  const into = new Map(merged.map(({ beliefId, intoId }) => [beliefId, intoId]));
  const founded = planned.filter(({ signalId }) => !into.has(signalId));
  await tx.db.rows(foundSignals, JSON.stringify(founded));
  await tx.db.rows(assignRefs);
  const places = new Map(signals.map(({ signalId, places: taken }) => [signalId, taken]));
  const joins = [
    ...plan.joined,
    ...planned.flatMap(({ signalId, links }) =>
      links.map((link) => ({ ...link, signalId: into.get(signalId) ?? signalId })),
    ),
  ];
  const links = joins.map((link) => {
    const position = places.get(link.signalId) ?? 0;
    places.set(link.signalId, position + 1);
    return { ...link, position };
  });
  await tx.db.rows(linkThemes, JSON.stringify(links));
  const looked = themes.filter(({ awaitsSignal }) => awaitsSignal).map(({ themeId }) => themeId);
  const themeIds = [...new Set([...looked, ...links.map(({ themeId }) => themeId)])];
  const told = await tellStudies(tx, themeIds);
  await tx.db.rows(settleThemes, themeIds);
  const signalIds = [...new Set([...links.map(({ signalId }) => signalId), ...told])];
  await refreshFactsOf(tx, { signalIds });
  // a quote is found by the words of its signals too
  const linked = links.map(({ themeId }) => themeId);
  const interviews = await tx.db.rows(interviewsOfThemes, linked);
  await refreshSearch(tx, { sourceItemIds: interviews.map(({ sourceItemId }) => sourceItemId) });
  await queueEngine(tx.db, { changed: { signalIds } });
  return { linksAdded: links.length, signalsFounded: founded.length };
}
