import type { ObjectKind } from '../../db/entities/work-item.js';
import { teamCodebook } from '../analysis/codebook/team-codebook.js';
import { type Names, shownName, withTeamsNamesShown } from '../beliefs/participants/shown-name.js';
import { packetEvidence } from '../beliefs/queries/work-packet.js';
import { cutToFit } from '../beliefs/recommendations/literal-markdown.js';
import { inline, quote } from '../beliefs/recommendations/work-packet-markdown.js';
import type { Context } from '../core/context.js';
import { CUSTOMER_REQUESTS, SUB_ISSUES } from '../core/numbers.js';
import { readSettings, type TeamSettings } from '../core/team-settings.js';
import { people } from '../core/words.js';
import { fitTitle } from './issue.js';
import {
  beliefCounts,
  beliefKeys,
  type KeptLinkRow,
  type ObjectRow,
  type RequestQuoteRow,
  supportingQuotes,
} from './queries/tracker-objects.js';
import type { ObjectContent } from './tracker.js';

/** One object that an issue should have. */
export interface Wanted {
  key: string;
  content: ObjectContent;
  /** False if an existing object may stay, but a new one must not be added. */
  add: boolean;
}

type Known = readonly Pick<ObjectRow, 'kind' | 'key' | 'state'>[];

/** The objects of these kinds that a linked issue should have. `known` are those already planned or attached. */
export async function wantedObjects(
  ctx: Context,
  link: KeptLinkRow,
  kinds: readonly ObjectKind[],
  known: Known,
): Promise<Wanted[]> {
  const settings = await readSettings(ctx.db);
  const isNew = link.isOpen && link.isOurs;
  const once = (kind: ObjectKind): boolean => isNew && !known.some((row) => isMade(row, kind));
  const contents: Record<ObjectKind, () => Promise<Wanted[]>> = {
    back_link: async () => (link.isOurs ? [await backLink(ctx, link)] : []),
    customer_request: () => customerRequests(ctx, link, settings, known),
    labels: async () => (settings.beliefLabels && once('labels') ? [await labels(ctx, link)] : []),
    sub_issue: async () => (settings.subIssues && isNew ? subIssues(ctx, link, settings) : []),
  };
  return (await Promise.all(kinds.map((kind) => contents[kind]()))).flat();
}

const isMade = (row: Known[number], kind: ObjectKind): boolean =>
  row.kind === kind && row.state === 'made';

/** Plain text with counts, without names. */
async function backLink(ctx: Context, { recommendationId, title, isOpen }: KeptLinkRow) {
  const counts = await ctx.db.row(beliefCounts, recommendationId);
  const { people: count = 0, against = 0, isEstablished = false } = counts ?? {};
  const shown = fitTitle(await withTeamsNamesShown(ctx, title, 'hidden'));
  const subtitle = `${people(count)}, ${against || 'none'} against · ${isEstablished ? 'established' : 'emerging'}`;
  const content = {
    kind: 'back_link' as const,
    recommendationId,
    title: `Belief Layer: ${shown}`,
    subtitle: count + against === 0 ? 'No quotes left' : subtitle,
  };
  return { key: recommendationId, content, add: isOpen };
}

/**
 * One request per supporting quote, strongest first; a quote against the belief does not ask for anything. An
 * existing request stays as long as its quote counts, even if stronger quotes arrive.
 */
async function customerRequests(
  ctx: Context,
  { recommendationId, isOpen }: KeptLinkRow,
  { customerRequests: isOn, names }: TeamSettings,
  known: Known,
): Promise<Wanted[]> {
  const there = known.filter(({ kind }) => kind === 'customer_request').map(({ key }) => key);
  const add = isOn && isOpen;
  const strongest = add
    ? await ctx.db.rows(packetEvidence, recommendationId, CUSTOMER_REQUESTS, 0)
    : [];
  const ids = [...new Set([...there, ...strongest.map(({ evidenceId }) => evidenceId)])];
  if (ids.length === 0) return [];
  const quotes = await ctx.db.rows(supportingQuotes, recommendationId, ids);
  const first = quotes.filter(({ evidenceId }) => there.includes(evidenceId));
  const rest = quotes.filter(({ evidenceId }) => !there.includes(evidenceId));
  const room = Math.max(0, CUSTOMER_REQUESTS - first.length);
  return [...first, ...rest.slice(0, room)].map((row) => ({
    key: row.evidenceId,
    content: requestOf(row, names),
    add,
  }));
}

const REQUEST_LIMIT = 8_000;
const HOST = /@((?:[a-z0-9-]{1,63}\.)+[a-z]{2,63})$/;

/** The quote as issues show it: literally, with the participant's name as the team shows it. */
function requestOf(row: RequestQuoteRow, names: Names): ObjectContent {
  const shown = { ...row, note: null, participantName: shownName(row.participantName, names) };
  const markdown = cutToFit(row.quote, REQUEST_LIMIT, (text) => quote({ ...shown, quote: text }));
  // A company would identify a person who must not be named.
  const [, domain] = (names !== 'hidden' && HOST.exec(row.email?.toLowerCase() ?? '')) || [];
  return { kind: 'customer_request', markdown, domain };
}

const MOST_KINDS = 3;

/** The belief kinds, from the codebook, and the recommendation's confidence. */
async function labels(ctx: Context, { recommendationId, confidence }: KeptLinkRow) {
  const keys = await ctx.db.rows(beliefKeys, recommendationId);
  const ids = keys.map(({ beliefKey }) => beliefKey.split('/')[0]);
  const { entries } = keys.length > 0 ? await teamCodebook(ctx) : { entries: [] };
  const kinds = ids.flatMap((id) => entries.find((entry) => entry.id === id)?.kind ?? []);
  const ofBeliefs = [...new Set(kinds)].slice(0, MOST_KINDS).map((kind) => `belief: ${kind}`);
  const content = { kind: 'labels' as const, labels: [...ofBeliefs, `confidence: ${confidence}`] };
  return { key: recommendationId, content, add: true };
}

const ACTION_LIMIT = 8_000;

async function subIssues(
  ctx: Context,
  { recommendationId, actionItems }: KeptLinkRow,
  { names }: TeamSettings,
): Promise<Wanted[]> {
  const shown = (text: string) => withTeamsNamesShown(ctx, text, names);
  return Promise.all(
    actionItems.slice(0, SUB_ISSUES).map(async (item, at) => {
      const title = fitTitle(await shown(item.action));
      const parts = [await shown(item.action), await shown(item.supportingEvidence)];
      const markdown = [...parts, `Priority: ${item.priority}`]
        .filter((part) => part.trim() !== '')
        .map((part) => inline(part, ACTION_LIMIT))
        .join('\n\n');
      const content = { kind: 'sub_issue' as const, title, markdown };
      return { key: `${recommendationId} ${at + 1}`, content, add: true };
    }),
  );
}
