import { App, type HTTPReceiver, type SocketModeReceiver } from '@slack/bolt';
import { boltLogger } from './bolt-logger.js';
import { clientOptions } from './client.js';
import { COMMANDS } from './commands/index.js';
import type { InFlight } from './in-flight.js';
import { onAction } from './on-action.js';
import { onCommand } from './on-command.js';
import { onEvent } from './on-event.js';
import { onSubmission, type ReceivedSubmission } from './on-submission.js';
import type { Slack } from './slack.js';

const ANYTHING = /[\s\S]*/;

/**
 * The Bolt app: one listener a family, so that exactly one can match, and each acknowledges before
 * anything else. Our own `authorize` asks nothing of Slack, so no request waits for it and a bad token
 * fails no start.
 */
export function createApp(
  slack: Slack,
  receiver: HTTPReceiver | SocketModeReceiver,
  inFlight: InFlight,
): App {
  const app = new App({
    receiver,
    authorize: async () => {
      const identity = slack.connection.identity;
      return {
        botToken: slack.settings.botToken,
        ...(identity ? { botUserId: identity.botUserId } : {}),
        ...(identity?.botId ? { botId: identity.botId } : {}),
      };
    },
    clientOptions: clientOptions(slack.settings, slack.log),
    logger: boltLogger(slack.log),
    convoStore: false,
  });

  app.use(({ next }) => inFlight.run(next));
  app.error(async (error) => {
    slack.log.error({ err: error }, 'a request from Slack could not be served');
  });
  app.action(ANYTHING, async ({ ack, body, action }) => {
    await ack();
    await onAction(slack, body, action);
  });
  app.view({ callback_id: ANYTHING, type: 'view_submission' }, async ({ ack, body }) => {
    const { problems, run } = await received(slack, body, ack);
    if (Object.keys(problems).length > 0) {
      await ack({ response_action: 'errors', errors: problems });
      return;
    }
    await ack();
    await run();
  });
  app.view({ callback_id: ANYTHING, type: 'view_closed' }, async ({ ack }) => ack());
  app.shortcut(ANYTHING, async ({ ack }) => ack());
  app.options(ANYTHING, async ({ ack }) => ack({ options: [] }));
  app.command(ANYTHING, async ({ ack, command }) => {
    const answer = COMMANDS[command.command]?.acknowledge(command.text);
    await ack({
      response_type: 'ephemeral',
      text: answer?.text ?? 'Belief Layer does not know this command.',
    });
    if (answer?.proceed) await onCommand(slack, command);
  });
  app.event(ANYTHING, async ({ body }) => onEvent(slack, body));
  return app;
}

/** A submission that cannot be read is acknowledged all the same, or its modal would hang. */
async function received(
  slack: Slack,
  body: unknown,
  ack: () => Promise<void>,
): Promise<ReceivedSubmission> {
  try {
    return onSubmission(slack, body);
  } catch (error) {
    await ack();
    throw error;
  }
}
