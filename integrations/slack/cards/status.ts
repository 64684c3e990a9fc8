import type { KnownBlock } from '@slack/types';
import type { PullState } from '../../../db/entities/work-item.js';
import type {
  CardHandover,
  CardRecommendationRow,
  HistoryRow,
} from '../../../db/queries/card-material.js';
import {
  type AddressRule,
  parseWorkItemUrl,
  trackerName,
} from '../../../src/core/work-item-url.js';
import { WORK_ITEM_STATE_NAMES } from '../../../src/issues/update-status.js';
import { actor, markedLine, type Naming } from '../blocks/history-line.js';
import { localTime } from '../blocks/local-time.js';
import type { CardOptions } from '../blocks/quotes.js';
import { context, itemLink, label, literal, mrkdwn, ours, ownSentence } from '../blocks/text.js';
import type { CardMaterial } from './card-material.js';

/** True if the card is pending and snoozed until a future time. */
export const isSnoozed = (card: CardMaterial['card'], now: Date): boolean =>
  card.resolvedAt === null && card.snoozedUntil !== null && card.snoozedUntil > now;

/** The status of the card and its recommendation, and the users who set it; the rest is in the card's thread. */
export function statusBlocks(
  { card, history }: CardMaterial,
  { now, version }: Pick<CardOptions, 'now' | 'version'>,
): KnownBlock[] {
  const naming: Naming = version === 0 ? 'named' : 'mentioned';
  const latest = latestOfEach(history);
  const snooze = latest.find(({ action }) => action === 'snooze');
  const lines = latest.filter((row) => row !== snooze).map((row) => markedLine(row, naming));
  if (isSnoozed(card, now)) {
    const by = snooze ? ` by ${actor(snooze, naming)}` : '';
    lines.unshift(`:zzz: Snoozed until ${localTime(card.snoozedUntil!)}${by}`);
  }
  if (card.resolvedAt !== null && latest.length === 0) {
    lines.push(`:white_check_mark: Resolved ${localTime(card.resolvedAt)}`);
  }
  return lines.map(context);
}

const OF_THE_CARD: ReadonlySet<string> = new Set(['resolve', 'bring_back', 'snooze', 'wake']);

/** The most recent card action, decision and link, in history order. */
function latestOfEach(history: readonly HistoryRow[]): HistoryRow[] {
  const kinds = new Set<string>();
  return history.filter(({ action }) => {
    const kind = OF_THE_CARD.has(action)
      ? 'card'
      : action === 'link_work_item'
        ? action
        : 'decision';
    const isNew = !kinds.has(kind);
    kinds.add(kind);
    return isNew;
  });
}

/** Maximum links on a card; further links are only counted. */
const SHOWN = 5;

type WorkItem = CardRecommendationRow['workItems'][number];

function nameOf(
  { url, provider, externalId, title }: Pick<WorkItem, 'url' | 'provider' | 'externalId' | 'title'>,
  rules: readonly AddressRule[] | undefined,
): string {
  const tracker = trackerName(provider, rules);
  const called = externalId ?? title ?? parseWorkItemUrl(url, rules).externalId ?? url;
  return `${tracker ? `${tracker} ` : ''}${called}`;
}

/** A link with its status in the tracker: `ENG-12 (completed by Ada)`. */
function link(
  { url, provider, externalId, title, ...status }: WorkItem,
  rules: readonly AddressRule[] | undefined,
): string {
  const name = label(nameOf({ url, provider, externalId, title }, rules), 80);
  const { state, reopened, movedFrom, changedBy } = status;
  const by = changedBy ? ` by ${literal(changedBy, 60)}` : '';
  const facts = [
    ...(state === null || state === 'open' ? [] : [`${WORK_ITEM_STATE_NAMES[state]}${by}`]),
    ...(reopened ? [`reopened${state === 'open' ? by : ''}`] : []),
    ...(movedFrom ? [`moved from ${literal(movedFrom, 60)}`] : []),
  ];
  return facts.length > 0 ? `${itemLink(url, name)} (${facts.join(', ')})` : itemLink(url, name);
}

/**
 * The linked work items, and below them the coding agents that got one, with their progress. If there are more than
 * `mostAgents`, those that need a person come first.
 */
export function workItemBlocks(
  recommendation: CardRecommendationRow | undefined,
  { addressRules }: Pick<CardOptions, 'addressRules'>,
  mostAgents = SHOWN,
): KnownBlock[] {
  const items = recommendation?.workItems ?? [];
  if (items.length === 0) return [];
  const isDecided = recommendation?.state !== 'open' && recommendation?.state !== 'accepted';
  const handovers = items.slice(0, SHOWN).flatMap((item): Handover[] => {
    const { handover } = item;
    return handover ? [{ item, handover, isStuck: !isDecided && isStuck(item, handover) }] : [];
  });
  const pressing = handovers.toSorted((a, b) => Number(b.isStuck) - Number(a.isStuck));
  return [
    context(`:ticket: ${linkedItems(items, addressRules).join(' · ')}`),
    ...pressing.slice(0, mostAgents).map((one) => handoverBlock(one, addressRules)),
  ];
}

const PULL_STATES: Record<PullState, string> = {
  draft: 'draft',
  open: 'open',
  merged: 'merged',
  closed: 'closed without a merge',
};

interface Handover {
  item: WorkItem;
  handover: CardHandover;
  /** True if it will not continue until a person presses "Try again". */
  isStuck: boolean;
}

const isEnded = ({ state }: WorkItem): boolean =>
  state !== null && state !== 'open' && state !== 'started';

const isStuck = (item: WorkItem, { late, state }: CardHandover): boolean =>
  !isEnded(item) && (late || state === 'failed');

function handoverBlock(
  { item, handover, isStuck: needsPerson }: Handover,
  rules: readonly AddressRule[] | undefined,
): KnownBlock {
  const text = handoverText(handover, label(nameOf(item, rules), 80), isEnded(item));
  if (!needsPerson) return context(text);
  return {
    type: 'section',
    text: mrkdwn(text),
    accessory: {
      type: 'button',
      action_id: 'work.hand-over-again',
      value: handover.handoverId,
      text: ours('Try again'),
    },
  };
}

function handoverText(handover: CardHandover, issue: string, ended: boolean): string {
  const { state, late, failure, pullName, pullUrl, pullState } = handover;
  const [agent, work] = [literal(handover.agent, 80), literal(issue, 80)];
  if (state === 'failed') {
    return `:warning: ${work} could not be handed to ${agent}: ${ownSentence(failure ?? '', 600)}`;
  }
  if (state === 'handed' && ended) return `:robot_face: ${agent} got ${work}`;
  if (late) return `:warning: ${agent} got ${work} and has not started within ten minutes.`;
  if (state === 'handed') return `:robot_face: ${agent} got ${work} and has not started yet.`;
  if (state !== 'begun') return `:robot_face: ${work} is being handed to ${agent}…`;
  const pull = pullUrl && pullName ? `: ${itemLink(pullUrl, label(pullName, 80))}` : '';
  const is = pull && pullState ? ` (${PULL_STATES[pullState]})` : '';
  return `:robot_face: ${agent} ${pullState === 'merged' ? 'worked' : 'is working'} on ${work}${pull}${is}`;
}

/** The linked work items as lines of mrkdwn, and the number of items left out. */
export function linkedItems(
  items: readonly WorkItem[],
  addressRules: readonly AddressRule[] | undefined,
): string[] {
  const shown: string[] = [];
  for (const item of items.slice(0, SHOWN)) {
    const shownAs = link(item, addressRules);
    if ([...shown, shownAs].join(' · ').length < 2700) shown.push(shownAs);
  }
  const rest = items.length - shown.length;
  return rest > 0 ? [...shown, `and ${rest} more`] : shown;
}
