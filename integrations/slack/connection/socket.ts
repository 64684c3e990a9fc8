import { SocketModeReceiver } from '@slack/bolt';
import type { Logger } from '../../../src/core/log.js';
import type { SlackSettings } from './app-settings.js';
import { boltLogger, clientOptions } from './client.js';
import type { Health } from './health.js';
import { slackFailure } from './slack-failure.js';

const TRY_AGAIN_MS = 30_000;

/** Socket Mode: requests arrive over a connection that we open, so no public URL is needed. */
export class Socket {
  readonly receiver: SocketModeReceiver;
  private timer?: NodeJS.Timeout;
  private stopped = false;

  constructor(
    settings: SlackSettings & { appToken: string },
    private readonly health: Health,
    private readonly log: Logger,
  ) {
    this.receiver = new SocketModeReceiver({
      appToken: settings.appToken,
      logger: boltLogger(log),
      installerOptions: { clientOptions: clientOptions(settings, log) },
    });
  }

  /** Never throws: a failure is logged once and retried. */
  async start(): Promise<void> {
    try {
      await this.receiver.start();
      this.health.works('socket');
    } catch (error) {
      if (this.stopped) return;
      this.say(error);
      this.timer = setTimeout(() => void this.start(), TRY_AGAIN_MS);
      this.timer.unref();
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.receiver.stop().catch(() => {});
  }

  private say(error: unknown): void {
    try {
      const { code } = slackFailure(error);
      const cause =
        code === 'no_answer'
          ? 'Slack cannot be reached'
          : `Slack answered ${code}: check that SLACK_APP_TOKEN starts with xapp- and has the scope connections:write`;
      this.health.say('socket', `Socket Mode is not connected (${cause}); retrying.`);
    } catch (other) {
      this.log.error({ err: other }, 'Socket Mode failed');
      this.health.say('socket', 'Socket Mode is not connected; retrying.');
    }
  }
}
