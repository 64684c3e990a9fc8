import type { KnownBlock } from '@slack/types';
import type { CardRecommendationRow } from '../../../db/queries/card-material.js';
import {
  type AddressRule,
  parseWorkItemUrl,
  trackerName,
} from '../../../src/core/work-item-url.js';
import { WORK_ITEM_STATE_NAMES } from '../../../src/issues/work-item-state-names.js';
import type { CardOptions } from '../blocks/card-options.js';
import { itemLink } from '../blocks/item-link.js';
import { context, label, literal } from '../blocks/text.js';

/** Maximum links on a card; the rest are counted. */
const SHOWN = 5;

type WorkItem = CardRecommendationRow['workItems'][number];

/** A link with its status in the tracker: `ENG-12 (completed by Ada)`. */
function link(
  { url, provider, externalId, title, ...status }: WorkItem,
  rules: readonly AddressRule[] | undefined,
): string {
  const tracker = trackerName(provider, rules);
  const called = externalId ?? title ?? parseWorkItemUrl(url, rules).externalId ?? url;
  const name = label(`${tracker ? `${tracker} ` : ''}${called}`, 80);
  const { state, reopened, movedFrom, changedBy } = status;
  const by = changedBy ? ` by ${literal(changedBy, 60)}` : '';
  const facts = [
    ...(state === null || state === 'open' ? [] : [`${WORK_ITEM_STATE_NAMES[state]}${by}`]),
    ...(reopened ? [`reopened${state === 'open' ? by : ''}`] : []),
    ...(movedFrom ? [`moved from ${literal(movedFrom, 60)}`] : []),
  ];
  return facts.length > 0 ? `${itemLink(url, name)} (${facts.join(', ')})` : itemLink(url, name);
}

export function workItemBlocks(
  recommendation: CardRecommendationRow | undefined,
  { addressRules }: Pick<CardOptions, 'addressRules'>,
): KnownBlock[] {
  const items = recommendation?.workItems ?? [];
  if (items.length === 0) return [];
  return [context(`:ticket: ${linkedItems(items, addressRules).join(' · ')}`)];
}

/** The linked work items as lines of mrkdwn, and the number of further ones. */
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
