import * as z from 'zod';
import { RESOLUTIONS } from '../../../db/entities/action-card.js';
import type { ActionCardRow } from '../../../db/queries/action-cards.js';
import { listActionCards as list } from '../../beliefs/action-cards/list-action-cards.js';
import { resolve } from '../../beliefs/action-cards/resolve.js';
import { snooze } from '../../beliefs/action-cards/snooze.js';
import { MAX_SNOOZE_MS } from '../../core/numbers.js';
import { queueCursor } from '../cursor.js';
import { endpoint } from '../endpoint.js';
import { authenticate, mayWrite, parse, rateLimit } from '../guards.js';
import { examples } from './examples.js';
import { Data, Id, Paged, PageQuery, positiveNumber } from './fields.js';
import { ActionCardReason, ActionCardType, Ms } from './values.js';

export const ActionCard = z
  .strictObject({
    actionCardId: z.string(),
    type: ActionCardType,
    summary: z.string(),
    quote: z
      .string()
      .optional()
      .meta({ description: '`live_call` only: the words behind the card, verbatim.' }),
    reason: ActionCardReason.optional().meta({ description: '`live_call` only.' }),
    priority: z.int().min(1).max(10).meta({ description: 'Tier; lower is more urgent.' }),
    createdAt: Ms,
    refs: z.strictObject({
      studyIds: z.array(z.string()).optional(),
      sourceItemId: z.string().optional(),
      themeIds: z.array(z.string()).optional(),
      signalId: z.string().optional(),
      recommendationId: z.string().optional(),
      participantId: z.string().optional(),
    }),
    participant: z
      .strictObject({
        participantId: z.string(),
        displayName: z.string().optional(),
        email: z.string().optional(),
        lastContactedAt: Ms.optional(),
      })
      .optional()
      .meta({ description: '`live_call` only: contact data that the team already had.' }),
    studies: z
      .array(z.strictObject({ studyId: z.string(), name: z.string() }))
      .meta({ description: 'What `refs.studyIds` name.' }),
  })
  .meta({ id: 'ActionCard', description: 'A pending item of the team’s inbox.' });
export type ActionCard = z.infer<typeof ActionCard>;

export const ActionCardWriteResult = z
  .strictObject({ actionCardId: z.string() })
  .meta({ id: 'ActionCardWriteResult' });

const ActionCardPath = z.strictObject({ actionCardId: Id('action card') });

const ActionCardsQuery = z.strictObject({
  type: ActionCardType.optional(),
  ...PageQuery.shape,
});

export const ResolveBody = z
  .strictObject({ action: z.enum(RESOLUTIONS) })
  .meta({ id: 'ResolveBody' });

export const SnoozeBody = z
  .strictObject({
    durationMs: positiveNumber(MAX_SNOOZE_MS).meta({
      description: 'Out of range is rejected, not clamped: nothing un-snoozes a card.',
      example: 86400000,
    }),
  })
  .meta({ id: 'SnoozeBody' });

const presentActionCard = (row: ActionCardRow): ActionCard => ({
  actionCardId: row.actionCardId,
  type: row.type,
  summary: row.summary,
  quote: row.quote ?? undefined,
  reason: row.reason ?? undefined,
  priority: row.priority,
  createdAt: row.createdAt.getTime(),
  refs: {
    studyIds: row.studyIds.length > 0 ? row.studyIds : undefined,
    sourceItemId: row.sourceItemId ?? undefined,
    themeIds: row.themeIds.length > 0 ? row.themeIds : undefined,
    signalId: row.signalId ?? undefined,
    recommendationId: row.recommendationId ?? undefined,
    participantId: row.participantId ?? undefined,
  },
  participant: presentParticipant(row),
  studies: row.studies,
});

/** Contact data is returned only for a live call. */
const presentParticipant = ({ type, participant }: ActionCardRow): ActionCard['participant'] =>
  type === 'live_call' && participant
    ? {
        participantId: participant.participantId,
        displayName: participant.displayName,
        email: participant.email ?? undefined,
        lastContactedAt: participant.lastContactedAt?.getTime(),
      }
    : undefined;

export const listActionCards = endpoint({
  method: 'get',
  path: '/v1/action-cards',
  guards: [authenticate, rateLimit, parse],
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
    const page = await list(ctx, {
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

/** Contract parts shared by the writes on one card. */
const onCard = {
  method: 'post',
  tag: 'Action cards',
  params: ActionCardPath,
  response: Data(ActionCardWriteResult),
  errors: [404, 409],
  example: examples.actionCardWritten,
} as const;

export const resolveActionCard = endpoint({
  ...onCard,
  path: '/v1/action-cards/{actionCardId}/resolve',
  guards: [authenticate, rateLimit, mayWrite, parse],
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

export const snoozeActionCard = endpoint({
  ...onCard,
  path: '/v1/action-cards/{actionCardId}/snooze',
  guards: [authenticate, rateLimit, mayWrite, parse],
  id: 'snoozeActionCard',
  summary: 'Hide a card for a while',
  description: 'It returns to the queue when the duration has passed: at most 90 days.',
  body: SnoozeBody,
  async handle({ ctx, params: { actionCardId }, body }) {
    await snooze(ctx, actionCardId, body);
    return { data: { actionCardId } };
  },
});
