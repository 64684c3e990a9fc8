import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Captured } from './captured.js';
import type { LoadOrder, LoadResult } from './load-client.js';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const spawn = (name: string) =>
  fork(file(name), [], { execArgv: ['--import', 'tsx'], serialization: 'advanced' });

/** Starts the baseline's server. */
export async function startFloor(url: string, captured: readonly Captured[]) {
  const child = spawn('floor-server.ts');
  const listening = once(child, 'message');
  child.send({ url, captured });
  const [{ port }] = (await listening) as [{ port: number }];
  return { port, stop: () => child.disconnect() };
}

/** Starts a load generator that takes one order at a time. */
export function startLoad() {
  const child = spawn('load-worker.ts');
  return {
    async run(order: LoadOrder): Promise<LoadResult> {
      const over = new AbortController();
      const { signal } = over;
      child.send(order);
      try {
        const [load] = (await Promise.race([
          once(child, 'message', { signal }),
          once(child, 'exit', { signal }),
        ])) as [LoadResult | number];
        if (typeof load !== 'object') throw new Error('the load generator ended');
        return load;
      } finally {
        over.abort();
      }
    },
    stop: () => child.disconnect(),
  };
}
