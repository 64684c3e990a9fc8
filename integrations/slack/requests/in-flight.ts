/** Counts running listeners: a request is acknowledged long before its listener ends. */
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
