import { setTimeout as sleep } from 'node:timers/promises';
import type { WebClient } from '@slack/web-api';
import { RetryLater } from '../../../src/jobs/index.js';
import type { Health } from './health.js';
import { NotConnected, slackFailure } from './slack-failure.js';

interface Identity {
  workspaceId: string;
  botUserId: string;
  botId: string | undefined;
}

/** Milliseconds for which a failure is cached before Slack is asked again. */
const ASK_AGAIN_MS = { broken: 60_000, other: 5_000 } as const;

/** Our bot user and workspace, requested from Slack until it answers once. */
export class Connection {
  private known?: Identity;
  private asking?: Promise<Identity>;
  private failed?: { at: number; error: NotConnected };

  constructor(
    private readonly client: WebClient,
    private readonly health: Health,
    /** Runs once, before callers learn that we are connected; `granted`: the scopes, if Slack names them. */
    private readonly prepare: (identity: Identity, granted: readonly string[]) => Promise<void>,
  ) {}

  /** The workspace, if it is already known; never waits. */
  get identity(): Identity | undefined {
    return this.known;
  }

  /** Throws NotConnected. Concurrent callers share one call, and a failure is cached for a while. */
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
      await this.prepare(identity, answer.response_metadata?.scopes ?? []);
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

/** Keeps to Slack's limits: one post per channel and interval, and no calls of a kind that Slack has paused. */
export class Pace {
  private readonly nextAt = new Map<string, number>();
  private readonly pausedUntil = new Map<string, number>();

  constructor(private readonly intervalMs: number) {}

  /** Lets one call of a kind pass per interval; the others wait their turn. */
  async turn(kind: string): Promise<void> {
    const now = performance.now();
    const mine = Math.max(now, this.nextAt.get(kind) ?? 0);
    this.nextAt.set(kind, mine + this.intervalMs);
    if (mine > now) await sleep(mine - now);
  }

  /** Pauses this kind of call, so that a flood of jobs does not hit the rate limit one by one. */
  pause(kind: string, ms: number): void {
    this.pausedUntil.set(kind, performance.now() + ms);
  }

  /** Remaining milliseconds of a pause; 0 if there is none. */
  pausedMs(kind: string): number {
    return Math.max(0, (this.pausedUntil.get(kind) ?? 0) - performance.now());
  }

  /** Throws RetryLater while a pause lasts. */
  passUnlessPaused(kind: string): void {
    const leftMs = this.pausedMs(kind);
    if (leftMs > 0) throw new RetryLater(leftMs, `Slack accepts no ${kind} yet`);
  }
}
