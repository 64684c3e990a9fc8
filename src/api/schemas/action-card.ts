import * as z from 'zod';
import { ActionCardReason, ActionCardType, Ms } from './values.js';

/** api.md 2.14 */
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
