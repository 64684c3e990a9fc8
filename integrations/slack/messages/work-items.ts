import type { ContextBlock, KnownBlock } from '@slack/types';
import type { CardRecommendationRow } from '../../../db/queries/card-material.js';
import { escaped, label } from './text.js';

/** Links shown on a card; the rest is counted. */
const SHOWN = 5;
const LINK = 2000;

const TRACKERS = { linear: 'Linear ', github: 'GitHub ', url: '' } as const;

type WorkItem = CardRecommendationRow['workItems'][number];

/** A link in mrkdwn. Its address is a checked http or https one; what could end it early is percent-encoded. */
function link({ url, provider, externalId, title }: WorkItem): string {
  const called = label(`${TRACKERS[provider]}${externalId ?? title ?? url}`, 80);
  const name = escaped(called).replaceAll('|', '¦');
  const address = escaped(url).replaceAll('|', '%7C');
  return address.length > LINK ? name : `<${address}|${name}>`;
}

export function workItemBlocks(recommendation: CardRecommendationRow | undefined): KnownBlock[] {
  const items = recommendation?.workItems ?? [];
  if (items.length === 0) return [];
  const shown: string[] = [];
  for (const item of items.slice(0, SHOWN)) {
    if ([...shown, link(item)].join(' · ').length < 2700) shown.push(link(item));
  }
  const rest = items.length - shown.length;
  const context: ContextBlock = {
    type: 'context',
    elements: [
      {
        type: 'mrkdwn',
        text: `:ticket: ${shown.join(' · ')}${rest > 0 ? ` and ${rest} more` : ''}`,
        verbatim: true,
      },
    ],
  };
  return [context];
}
