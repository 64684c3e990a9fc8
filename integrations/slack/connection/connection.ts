import type { WebClient } from '@slack/web-api';
import type { Health } from './health.js';
import { NotConnected, slackFailure } from './slack-failure.js';

export interface Identity {
  workspaceId: string;
  botUserId: string;
  botId: string | undefined;
}

/** How long a failure stands before Slack is asked again. */
const ASK_AGAIN_MS = { broken: 60_000, other: 5_000 } as const;

/** Who we are in which workspace: asked of Slack once, whenever it first answers. */
export class Connection {
  private known?: Identity;
  private asking?: Promise<Identity>;
  private failed?: { at: number; error: NotConnected };

  constructor(
    private readonly client: WebClient,
    private readonly health: Health,
    /** Done once, before anybody is told that we are connected. */
    private readonly prepare: (identity: Identity) => Promise<void>,
  ) {}

  /** The workspace, where it is known already; never waits. */
  get identity(): Identity | undefined {
    return this.known;
  }

  /** Throws NotConnected. Many callers at once make one call, and a failure holds for a while. */
  async connect(): Promise<Identity> {
    if (this.known) return this.known;
    if (this.failed) {
      const { kind } = this.failed.error.failure;
      const pause = kind === 'broken' ? ASK_AGAIN_MS.broken : ASK_AGAIN_MS.other;
      if (performance.now() - this.failed.at < pause) throw this.failed.error;
    }
    this.asking ??= this.ask().finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  private async ask(): Promise<Identity> {
    try {
      const answer = await this.client.auth.test();
      const identity = {
        workspaceId: answer.team_id ?? '',
        botUserId: answer.user_id ?? '',
        botId: answer.bot_id,
      };
      await this.prepare(identity);
      this.known = identity;
      this.health.works('workspace');
      return identity;
    } catch (error) {
      const failure = slackFailure(error);
      this.health.failed('workspace', failure);
      this.failed = { at: performance.now(), error: new NotConnected(failure) };
      throw this.failed.error;
    }
  }
}
