import type {
  ActionsBlock,
  Button,
  KnownBlock,
  Overflow,
  PlainTextOption,
  StaticSelect,
} from '@slack/types';
import type { RecommendationState } from '../../../db/entities/recommendation.js';
import type { CardMaterial } from '../card-material.js';
import type { CardOptions } from './card-options.js';
import { isSnoozed } from './status.js';
import { ours } from './text.js';

const button = (
  actionId: string,
  cardId: string,
  text: string,
  extra: Partial<Button> = {},
): Button => ({
  type: 'button',
  action_id: actionId,
  text: ours(text),
  value: cardId,
  ...extra,
});
const option = (value: string, text: string): PlainTextOption => ({ value, text: ours(text) });

/** Which card an element belongs to, where it has no room for the id: selects and menus. */
export const blockId = (cardId: string, version: number, row = 'moves'): string =>
  `${row}/${version}/${cardId}`;

export const cardOfBlock = (id: string): string | undefined => /^[a-z]+\/\d+\/(.+)$/.exec(id)?.[1];

const SNOOZES = {
  hour: '1 hour',
  tomorrow: 'Tomorrow 9:00',
  week: 'Next Monday 9:00',
  date: 'Pick a date…',
} as const;

const snooze = (): StaticSelect => ({
  type: 'static_select',
  action_id: 'card.snooze',
  placeholder: ours('Snooze'),
  options: Object.entries(SNOOZES).map(([value, text]) => option(value, text)),
});

const MORE: Record<RecommendationState, PlainTextOption[]> = {
  open: [option('accept-with-note', 'Accept with a note…'), option('link-issue', 'Link an issue…')],
  accepted: [
    option('shipped', 'Mark as shipped'),
    option('validated', 'Mark as validated'),
    option('stale', 'Mark as gone stale'),
    option('link-issue', 'Link an issue…'),
    option('reopen', 'Reopen'),
  ],
  shipped: [option('validated', 'Mark as validated'), option('reopen', 'Reopen')],
  dismissed: [option('reopen', 'Reopen')],
  stale: [option('reopen', 'Reopen')],
  archived: [option('reopen', 'Reopen')],
};

function recommendationMoves(
  material: CardMaterial,
  options: CardOptions,
): ActionsBlock['elements'] {
  const { card, recommendation } = material;
  if (!recommendation) return [];
  const open = recommendation.state === 'open';
  const decide = open
    ? [
        button('recommendation.accept', card.actionCardId, 'Accept', { style: 'primary' }),
        button('recommendation.dismiss', card.actionCardId, 'Dismiss…'),
      ]
    : [];
  if (!open && recommendation.state !== 'accepted') return decide;
  const done = recommendation.workItems.some(({ state }) => state === 'completed');
  const ship = done && !open;
  const missing = options.trackers.find(
    ({ provider }) => !recommendation.workItems.some((item) => item.provider === provider),
  );
  // where nothing is made yet, the team's own choice of a tracker comes first
  const other = recommendation.workItems.length > 0 && missing ? `:${missing.provider}` : '';
  const id = card.actionCardId;
  return [
    ...decide,
    ...(ship ? [button('recommendation.ship', id, 'Mark as shipped', { style: 'primary' })] : []),
    ...(missing
      ? [button(`recommendation.create-issue${other}`, id, 'Create issue', { style: 'primary' })]
      : []),
  ];
}

function more(material: CardMaterial): Overflow[] {
  const outcomes = material.recommendation && MORE[material.recommendation.state];
  return outcomes
    ? [{ type: 'overflow', action_id: 'recommendation.more', options: outcomes }]
    : [];
}

function cardMoves({ card, recommendation }: CardMaterial, now: Date): ActionsBlock['elements'] {
  const id = card.actionCardId;
  if (card.resolvedAt !== null) return [button('card.bring-back', id, 'Bring back')];
  return [
    ...(card.type === 'live_call'
      ? [button('card.contacted', id, 'Contacted', { style: 'primary' })]
      : []),
    button('card.followed', id, 'Resolve', { style: 'primary' }),
    // a recommendation is dismissed by deciding on it, so that its card has one "Dismiss"
    ...(recommendation ? [] : [button('card.dismissed', id, 'Dismiss')]),
    ...(isSnoozed(card, now) ? [button('card.wake', id, 'Wake now')] : []),
    snooze(),
  ];
}

/** Of the moves that may be the likeliest, the first is: more than one would show nothing. */
function onePrimary(elements: ActionsBlock['elements']): ActionsBlock['elements'] {
  const first = elements.findIndex((one) => 'style' in one && one.style === 'primary');
  return elements.map((one, place) => {
    if (place === first || !('style' in one)) return one;
    const { style: _, ...plain } = one;
    return plain;
  });
}

/** The moves that this card allows now, and no others. */
export function moveBlocks(material: CardMaterial, options: CardOptions): KnownBlock[] {
  const { card, gap } = material;
  const draft =
    gap && !gap.draftedStudyName
      ? [button('gap.draft-study', card.actionCardId, 'Draft study')]
      : [];
  return [
    {
      type: 'actions',
      block_id: blockId(card.actionCardId, options.version),
      elements: onePrimary([
        ...recommendationMoves(material, options),
        ...draft,
        ...cardMoves(material, options.now),
        button('card.details', card.actionCardId, 'Details'),
        ...more(material),
      ]),
    },
  ];
}
