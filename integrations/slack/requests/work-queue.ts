interface QueueLimits {
  /** Maximum running tasks per team. */
  atOnce: number;
  /** Maximum waiting tasks per team. */
  waiting: number;
}

/** Enough for slow Slack calls to overlap, few enough to leave CPU time for acknowledgements. */
export const WORK_LIMITS: QueueLimits = { atOnce: 24, waiting: 200 };

interface Line {
  running: number;
  readonly waiting: (() => void)[];
  /** Keys of waiting tasks. */
  readonly keys: Set<string>;
}

/** Limits the work that follows acknowledgements, per team: a task waits only behind its own team's tasks. */
export class WorkQueue {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly limits: QueueLimits = WORK_LIMITS) {}

  /** True if the same task is already waiting, so that adding it again changes nothing. */
  isWaiting(team: string, key: string): boolean {
    return this.lines.get(team)?.keys.has(key) ?? false;
  }

  isFull(team: string): boolean {
    return (this.lines.get(team)?.waiting.length ?? 0) >= this.limits.waiting;
  }

  /** Runs the task when its turn comes. Check `isFull` first: added tasks are never refused. */
  async add(team: string, key: string | undefined, work: () => Promise<void>): Promise<void> {
    const line = this.lineOf(team);
    if (line.running < this.limits.atOnce) line.running++;
    else await this.turn(line, key);
    try {
      await work();
    } finally {
      const next = line.waiting.shift();
      if (next) setImmediate(next);
      else line.running--;
      if (line.running === 0) this.lines.delete(team);
    }
  }

  /** A finished task hands its slot to the next one, so `running` does not change. */
  private async turn(line: Line, key: string | undefined): Promise<void> {
    if (key !== undefined) line.keys.add(key);
    await new Promise<void>((resolve) => line.waiting.push(resolve));
    if (key !== undefined) line.keys.delete(key);
  }

  private lineOf(team: string): Line {
    const known = this.lines.get(team) ?? { running: 0, waiting: [], keys: new Set() };
    this.lines.set(team, known);
    return known;
  }
}

/** Counts running listeners, since a request is acknowledged long before its listener ends. */
export class InFlight {
  private count = 0;
  private readonly waiting: (() => void)[] = [];

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.count++;
    try {
      return await work();
    } finally {
      this.count--;
      if (this.count === 0) for (const done of this.waiting.splice(0)) done();
    }
  }

  /** Resolves when no listener is running. */
  async idle(): Promise<void> {
    if (this.count > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
