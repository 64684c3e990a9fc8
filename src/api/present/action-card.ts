import type { ActionCardRow } from '../../../db/queries/action-cards.js';
import type { ActionCard } from '../schemas/action-card.js';

export const presentActionCard = (row: ActionCardRow): ActionCard => ({
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

/** Contact data is shown on a live call alone (api.md 2.14). */
const presentParticipant = ({ type, participant }: ActionCardRow): ActionCard['participant'] =>
  type === 'live_call' && participant
    ? {
        participantId: participant.participantId,
        displayName: participant.displayName,
        email: participant.email ?? undefined,
        lastContactedAt: participant.lastContactedAt?.getTime(),
      }
    : undefined;
