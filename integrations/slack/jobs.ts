import { CARD_CHANGED, CARD_NOTE, PUBLISH_CARDS } from '../../src/core/outbox.js';
import { SHIP_QUESTION } from '../../src/issues/ship-question.js';
import type { JobHandler } from '../../src/jobs/index.js';
import { DEFERRED_ANSWER } from './answers/deferred-answer.js';
import { postDeferredAnswer } from './answers/post-deferred-answer.js';
import { POST_CARDS, postCards } from './cards/post-cards.js';
import { publishCards } from './cards/publish-cards.js';
import { redrawCard } from './cards/redraw-card.js';
import { CHANNEL_SHARED, quotesLeave } from './cards/remove-shared-quotes.js';
import { tellThread } from './cards/tell-thread.js';
import type { Slack } from './connection/slack.js';
import { alertAdmin } from './delivery/admin-alert.js';
import { ADMIN_ALERT } from './delivery/admin-alerts.js';
import { DRAW_HOMES } from './delivery/request-home-redraw.js';
import { POST_DIGEST, postDigest } from './digest/post-digest.js';
import { INGEST_FILES, ingestFiles } from './files/ingest-files.js';
import { drawHomes } from './home/draw-homes.js';
import { askShip } from './issues/ship-question.js';

/** The background jobs of a workspace, by kind. */
export const OUTGOING: Readonly<Record<string, (slack: Slack) => JobHandler>> = {
  [CARD_CHANGED]: redrawCard,
  [CHANNEL_SHARED]: quotesLeave,
  [POST_CARDS]: postCards,
  [PUBLISH_CARDS]: publishCards,
  [CARD_NOTE]: tellThread,
  [DRAW_HOMES]: drawHomes,
  [ADMIN_ALERT]: alertAdmin,
  [SHIP_QUESTION]: askShip,
  [POST_DIGEST]: postDigest,
  [INGEST_FILES]: ingestFiles,
  [DEFERRED_ANSWER]: postDeferredAnswer,
};
