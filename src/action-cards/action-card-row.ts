import type { ActionCardRow, FlatActionCardRow } from '../../db/queries/action-cards.js';

/**
 * The participant's columns as the participant they are, added in place: copying rows of so many columns
 * took longer than a page's JSON.
 */
export function actionCardRow(flat: FlatActionCardRow): ActionCardRow {
  const { participantId, displayName, email, lastContactedAt } = flat;
  const participant =
    participantId === null || displayName === null
      ? null
      : { participantId, displayName, email, lastContactedAt };
  return Object.assign(flat, { participant });
}
