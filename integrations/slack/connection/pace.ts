import { setTimeout as sleep } from 'node:timers/promises';
import { RetryLater } from '../../../src/jobs/index.js';

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
    if (leftMs > 0) throw new RetryLater(leftMs, `Slack wants no ${kind} yet`);
  }
}
