import type { Decision, Outcome } from '../../db/entities/recommendation.js';
import type { Context } from './context.js';

/** Ids of changed rows. `everything`: too many to name, as after an import. */
export interface Changed {
  signalIds?: readonly string[];
  themeIds?: readonly string[];
  studyIds?: readonly string[];
  sourceItemIds?: readonly string[];
  recommendationIds?: readonly string[];
  everything?: boolean;
}

/** The events of the domain. Each is emitted in the transaction of the write that it reports. */
interface Events {
  recommendationDecided: {
    recommendationId: string;
    decision: Decision;
    note?: string | undefined;
  };
  outcomeRecorded: {
    recommendationId: string;
    outcome: Outcome;
    note?: string | undefined;
    archivedSignalIds: readonly string[];
  };
  recommendationReopened: { recommendationId: string; returnedSignalIds: readonly string[] };
  /** After every decision, outcome, reopen and link; the more specific events follow it. */
  recommendationChanged: { recommendationId: string };
  /** `created`: this service has just created the issue, so its state is known. */
  workItemLinked: { recommendationId: string; normalizedUrl: string; created: boolean };
  /** New quotes contradict a shipped fix. Events with the same `cause` count as one. */
  fixContradicted: { recommendationId: string; text: string; cause: string };
  /** New, changed or removed quotes, interviews and beliefs, whose consequences are due now. */
  materialChanged: Changed;
  /** Records that an import stored; considered by the next scheduled run. */
  imported: Changed;
  /** A participant was erased: copies of their words in other services have to be erased, too. */
  participantErased: Record<string, never>;
  receiptStamped: { recommendationId: string; text: string; cause: string };
}

type EventHandler<E> = (tx: Context, event: E) => Promise<void>;
export type EventHandlers = {
  readonly [Name in keyof Events]: readonly EventHandler<Events[Name]>[];
};

let handlers: EventHandlers | undefined;

/** Sets the handlers of each event; called once per process, before anything is written. */
export function subscribe(table: EventHandlers): void {
  handlers = table;
}

/**
 * Runs the handlers of an event, in order and in the transaction of `tx`: one that fails rolls back the write.
 * Throws if nothing was subscribed, so that no entry point can forget to subscribe.
 */
export async function emit<Name extends keyof Events>(
  tx: Context,
  name: Name,
  event: Events[Name],
): Promise<void> {
  if (!handlers) throw new Error(`${name} was emitted before handlers were subscribed`);
  for (const handle of handlers[name]) await handle(tx, event);
}
