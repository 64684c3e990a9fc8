import type { JobHandler } from '../../../src/jobs/index.js';
import { CARD_CHANGED, CARD_NOTE, PUBLISH_CARDS } from '../../../src/outbox.js';
import { SHIP_QUESTION } from '../../../src/trackers/settle-ship-question.js';
import { answerLate } from '../conversation/answer-late.js';
import { ANSWER_LATE } from '../conversation/owed-answer.js';
import { INGEST_FILES, ingestFiles } from '../files/ingest-files.js';
import type { Slack } from '../slack.js';
import { askShip } from '../work-items/ask-ship.js';
import { DRAW_HOMES } from './ask-to-draw-homes.js';
import { drawHomes } from './draw-homes.js';
import { POST_CARDS, postCards } from './post-cards.js';
import { POST_DIGEST, postDigest } from './post-digest.js';
import { publishCards } from './publish-cards.js';
import { CHANNEL_SHARED, quotesLeave } from './quotes-leave.js';
import { redrawCard } from './redraw-card.js';
import { tellThread } from './tell-thread.js';
import { tellTrouble } from './tell-trouble.js';
import { TELL_TROUBLE } from './troubles.js';

/** Everything that is worked for a workspace in the background, by the kind of its job. */
export const OUTGOING: Readonly<Record<string, (slack: Slack) => JobHandler>> = {
  [CARD_CHANGED]: redrawCard,
  [CHANNEL_SHARED]: quotesLeave,
  [POST_CARDS]: postCards,
  [PUBLISH_CARDS]: publishCards,
  [CARD_NOTE]: tellThread,
  [DRAW_HOMES]: drawHomes,
  [TELL_TROUBLE]: tellTrouble,
  [SHIP_QUESTION]: askShip,
  [POST_DIGEST]: postDigest,
  [INGEST_FILES]: ingestFiles,
  [ANSWER_LATE]: answerLate,
};
