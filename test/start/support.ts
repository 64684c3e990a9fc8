import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { TestProcess } from '../support/process.js';

/** A folder of the test file's own, gone with it. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'belief-start-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the service as `npm start` does, on a free port unless told; the test's end kills it. */
export function useService(folder: string) {
  let started: TestProcess[] = [];
  afterEach(async () => {
    await Promise.all(started.map((process) => process.end('SIGKILL')));
    started = [];
  });
  return (env: Record<string, string>, ...args: string[]): TestProcess => {
    const service = new TestProcess('src/main.ts', args, { PORT: '0', ...env }, folder);
    started.push(service);
    return service;
  };
}

/** The address that the service says it answers at. */
export async function addressOf(service: TestProcess): Promise<string> {
  const [, url] = await service.says(/^ {2}API +(\S+)\/v1$/m);
  return url!;
}

/** The end of a start that was refused: its exit code and what it said. */
export async function refusal(
  service: TestProcess,
): Promise<{ code: number | null; said: string }> {
  const { code } = await service.ended;
  return { code, said: service.stderr };
}
