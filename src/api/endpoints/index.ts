import type { Endpoint } from '../endpoint.js';
import { listActionCards, resolveActionCard, snoozeActionCard } from './action-cards.js';
import { ask } from './ask.js';
import { readEvidence, searchEvidence } from './evidence.js';
import {
  decideRecommendation,
  linkWorkItem,
  recordOutcome,
  reopenRecommendation,
} from './recommendation-writes.js';
import { listRecommendations, readRecommendation } from './recommendations.js';
import { draftStudyFromGap, listResearchGaps } from './research-gaps.js';
import { listSignals, readSignal } from './signals.js';
import { listSourceItems, listStudies, readStudyReadout } from './studies.js';
import { readWorkPacket } from './work-packet.js';

/** All endpoints, in the order of docs/api.md. */
export const endpoints: readonly Endpoint[] = [
  listSignals,
  readSignal,
  listStudies,
  readStudyReadout,
  listSourceItems,
  readEvidence,
  searchEvidence,
  listResearchGaps,
  draftStudyFromGap,
  listRecommendations,
  readRecommendation,
  decideRecommendation,
  recordOutcome,
  reopenRecommendation,
  linkWorkItem,
  readWorkPacket,
  listActionCards,
  resolveActionCard,
  snoozeActionCard,
  ask,
];
