import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../dist/src/main.js', import.meta.url));
const READY_WITHIN_MS = 120_000;

interface ServiceProcess {
  url: string;
  child: ChildProcess;
  /** Milliseconds from the start of the process until `/readyz` reported ready. */
  readyAfterMs: number;
  stop(): Promise<void>;
}

/** Starts the compiled service as its Procfile does and waits until it is ready. Throws if it exits first. */
export async function startServiceProcess(
  env: Record<string, string>,
  { role, execArgv = [] }: { role?: 'web'; execArgv?: string[] } = {},
): Promise<ServiceProcess> {
  const port = await freePort();
  const began = performance.now();
  const child = fork(main, role ? [role] : [], {
    execArgv,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    if (child.exitCode !== null)
      throw new Error(`the service ended with ${child.exitCode}: ${said}`);
    if (performance.now() - began > READY_WITHIN_MS) {
      child.kill('SIGKILL');
      throw new Error(`the service was not ready within ${READY_WITHIN_MS} ms: ${said}`);
    }
    await sleep(10);
  }
  return {
    url,
    child,
    readyAfterMs: performance.now() - began,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
