import { setTimeout as sleep } from 'node:timers/promises';
import { App, type HTTPReceiver, type SocketModeReceiver } from '@slack/bolt';
import type { PlainTextOption } from '@slack/types';
import { z } from 'zod';
import type { Logger } from '../../src/log.js';
import { COMMANDS } from './commands/index.js';
import { boltLogger } from './connection/bolt-logger.js';
import type { InFlight } from './requests/in-flight.js';
import { makeStorable } from './requests/make-storable.js';
import { onAction } from './requests/on-action.js';
import { onCommand } from './requests/on-command.js';
import { onEvent } from './requests/on-event.js';
import { onOptions } from './requests/on-options.js';
import { onShortcut } from './requests/on-shortcut.js';
import { onSubmission, type ReceivedSubmission } from './requests/on-submission.js';
import { respond } from './respond.js';
import type { Slack } from './slack.js';
import { leftBehind } from './workspaces/left-behind.js';
import { workspaceOf } from './workspaces/workspace-of.js';
import type { Workspaces } from './workspaces/workspaces.js';

const Answerable = z.object({ response_url: z.string() });
/** Slack gives up on a menu after three seconds. */
const OPTIONS_MS = 2_500;
const ANYTHING = /[\s\S]*/;

/**
 * The Bolt app: one listener a family, so that exactly one can match, and each acknowledges before
 * anything else. Our own `authorize` looks nothing up, so no request waits for it and a bad token fails no
 * start; which client serves a request is decided by the listeners.
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

  /** Who serves it is looked up after the acknowledgement, which waits for nothing. */
  const served = async (body: unknown): Promise<Slack | undefined> => {
    const slack = await workspaces.find(workspaceOf(body));
    if (slack) return slack;
    log.warn('Slack sent a request of a workspace that has not installed the app');
    const { data } = Answerable.safeParse(body);
    const text = 'Belief Layer is not installed in this workspace any more.';
    if (data) await respond(data.response_url, { text, replace_original: false });
    return undefined;
  };

  /** The only answers that Slack waits for with a look into the database; one that fails offers nothing. */
  const offered = async (body: unknown): Promise<PlainTextOption[]> => {
    try {
      const slack = await workspaces.find(workspaceOf(body));
      if (!slack) return [];
      const late = sleep(OPTIONS_MS, [], { ref: false });
      return await Promise.race([onOptions(slack, body), late]);
    } catch (error) {
      log.warn({ err: error }, 'a menu in Slack has no options');
      return [];
    }
  };

  app.use(({ body, next }) => {
    makeStorable(body);
    return inFlight.run(next);
  });
  app.error(async (error) => {
    log.error({ err: error }, 'a request from Slack could not be served');
  });
  app.action(ANYTHING, async ({ ack, body, action }) => {
    await ack();
    const slack = await served(body);
    if (slack) await onAction(slack, body, action);
  });
  app.view({ callback_id: ANYTHING, type: 'view_submission' }, async ({ ack, body }) => {
    const { problems, waiting, run } = await received(body, ack);
    if (Object.keys(problems).length > 0) {
      await ack({ response_action: 'errors', errors: problems });
      return;
    }
    await (waiting ? ack({ response_action: 'update', view: waiting }) : ack());
    const slack = await served(body);
    if (slack) await run(slack);
  });
  app.view({ callback_id: ANYTHING, type: 'view_closed' }, async ({ ack }) => ack());
  app.shortcut(ANYTHING, async ({ ack, body }) => {
    await ack();
    const slack = body.type === 'message_action' ? await served(body) : undefined;
    if (slack) await onShortcut(slack, body);
  });
  app.options(ANYTHING, async ({ ack, body }) => {
    await ack({ options: await offered(body) });
  });
  app.command(ANYTHING, async ({ ack, command }) => {
    const answer = COMMANDS[command.command]?.acknowledge(command.text);
    await ack({
      response_type: 'ephemeral',
      text: answer?.text ?? 'Belief Layer does not know this command.',
    });
    if (!answer?.proceed) return;
    const slack = await served(command);
    if (slack) await onCommand(slack, command);
  });
  app.event(ANYTHING, async ({ body }) => {
    const slack = await served(body);
    if (slack && !(await leftBehind(workspaces, slack, body))) await onEvent(slack, body);
  });
  return app;
}

/** A submission that cannot be read is acknowledged all the same, or its modal would hang. */
async function received(body: unknown, ack: () => Promise<void>): Promise<ReceivedSubmission> {
  try {
    return onSubmission(body);
  } catch (error) {
    await ack();
    throw error;
  }
}
