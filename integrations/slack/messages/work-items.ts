import type { KnownBlock } from '@slack/types';
import type { CardRecommendationRow } from '../../../db/queries/card-material.js';
import { WORK_ITEM_STATE_NAMES } from '../../../src/trackers/work-item-state-names.js';
import { itemLink } from '../work-items/item-link.js';
import { context, label, literal } from './text.js';

/** Links shown on a card; the rest is counted. */
const SHOWN = 5;

const TRACKERS = { linear: 'Linear ', github: 'GitHub ', url: '' } as const;

type WorkItem = CardRecommendationRow['workItems'][number];

/** A link, and what its tracker says of it: `ENG-12 (completed by Ada)`. */
function link({ url, provider, externalId, title, ...status }: WorkItem): string {
  const name = label(`${TRACKERS[provider]}${externalId ?? title ?? url}`, 80);
  const { state, reopened, movedFrom, changedBy } = status;
  const by = changedBy ? ` by ${literal(changedBy, 60)}` : '';
  const facts = [
    ...(state === null || state === 'open' ? [] : [`${WORK_ITEM_STATE_NAMES[state]}${by}`]),
    ...(reopened ? [`reopened${state === 'open' ? by : ''}`] : []),
    ...(movedFrom ? [`moved from ${literal(movedFrom, 60)}`] : []),
  ];
  return facts.length > 0 ? `${itemLink(url, name)} (${facts.join(', ')})` : itemLink(url, name);
}

export function workItemBlocks(recommendation: CardRecommendationRow | undefined): KnownBlock[] {
  const items = recommendation?.workItems ?? [];
  if (items.length === 0) return [];
  const shown: string[] = [];
  for (const item of items.slice(0, SHOWN)) {
    if ([...shown, link(item)].join(' · ').length < 2700) shown.push(link(item));
  }
  const rest = items.length - shown.length;
  return [context(`:ticket: ${shown.join(' · ')}${rest > 0 ? ` and ${rest} more` : ''}`)];
}
