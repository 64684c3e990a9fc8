import type { ActionCardRow, FlatActionCardRow } from '../../db/queries/action-cards.js';

/** The participant's columns as the participant they are. */
export function actionCardRow(flat: FlatActionCardRow): ActionCardRow {
  const { displayName, email, lastContactedAt, ...card } = flat;
  const { participantId } = card;
  return {
    ...card,
    participant:
      participantId === null || displayName === null
        ? null
        : { participantId, displayName, email, lastContactedAt },
  };
}
