import type { Tool } from '../tool.js';
import { listBeliefs, readBelief, readEvidence } from './beliefs.js';
import { ask, fetch, search } from './find.js';
import { listGaps, listStudies, readStudy } from './research.js';
import { addQuotes, changeQuestionsOf, listInterviews, stateBelief } from './state.js';
import { listInbox, listRecommendations, readWorkPacket } from './work.js';
import {
  decideRecommendation,
  draftStudy,
  linkWorkItem,
  recordOutcome,
  resolveCard,
  snoozeCard,
} from './writes.js';

/** Every tool, in the order that clients see. */
export const tools: readonly Tool[] = [
  search,
  fetch,
  ask,
  listBeliefs,
  readBelief,
  readEvidence,
  listStudies,
  readStudy,
  listGaps,
  listInbox,
  listRecommendations,
  readWorkPacket,
  decideRecommendation,
  recordOutcome,
  linkWorkItem,
  resolveCard,
  snoozeCard,
  draftStudy,
  stateBelief,
  addQuotes,
  changeQuestionsOf,
  listInterviews,
];
