import type { ActionCard } from '../entities/action-card.js';

export interface CardParticipantRow {
  participantId: string;
  displayName: string;
  email: string | null;
  lastContactedAt: Date | null;
}

/** A card in any state, with what its references name. */
export interface ActionCardRow extends Omit<ActionCard, 'teamId'> {
  /** Those of `studyIds` that exist, in that order. */
  studies: { studyId: string; name: string }[];
  participant: CardParticipantRow | null;
}
