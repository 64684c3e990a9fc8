import type { Endpoint } from './endpoint.js';
import { actionCardsList, resolution, snoozing } from './routes/action-cards.js';
import { question } from './routes/ask.js';
import { evidenceRead, evidenceSearch } from './routes/evidence.js';
import { decision, outcome, reopening, workItemLink } from './routes/recommendation-writes.js';
import {
  recommendationRead,
  recommendationsList,
  workPacketRead,
} from './routes/recommendations.js';
import { researchGapsList, studyDraft } from './routes/research-gaps.js';
import { signalRead, signalsList } from './routes/signals.js';
import { sourceItemsList, studiesList, studyReadout } from './routes/studies.js';

/** The whole API, in the order of api.md 4.2. */
export const endpoints: readonly Endpoint[] = [
  signalsList,
  signalRead,
  studiesList,
  studyReadout,
  sourceItemsList,
  evidenceRead,
  evidenceSearch,
  researchGapsList,
  studyDraft,
  recommendationsList,
  recommendationRead,
  decision,
  outcome,
  reopening,
  workItemLink,
  workPacketRead,
  actionCardsList,
  resolution,
  snoozing,
  question,
];
