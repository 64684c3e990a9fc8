import { setTimeout as sleep } from 'node:timers/promises';
import { App, type HTTPReceiver, type SocketModeReceiver } from '@slack/bolt';
import type { PlainTextOption } from '@slack/types';
import type { Logger } from '../../src/core/log.js';
import { boltLogger } from './connection/client.js';
import {
  onAction,
  onCommand,
  onEvent,
  onOptions,
  onShortcut,
  onSubmission,
  type ReceivedSubmission,
} from './listeners/dispatch.js';
import { COMMANDS } from './listeners/listeners.js';
import { BUSY, busyModal, turnedAway, turnedAwayByEvent } from './requests/busy.js';
import { pressKey } from './requests/payloads.js';
import type { InFlight } from './requests/work-queue.js';
import { Admission } from './workspaces/admission.js';
import { handleUninstall } from './workspaces/uninstall.js';
import type { Workspaces } from './workspaces/workspaces.js';
import { workspaceOf } from './workspaces/workspaces.js';

/** Slack gives up on a menu after three seconds. */
const OPTIONS_MS = 2_500;
const ANYTHING = /[\s\S]*/;
const UNKNOWN_COMMAND = 'Belief Layer does not know this command.';

/** Event types that people can cause in any number. Others (a shared channel, an uninstall) are never dropped. */
const REFUSABLE: ReadonlySet<string> = new Set(['message', 'app_mention', 'link_shared']);

/**
 * The Bolt app: one listener per request family, so that exactly one can match, and each acknowledges before
 * anything else. The work then waits in a queue with a limit per workspace; if it is full, the user is told so. Our
 * own `authorize` looks nothing up, so requests do not wait for it and a bad token does not prevent the start. The
 * listeners pick the client for each request.
 */
export function createApp(
  workspaces: Workspaces,
  receiver: HTTPReceiver | SocketModeReceiver,
  inFlight: InFlight,
  log: Logger,
): App {
  const app = new App({
    receiver,
    authorize: async () => ({}),
    logger: boltLogger(log),
    convoStore: false,
  });

  const admission = new Admission(workspaces, log);

  app.use(({ body, next }) => {
    stripNul(body);
    return inFlight.run(next);
  });
  app.error(async (error) => {
    log.error({ err: error }, 'a request from Slack could not be served');
  });
  app.action(ANYTHING, async ({ ack, body, action }) => {
    const key = pressKey(body, action);
    if (key && admission.isWaiting(body, key)) return ack(); // the same press by the same person is already waiting
    if (admission.isFull(body)) return admission.turnAway(ack, body, turnedAway(body));
    await ack();
    await admission.admit(body, (slack) => onAction(slack, body, action), key);
  });
  app.view({ callback_id: ANYTHING, type: 'view_submission' }, async ({ ack, body }) => {
    if (admission.isFull(body)) {
      admission.warnOfLoad();
      return ack(busyModal(body));
    }
    const { problems, waiting, run } = await received(body, ack);
    if (Object.keys(problems).length > 0) {
      await ack({ response_action: 'errors', errors: problems });
      return;
    }
    await (waiting ? ack({ response_action: 'update', view: waiting }) : ack());
    await admission.admit(body, run);
  });
  app.view({ callback_id: ANYTHING, type: 'view_closed' }, async ({ ack }) => ack());
  app.shortcut(ANYTHING, async ({ ack, body }) => {
    if (admission.isFull(body)) return admission.turnAway(ack, body, turnedAway(body));
    await ack();
    if (body.type !== 'message_action') return;
    await admission.admit(body, (slack) => onShortcut(slack, body));
  });
  app.options(ANYTHING, async ({ ack, body }) => {
    await ack({ options: await offered(workspaces, body, log) });
  });
  app.command(ANYTHING, async ({ ack, command }) => {
    const known = COMMANDS[command.command];
    const refusal = known ? known.refuse(command.text) : UNKNOWN_COMMAND;
    const full = !refusal && admission.isFull(command);
    if (full) admission.warnOfLoad();
    const text = refusal ?? (full ? BUSY : undefined);
    // Slack shows nothing for an empty response: users see only the message posted afterwards
    await ack(text === undefined ? undefined : { response_type: 'ephemeral', text });
    if (text === undefined) {
      await admission.admit(command, (slack) => onCommand(slack, command));
    }
  });
  app.event(ANYTHING, async ({ body, event }) => {
    // already acknowledged by Bolt
    if (admission.isFull(body) && REFUSABLE.has(event.type)) {
      return admission.turnAway(async () => {}, body, turnedAwayByEvent(body));
    }
    await admission.admit(body, async (slack) => {
      if (!(await handleUninstall(workspaces, slack, body))) await onEvent(slack, body);
    });
  });
  return app;
}

/** The only responses for which Slack waits on a database query; a failing one returns no options. */
async function offered(
  workspaces: Workspaces,
  body: unknown,
  log: Logger,
): Promise<PlainTextOption[]> {
  try {
    const slack = await workspaces.find(workspaceOf(body));
    if (!slack) return [];
    const late = sleep(OPTIONS_MS, [], { ref: false });
    return await Promise.race([onOptions(slack, body), late]);
  } catch (error) {
    log.warn({ err: error }, 'could not load the options of a Slack menu');
    return [];
  }
}

/** Acknowledges even an unreadable submission; otherwise its modal would hang. */
async function received(body: unknown, ack: () => Promise<void>): Promise<ReceivedSubmission> {
  try {
    return onSubmission(body);
  } catch (error) {
    await ack();
    throw error;
  }
}

/** Removes, in place, characters that Postgres cannot store: NUL and lone surrogates. */
function stripNul(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const held = value as Record<string, unknown>;
  for (const [key, part] of Object.entries(held)) {
    if (typeof part !== 'string') stripNul(part);
    else if (part.includes('\u0000') || !part.isWellFormed()) {
      held[key] = part.replaceAll('\u0000', '').toWellFormed();
    }
  }
}
