import { listActionCards } from '../../action-cards/list-action-cards.js';
import { resolve } from '../../action-cards/resolve.js';
import { snooze } from '../../action-cards/snooze.js';
import { queueCursor } from '../cursor.js';
import { endpoint } from '../endpoint.js';
import { examples } from '../examples.js';
import { presentActionCard } from '../present/action-card.js';
import { ActionCard } from '../schemas/action-card.js';
import { Data, Paged } from '../schemas/envelope.js';
import { ActionCardPath, ActionCardsQuery, ResolveBody, SnoozeBody } from '../schemas/inputs.js';
import { ActionCardWriteResult } from '../schemas/write-results.js';

export const actionCardsList = endpoint({
  method: 'get',
  path: '/v1/action-cards',
  id: 'listActionCards',
  tag: 'Action cards',
  summary: 'List pending action cards',
  description: 'Most urgent tier first, then urgency, then newest. A snoozed card is left out.',
  query: ActionCardsQuery,
  response: Paged(ActionCard),
  errors: [],
  example: examples.actionCards,
  async handle({ ctx, query: { type, limit, cursor } }) {
    const scope = { list: 'action-cards', filter: { type } };
    const after = queueCursor.read(ctx, scope, cursor);
    const page = await listActionCards(ctx, {
      limit,
      ...(type && { type }),
      ...(after && { after }),
    });
    return {
      data: page.rows.map(presentActionCard),
      cursor: queueCursor.write(ctx, scope, page.next),
      total: page.total,
    };
  },
});

/** What the writes on one card share. */
const onCard = {
  method: 'post',
  tag: 'Action cards',
  params: ActionCardPath,
  response: Data(ActionCardWriteResult),
  errors: [404, 409],
  writes: true,
  example: examples.actionCardWritten,
} as const;

export const resolution = endpoint({
  ...onCard,
  path: '/v1/action-cards/{actionCardId}/resolve',
  id: 'resolveActionCard',
  summary: 'Resolve a card',
  description:
    '`contacted` is for live calls and stamps the participant’s last contact. Resolving a resolved card changes nothing.',
  body: ResolveBody,
  async handle({ ctx, params: { actionCardId }, body }) {
    await resolve(ctx, actionCardId, body);
    return { data: { actionCardId } };
  },
});

export const snoozing = endpoint({
  ...onCard,
  path: '/v1/action-cards/{actionCardId}/snooze',
  id: 'snoozeActionCard',
  summary: 'Hide a card for a while',
  description: 'It returns to the queue when the duration has passed: at most 90 days.',
  body: SnoozeBody,
  async handle({ ctx, params: { actionCardId }, body }) {
    await snooze(ctx, actionCardId, body);
    return { data: { actionCardId } };
  },
});
