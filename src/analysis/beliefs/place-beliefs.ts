import { createHash } from 'node:crypto';
import type { Relationship } from '../../../db/entities/signal.js';
import { linksOfThemes, writeNarratives } from '../../../db/queries/analysis/signals.js';
import { assignRefs } from '../../../db/queries/snapshot/write-beliefs.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearchByPage, searchIsStale } from '../../answers/search/refresh-search.js';
import { refreshFactsOf } from '../../beliefs/signals/refresh-facts.js';
import { type Context, inTransaction } from '../../core/context.js';
import { emit } from '../../core/events.js';
import { QUALITY_BAR } from '../../core/numbers.js';
import { inThread } from '../../core/thread/run-in-thread.js';
import { filled } from '../codebook/entry.js';
import { type CodebookChange, codebookWith, teamChanges } from '../codebook/team-codebook.js';
import { beliefSignalId, beliefThemeId } from '../ids.js';
import {
  type ClaimRow,
  claimsOfTeam,
  foundBeliefSignals,
  foundBeliefThemes,
  heardStudies,
  linkBeliefThemes,
  settlePassages,
  themesOfBeliefs,
  writeStrengths,
} from '../queries/beliefs.js';
import { dropEmptySignals, dropEmptyThemes, signalsOfThemes } from '../queries/settle.js';
import { mergedInto, placeQuotes } from '../queries/themes.js';
import { settleStances } from '../themes/settle-stances.js';
import { beliefsFromModel } from './beliefs-from-model.js';
import type { HeldBelief, StudyWithAi } from './beliefs-from-rules.js';
import { removeFromTopics } from './remove-from-topics.js';

interface PlacedBeliefs {
  quotesPlaced: number;
  signalsFounded: number;
}

/** A belief in one study: the theme of its quotes, and its signal. */
interface BeliefInStudy {
  belief: HeldBelief;
  studyId: string;
  themeId: string;
  signalId: string;
  quotes: HeldBelief['quotes'];
}

/**
 * Creates and updates the signals that the team's claims support, in one transaction: one signal per belief,
 * with one theme per study. Quotes move from topics to beliefs; those already under a belief, or placed by a
 * person, stay.
 */
export async function placeBeliefs(ctx: Context): Promise<PlacedBeliefs> {
  for (;;) {
    const seen = await look(ctx);
    const held = await beliefsIn(ctx, seen);
    const placed = await inTransaction(ctx, async (tx) => {
      await tx.db.row(lockTeam);
      // another process may have read an interview in the meantime
      if (signOf(await look(tx)) !== signOf(seen)) return undefined;
      return write(tx, held, seen.claims);
    });
    if (!placed) continue;
    await refreshSearchByPage(ctx, placed.interviews);
    return placed.counts;
  }
}

interface Placed {
  counts: PlacedBeliefs;
  /** Interviews whose quotes search must find under their beliefs. */
  interviews: string[];
}

interface Seen {
  claims: ClaimRow[];
  studies: StudyWithAi[];
  changes: CodebookChange[];
}

const look = async (ctx: Context): Promise<Seen> => ({
  claims: await ctx.db.rows(claimsOfTeam, QUALITY_BAR),
  studies: await ctx.db.rows(heardStudies),
  changes: await teamChanges(ctx),
});

/**
 * A hash of everything that beliefs are made from. The words of a quote are left out, since they follow from its id.
 */
const signOf = ({ claims, studies, changes }: Seen): string => {
  const hash = createHash('sha256').update(JSON.stringify([studies, changes]));
  for (const { quote: _, things: __, ...claim } of claims) hash.update(JSON.stringify(claim));
  return hash.digest('hex');
};

/**
 * The beliefs that the claims support. Of the claims that a model has checked, those count that support or contradict
 * their sentence. With a model, unchecked claims do not count.
 */
async function beliefsIn(ctx: Context, seen: Seen): Promise<HeldBelief[]> {
  const checked = seen.claims.filter(
    ({ verdict }) => verdict === 'supports' || verdict === 'contradicts',
  );
  const others = ctx.models?.language ? [] : seen.claims.filter(({ verdict }) => verdict === null);
  const { entries } = codebookWith(seen.changes);
  const held = new Map(
    beliefsFromModel(checked, seen.studies, entries).map((one) => [one.key, one]),
  );
  for (const belief of await inThread('heldBeliefs', others, seen.studies, seen.changes)) {
    const { quotes } = held.get(belief.key) ?? { quotes: [] };
    held.set(belief.key, { ...belief, quotes: [...quotes, ...belief.quotes] });
  }
  return [...held.values()];
}

async function write(
  tx: Context,
  held: readonly HeldBelief[],
  claims: readonly ClaimRow[],
): Promise<Placed> {
  const planned = await inKnownThemes(tx, await withoutMerged(tx, held.flatMap(inStudies)));
  await tx.db.rows(foundBeliefThemes, JSON.stringify(planned.map(toTheme)));
  const founded = await found(tx, planned);
  const linked = await link(tx, planned);
  const { quotesPlaced, interviews } = await place(tx, planned, claims, linked);
  return { counts: { quotesPlaced, signalsFounded: founded }, interviews };
}

function inStudies(belief: HeldBelief): BeliefInStudy[] {
  const studyIds = [...new Set(belief.quotes.map(({ studyId }) => studyId))].sort();
  return studyIds.map((studyId) => ({
    belief,
    studyId,
    themeId: beliefThemeId(studyId, belief.key),
    signalId: beliefSignalId(belief.key),
    quotes: belief.quotes.filter((quote) => quote.studyId === studyId),
  }));
}

/** Replaces beliefs that a person merged with those they were merged into. */
async function withoutMerged(
  tx: Context,
  planned: readonly BeliefInStudy[],
): Promise<BeliefInStudy[]> {
  const [themeIds, signalIds] = [
    planned.map(({ themeId }) => themeId),
    planned.map(({ signalId }) => signalId),
  ];
  const themes = await tx.db.rows(mergedInto, 'theme', themeIds);
  const signals = await tx.db.rows(mergedInto, 'signal', signalIds);
  const into = new Map([...themes, ...signals].map(({ beliefId, intoId }) => [beliefId, intoId]));
  return planned.map((one) => ({
    ...one,
    themeId: into.get(one.themeId) ?? one.themeId,
    signalId: into.get(one.signalId) ?? one.signalId,
  }));
}

/** A belief that a person made from a theme keeps that theme in its study. */
async function inKnownThemes(
  tx: Context,
  planned: readonly BeliefInStudy[],
): Promise<BeliefInStudy[]> {
  const keys = planned.map(({ belief }) => belief.key);
  const known = await tx.db.rows(themesOfBeliefs, [...new Set(keys)]);
  const themes = new Map(known.map(({ studyId, key, themeId }) => [`${studyId} ${key}`, themeId]));
  return planned.map((one) => {
    if (one.themeId !== beliefThemeId(one.studyId, one.belief.key)) return one;
    return { ...one, themeId: themes.get(`${one.studyId} ${one.belief.key}`) ?? one.themeId };
  });
}

const toTheme = ({ belief, studyId, themeId, quotes }: BeliefInStudy) => ({
  themeId,
  studyId,
  label: belief.statement,
  description: belief.entry.counts,
  foundedBy: quotes[0]?.quoteId,
  key: belief.key,
});

async function found(tx: Context, planned: readonly BeliefInStudy[]): Promise<number> {
  const byId = new Map(
    planned
      .filter(({ signalId, belief }) => signalId === beliefSignalId(belief.key))
      .map((one) => [one.signalId, one]),
  );
  const signals = [...byId.values()].map(({ signalId, themeId, belief }, place) => ({
    signalId,
    placeholder: -place - 1,
    label: belief.statement,
    description: belief.entry.counts,
    implication: belief.entry.so ? filled(belief.entry.so.title, belief.thing) : null,
    foundedBy: themeId,
    key: belief.key,
    thing: belief.thing ?? null,
  }));
  const founded = await tx.db.rows(foundBeliefSignals, JSON.stringify(signals));
  await tx.db.rows(assignRefs);
  return founded.length;
}

const link = (tx: Context, planned: readonly BeliefInStudy[]) =>
  tx.db.rows(
    linkBeliefThemes,
    JSON.stringify(planned.map(({ signalId, themeId }, place) => ({ signalId, themeId, place }))),
  );

async function place(
  tx: Context,
  planned: readonly BeliefInStudy[],
  claims: readonly ClaimRow[],
  linked: readonly { signalId: string; themeId: string }[],
): Promise<{ quotesPlaced: number; interviews: string[] }> {
  const rows = new Map(claims.map((claim) => [claim.quoteId, claim]));
  const moves = planned.flatMap(({ themeId, quotes }) =>
    quotes.flatMap(({ quoteId, strength }) => {
      const row = rows.get(quoteId) as ClaimRow;
      return row.settled && row.themeId !== themeId ? [] : [{ quoteId, themeId, strength, row }];
    }),
  );
  const fresh = moves.filter(({ themeId, row }) => row.themeId !== themeId);
  const freshIds = fresh.map(({ quoteId }) => quoteId);
  const topics = new Set(fresh.flatMap(({ row }) => row.themeId ?? []));
  for (const themeId of await removeFromTopics(tx, freshIds)) topics.add(themeId);
  await tx.db.rows(
    writeStrengths,
    JSON.stringify(moves.map(({ quoteId, strength }) => ({ quoteId, strength }))),
  );
  await tx.db.rows(
    placeQuotes,
    freshIds,
    fresh.map(({ themeId }) => themeId),
  );
  await tx.db.rows(settlePassages, [...rows.keys()]);
  const beliefThemes = [...new Set(moves.map(({ themeId }) => themeId))];
  const interviews = await settleStances(tx, [...beliefThemes, ...topics]);
  const poorer = await tx.db.rows(signalsOfThemes, [...topics]);
  const poorerIds = poorer.map(({ signalId }) => signalId);
  await tx.db.rows(dropEmptyThemes, [...topics]);
  await tx.db.rows(dropEmptySignals, poorerIds);
  const changed = {
    themeIds: [...beliefThemes, ...topics],
    signalIds: [...new Set([...linked.map(({ signalId }) => signalId), ...poorerIds])],
    sourceItemIds: interviews,
    studyIds: [...new Set(planned.map(({ studyId }) => studyId))],
  };
  await refreshFactsOf(tx, changed);
  await describeStudies(tx, beliefThemes);
  await searchIsStale(tx);
  await emit(tx, 'materialChanged', changed);
  return { quotesPlaced: fresh.length, interviews };
}

const longestQuote = 200;

/** Summarizes a study's evidence on a signal in one sentence, with the strongest quote. */
function narrativeOf(relationship: Relationship, people: number, quote: string): string {
  const said = `“${shortened(quote)}”`;
  return people === 1
    ? `1 person in this study ${SAID[relationship](people)}: ${said}`
    : `${people} people in this study ${SAID[relationship](people)}, one in these words: ${said}`;
}

const SAID: Record<Relationship, (people: number) => string> = {
  supports: (people) => (people === 1 ? 'says so' : 'say so'),
  contradicts: (people) => (people === 1 ? 'says otherwise' : 'say otherwise'),
  nuances: (people) => (people === 1 ? 'sees it in another light' : 'see it in another light'),
};

function shortened(text: string): string {
  if (text.length <= longestQuote) return text;
  const space = text.lastIndexOf(' ', longestQuote - 1);
  return `${text.slice(0, space > 0 ? space : longestQuote - 1).toWellFormed()}…`;
}

/** Rewrites each study's narrative for the signals of these themes; returns those signals. */
export async function describeStudies(tx: Context, themeIds: readonly string[]): Promise<string[]> {
  const links = await tx.db.rows(linksOfThemes, themeIds);
  const narratives = links.map(({ signalId, themeId, relationship, people, quote }) => ({
    signalId,
    themeId,
    narrative: narrativeOf(relationship, people, quote),
  }));
  await tx.db.rows(writeNarratives, JSON.stringify(narratives));
  return links.map(({ signalId }) => signalId);
}
