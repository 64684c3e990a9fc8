import type { EvidenceKind } from '../../../../db/entities/evidence.js';
import {
  linksOfEvidence,
  signalsById,
  strongestOfSignal,
  type ThemeLink,
} from '../../../../db/queries/ask-material.js';
import type { EvidenceRow } from '../../../../db/queries/evidence.js';
import { foundEvidence } from '../../../../db/queries/evidence-search.js';
import type { SignalRow } from '../../../../db/queries/signals.js';
import { read } from '../../../../db/team-database.js';
import { signalRef } from '../../../beliefs/signals/ref.js';
import type { Context } from '../../../core/context.js';
import { contextTokensOf, isWide } from '../../../core/models/context-room.js';
import { terms } from '../../../language/tokens.js';
import { nearestEvidence } from '../../search/find-evidence.js';
import { adjacent, mergeRankings } from '../../search/rank.js';
import type { Finding } from '../choose-finding.js';
import { forSignal, type Material } from '../retrieve.js';
import { type Excerpt, excerptsOf, nameOf } from '../transcripts/excerpts.js';
import { readTranscripts } from '../transcripts/talk.js';

/** A belief as sent to a model, with the only quotes of it that the model may use. */
export interface OfferedBelief {
  ref: string;
  signal: SignalRow;
  quotes: readonly EvidenceRow[];
}

/** Everything that a model may answer from. */
export interface Offered {
  /** Each with quotes; a quote of several beliefs is listed once, under the first. */
  beliefs: readonly OfferedBelief[];
  /** Quotes that belong to no belief and are not part of the talks. */
  ofNoBelief: readonly EvidenceRow[];
  /** The interviews of the nearest quotes, as far as the model has room. */
  talks: readonly Excerpt[];
}

/** Hits considered per search. */
const mostHits = 60;
/** Few of the nearest quotes answer, and those may rank low, so a model gets as many quotes as it has room for. */
const most = {
  narrow: { beliefs: 6, passages: 16, ofNoBelief: 8 },
  wide: { beliefs: 8, passages: 24, ofNoBelief: 12 },
};
/**
 * Limits for a belief that the question is about: its nearest passages, whatever their rank, and its strongest
 * quotes. Searches often miss the decisive words, so most beliefs are offered whole if there is room.
 */
const ofMain = {
  narrow: { nearest: 6, evidence: 2, counterEvidence: 1 },
  wide: { nearest: 8, evidence: 12, counterEvidence: 6 },
};
/**
 * Most tokens of talks, at most a share of what the rest of the prompt leaves free. An hour of talk has about 13,000.
 */
const mostTokens = 15_000;
const tokensOfOthers = 7_000;
const shareOfTalks = 0.75;
/**
 * Collects the passages nearest to a question, and to the likely answers in `chosen.said`, with their beliefs. The
 * beliefs that the question is about come first, with their strongest quotes on both sides, so that neither is
 * hidden. If the question is about one person's words, only theirs are offered.
 */
export async function offerMaterial(
  ctx: Context,
  { material, beliefs: found, quotes: closest }: Finding,
  chosen: { signalIds: readonly string[]; said: readonly string[] } = { signalIds: [], said: [] },
): Promise<Offered> {
  const { ofPerson = false, signals } = material;
  const contextTokens = contextTokensOf(ctx);
  const room = isWide(contextTokens) ? 'wide' : 'narrow';
  const [limits, limitsOfMain] = [most[room], ofMain[room]];
  const said = await Promise.all(
    (ofPerson ? [] : chosen.said).map((text) => nearestEvidence(ctx, text, {}, adjacent)),
  );
  const nearest = mergeRankings([
    quotesOf(material),
    ...said.map((hits) => hits.slice(0, mostHits).map(({ evidenceId }) => evidenceId)),
  ]);
  const relevance = new Map(signals.map((one) => [one.signal.signalId, one.relevance]));
  const links = linksByQuote(await ctx.db.rows(linksOfEvidence, nearest), relevance);
  const main = [...chosen.signalIds, ...found.map(({ signal }) => signal.signalId)];
  const order = chooseBeliefs(nearest, links, main).slice(0, limits.beliefs);
  const linkOf = (evidenceId: string): ThemeLink | undefined => {
    const all = links.get(evidenceId) ?? [];
    return order.flatMap((id) => all.find(({ signalId }) => signalId === id) ?? [])[0];
  };
  const passages = nearest.filter(linkOf);
  const isAbout = order.slice(0, Math.max(1, chosen.signalIds.length));
  const ofThem = isAbout.flatMap((id) =>
    passages.filter((one) => linkOf(one)?.signalId === id).slice(0, limitsOfMain.nearest),
  );
  const offered = new Set([...passages.slice(0, limits.passages), ...ofThem]);
  const loose = nearest.filter((one) => !links.has(one));
  const near = closest.flatMap(({ item }) => item.evidenceId ?? []);
  const ofNoBelief = [...new Set([...near, ...loose])].slice(0, limits.ofNoBelief);
  const kinds: EvidenceKind[] = ['evidence', 'counterEvidence'];
  const [beliefs, rows, ...strongest] = await ctx.db.together(
    read(signalsById, order),
    read(foundEvidence, [...offered, ...ofNoBelief]),
    ...(ofPerson ? [] : isAbout).flatMap((id) =>
      kinds.map((kind) => read(strongestOfSignal, id, kind, limitsOfMain[kind])),
    ),
  );
  const byId = new Map(rows.map((row) => [row.evidenceId, row]));
  const listed = new Set<string>();
  const offeredBeliefs = order.flatMap((id, place) => {
    const signal = beliefs.find(({ signalId }) => signalId === id);
    const own = passages.flatMap((evidenceId) => {
      const row = offered.has(evidenceId) ? byId.get(evidenceId) : undefined;
      const link = linkOf(evidenceId);
      return row && link?.signalId === id ? [forSignal(row, link)] : [];
    });
    const quotes = [...own, ...strongest.slice(2 * place, 2 * place + 2).flat()].filter(
      ({ evidenceId }) => !listed.has(evidenceId) && listed.add(evidenceId),
    );
    if (!signal || quotes.length === 0) return [];
    return [{ ref: signalRef(signal.refNumber), signal, quotes }];
  });
  const talks = isWide(contextTokens)
    ? await readTranscripts(
        ctx.db,
        nearest.flatMap((id) => byId.get(id)?.sourceItemId ?? []),
        ofPerson && material.named ? [...material.named.people] : null,
      )
    : [];
  const excerpts = await excerptsOf(
    talks,
    [material.query.sequence, ...chosen.said.map(terms)],
    nearest.flatMap((id) => byId.get(id) ?? []),
    Math.min(mostTokens, shareOfTalks * (contextTokens - tokensOfOthers)),
  );
  return {
    beliefs: offeredBeliefs,
    ofNoBelief: ofNoBelief
      .flatMap((id) => byId.get(id) ?? [])
      .filter((row) => nameOf(row, excerpts) === undefined),
    talks: excerpts,
  };
}

/** Ids of the quotes found by the question's words, best first. */
const quotesOf = ({ signals, loose }: Material): string[] => {
  const all = [...signals.flatMap(({ quotes }) => quotes), ...loose];
  const ordered = all.toSorted((a, b) => b.score - a.score);
  return [...new Set(ordered.map(({ item }) => item.evidenceId))].slice(0, mostHits);
};

/** The links of each quote, those to the most relevant beliefs first. */
function linksByQuote(
  links: readonly (ThemeLink & { evidenceId: string })[],
  relevance: ReadonlyMap<string, number>,
): Map<string, ThemeLink[]> {
  const worth = ({ signalId }: ThemeLink): number => relevance.get(signalId) ?? 0;
  const ordered = links.toSorted(
    (a, b) => worth(b) - worth(a) || (a.signalId < b.signalId ? -1 : 1),
  );
  const byQuote = new Map<string, ThemeLink[]>();
  for (const { evidenceId, ...link } of ordered) {
    byQuote.set(evidenceId, [...(byQuote.get(evidenceId) ?? []), link]);
  }
  return byQuote;
}

/** Ids of the beliefs that a question is about, then of those of its nearest passages. */
function chooseBeliefs(
  nearest: readonly string[],
  links: ReadonlyMap<string, readonly ThemeLink[]>,
  main: readonly string[],
): string[] {
  const order = new Set(main);
  for (const id of nearest) {
    const of = links.get(id) ?? [];
    if (of[0] && !of.some(({ signalId }) => order.has(signalId))) order.add(of[0].signalId);
  }
  return [...order];
}
