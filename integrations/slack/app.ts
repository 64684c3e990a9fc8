import { setTimeout as sleep } from 'node:timers/promises';
import { App, type HTTPReceiver, type SocketModeReceiver } from '@slack/bolt';
import type { PlainTextOption } from '@slack/types';
import { z } from 'zod';
import type { Logger } from '../../src/core/log.js';
import { boltLogger } from './connection/client.js';
import { respond } from './connection/respond.js';
import type { Slack } from './connection/slack.js';
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
import { BUSY, busyModal, type Turned, turnedAway, turnedAwayByEvent } from './requests/busy.js';
import { pressKey } from './requests/payloads.js';
import type { InFlight } from './requests/work-queue.js';
import { WorkQueue } from './requests/work-queue.js';
import { handleUninstall } from './workspaces/uninstall.js';
import type { Workspaces } from './workspaces/workspaces.js';
import { workspaceOf } from './workspaces/workspaces.js';

const Answerable = z.object({ response_url: z.string() });
/** Slack gives up on a menu after three seconds. */
const OPTIONS_MS = 2_500;
const ANYTHING = /[\s\S]*/;
const UNKNOWN_COMMAND = 'Belief Layer does not know this command.';

/** Event types that people can cause in any number. Others (a shared channel, an uninstall) are never dropped. */
const REFUSABLE: ReadonlySet<string> = new Set(['message', 'app_mention', 'link_shared']);
const NOTICE_LIMITS = { atOnce: 4, waiting: 200 };
const WARN_EVERY_MS = 60_000;

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

  /** Finds the workspace after the acknowledgement, which must not wait. */
  const served = async (body: unknown): Promise<Slack | undefined> => {
    const slack = await workspaces.find(workspaceOf(body));
    if (slack) return slack;
    log.warn('Slack sent a request from a workspace that has not installed the app');
    const { data } = Answerable.safeParse(body);
    const text = 'Belief Layer is not installed in this workspace any more.';
    if (data) await respond(data.response_url, { text, replace_original: false });
    return undefined;
  };

  const queue = new WorkQueue();
  const queued = (
    team: string,
    key: string | undefined,
    body: unknown,
    work: (slack: Slack) => Promise<void>,
  ): Promise<void> =>
    queue.add(team, key, async () => {
      const slack = await served(body);
      if (slack) await work(slack);
    });

  let warnedAt = Number.NEGATIVE_INFINITY;
  const warnOfLoad = (): void => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn(
      'Slack sends requests faster than they can be handled; users are asked to try again in a moment',
    );
  };

  const notices = new WorkQueue(NOTICE_LIMITS);
  /**
   * One waiting notice covers every earlier press. If there is no room for another, Slack shows its own warning.
   */
  const turnAway = async (
    ack: () => Promise<void>,
    body: unknown,
    turned: Turned | undefined,
  ): Promise<void> => {
    warnOfLoad();
    const team = teamOf(body);
    const told = turned !== undefined && notices.isWaiting(team, turned.userId);
    if (turned && !told && notices.isFull(team)) return;
    await ack();
    if (!turned || told) return;
    await notices.add(team, turned.userId, async () => {
      const slack = await served(body);
      if (slack) await turned.tell(slack);
    });
  };

  /** The only responses for which Slack waits on a database query; a failing one returns no options. */
  const offered = async (body: unknown): Promise<PlainTextOption[]> => {
    try {
      const slack = await workspaces.find(workspaceOf(body));
      if (!slack) return [];
      const late = sleep(OPTIONS_MS, [], { ref: false });
      return await Promise.race([onOptions(slack, body), late]);
    } catch (error) {
      log.warn({ err: error }, 'could not load the options of a Slack menu');
      return [];
    }
  };

  app.use(({ body, next }) => {
    stripNul(body);
    return inFlight.run(next);
  });
  app.error(async (error) => {
    log.error({ err: error }, 'a request from Slack could not be served');
  });
  app.action(ANYTHING, async ({ ack, body, action }) => {
    const team = teamOf(body);
    const key = pressKey(body, action);
    if (key && queue.isWaiting(team, key)) return ack(); // the same press by the same person is already waiting
    if (queue.isFull(team)) return turnAway(ack, body, turnedAway(body));
    await ack();
    await queued(team, key, body, (slack) => onAction(slack, body, action));
  });
  app.view({ callback_id: ANYTHING, type: 'view_submission' }, async ({ ack, body }) => {
    const team = teamOf(body);
    if (queue.isFull(team)) {
      warnOfLoad();
      return ack(busyModal(body));
    }
    const { problems, waiting, run } = await received(body, ack);
    if (Object.keys(problems).length > 0) {
      await ack({ response_action: 'errors', errors: problems });
      return;
    }
    await (waiting ? ack({ response_action: 'update', view: waiting }) : ack());
    await queued(team, undefined, body, run);
  });
  app.view({ callback_id: ANYTHING, type: 'view_closed' }, async ({ ack }) => ack());
  app.shortcut(ANYTHING, async ({ ack, body }) => {
    const team = teamOf(body);
    if (queue.isFull(team)) return turnAway(ack, body, turnedAway(body));
    await ack();
    if (body.type !== 'message_action') return;
    await queued(team, undefined, body, (slack) => onShortcut(slack, body));
  });
  app.options(ANYTHING, async ({ ack, body }) => {
    await ack({ options: await offered(body) });
  });
  app.command(ANYTHING, async ({ ack, command }) => {
    const team = teamOf(command);
    const known = COMMANDS[command.command];
    const refusal = known ? known.refuse(command.text) : UNKNOWN_COMMAND;
    const full = !refusal && queue.isFull(team);
    if (full) warnOfLoad();
    const text = refusal ?? (full ? BUSY : undefined);
    // Slack shows nothing for an empty response: users see only the message posted afterwards
    await ack(text === undefined ? undefined : { response_type: 'ephemeral', text });
    if (text === undefined) {
      await queued(team, undefined, command, (slack) => onCommand(slack, command));
    }
  });
  app.event(ANYTHING, async ({ body, event }) => {
    const team = teamOf(body);
    // already acknowledged by Bolt
    if (queue.isFull(team) && REFUSABLE.has(event.type)) {
      return turnAway(async () => {}, body, turnedAwayByEvent(body));
    }
    await queued(team, undefined, body, async (slack) => {
      if (!(await handleUninstall(workspaces, slack, body))) await onEvent(slack, body);
    });
  });
  return app;
}

const teamOf = (body: unknown): string => workspaceOf(body) ?? '';

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
