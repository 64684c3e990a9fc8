import type { EventHandlers } from '../core/events.js';
import { markChanged, queueEngine } from '../engine/queue-engine.js';
import { closeGone } from '../engine/settle-scope.js';
import { autoPush } from '../issues/auto-push.js';
import { commentOnWorkItems } from '../issues/comments.js';
import { followWorkItem } from '../issues/read-work-item.js';
import { closeOutdatedShipQuestion } from '../issues/ship-question.js';
import { syncAfterErasure, syncObjects, syncObjectsOf } from '../issues/sync-objects.js';

/** Handlers of each domain event, run in this order and in the transaction that emits it. */
export const eventHandlers: EventHandlers = {
  recommendationChanged: [
    (tx, { recommendationId }) => closeOutdatedShipQuestion(tx, recommendationId),
  ],
  recommendationDecided: [
    (tx, { recommendationId }) => closeGone(tx, { recommendationIds: [recommendationId] }),
    async (tx, { recommendationId, decision }) => {
      if (decision === 'accepted') await autoPush(tx, recommendationId);
    },
    (tx, event) => commentOnWorkItems(tx, { kind: 'decision', ...event }),
  ],
  outcomeRecorded: [
    (tx, { recommendationId, archivedSignalIds }) =>
      closeGone(tx, { recommendationIds: [recommendationId], signalIds: archivedSignalIds }),
    (tx, { recommendationId, outcome, note }) =>
      commentOnWorkItems(tx, { recommendationId, kind: 'outcome', outcome, note }),
  ],
  recommendationReopened: [
    (tx, { recommendationId, returnedSignalIds }) =>
      closeGone(tx, { recommendationIds: [recommendationId], signalIds: returnedSignalIds }),
  ],
  workItemLinked: [
    async (tx, { recommendationId, normalizedUrl, created }) => {
      if (!created) await followWorkItem(tx, { recommendationId, normalizedUrl });
    },
    syncObjectsOf,
  ],
  materialChanged: [(tx, changed) => queueEngine(tx.db, { changed }), syncObjects],
  imported: [(tx, changed) => markChanged(tx.db, changed), syncObjects],
  participantErased: [syncAfterErasure],
  fixContradicted: [(tx, event) => commentOnWorkItems(tx, { kind: 'contradiction', ...event })],
  receiptStamped: [(tx, event) => commentOnWorkItems(tx, { kind: 'receipt', ...event })],
};
