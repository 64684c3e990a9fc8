import { once } from 'node:events';
import { startServiceProcess } from '../service-process.js';

interface CapturedStatement {
  name?: string;
  text: string;
  values: unknown[];
}

/** The service's statements and its response for one request of a path. */
export interface Captured {
  path: string;
  /** Statements in a steady state: the key is cached and rate limit points are available. */
  statements: CapturedStatement[];
  /** Average statements per request, including those that only some requests cause. */
  perRequest: number;
  body: unknown;
}

const REQUESTS = 50;
const preload = new URL('./capture.mjs', import.meta.url).href;

/** Queries a separate service that records its statements; the measured service records nothing. */
export async function capture(
  env: Record<string, string>,
  key: string,
  paths: readonly string[],
): Promise<Captured[]> {
  const service = await startServiceProcess(env, {
    role: 'web',
    execArgv: ['--import', preload],
  });
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(service.url + path, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const statementsOf = async (work: () => Promise<void>): Promise<CapturedStatement[]> => {
    service.child.send('begin');
    await work();
    const answer = once(service.child, 'message');
    service.child.send('end');
    const [{ statements }] = (await answer) as [{ statements: CapturedStatement[] }];
    return statements;
  };
  try {
    const captured: Captured[] = [];
    for (const path of paths) {
      const body = await get(path);
      const seen: CapturedStatement[][] = [];
      for (let request = 0; request < REQUESTS; request++) {
        seen.push(
          await statementsOf(async () => {
            await get(path);
          }),
        );
      }
      captured.push({
        path,
        body,
        statements: seen.toSorted((a, b) => a.length - b.length)[0] ?? [],
        perRequest: seen.flat().length / REQUESTS,
      });
    }
    return captured;
  } finally {
    await service.stop();
  }
}
