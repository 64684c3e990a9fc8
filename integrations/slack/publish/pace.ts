import { setTimeout as sleep } from 'node:timers/promises';

/** Lets one post a channel pass in each interval; the others wait their turn. */
export class Pace {
  private readonly nextAt = new Map<string, number>();

  constructor(private readonly intervalMs: number) {}

  async turn(channelId: string): Promise<void> {
    const now = performance.now();
    const mine = Math.max(now, this.nextAt.get(channelId) ?? 0);
    this.nextAt.set(channelId, mine + this.intervalMs);
    if (mine > now) await sleep(mine - now);
  }
}
