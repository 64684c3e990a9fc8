import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Captured } from './captured.js';
import type { LoadOrder, LoadResult } from './load-client.js';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const spawn = (name: string) =>
  fork(file(name), [], { execArgv: ['--import', 'tsx'], serialization: 'advanced' });

/** The floor's server. */
export async function startFloor(url: string, captured: readonly Captured[]) {
  const child = spawn('floor-server.ts');
  const listening = once(child, 'message');
  child.send({ url, captured });
  const [{ port }] = (await listening) as [{ port: number }];
  return { port, stop: () => child.disconnect() };
}

/** A load generator that takes one order at a time. */
export function startLoad() {
  const child = spawn('load-worker.ts');
  return {
    async run(order: LoadOrder): Promise<LoadResult> {
      const result = once(child, 'message');
      const ended = once(child, 'exit').then(() => {
        throw new Error('the load generator ended');
      });
      child.send(order);
      const [load] = (await Promise.race([result, ended])) as [LoadResult];
      return load;
    },
    stop: () => child.disconnect(),
  };
}
