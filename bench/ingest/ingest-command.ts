import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { BenchDatabase } from '../database.js';

const cli = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
/** Preloaded into a child, which reports its resource usage on its fourth pipe. */
const usage = `data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>writeSync(3,JSON.stringify(process.resourceUsage())))`;
const Usage = z.object({ maxRSS: z.number(), userCPUTime: z.number(), systemCPUTime: z.number() });

export interface Cost {
  seconds: number;
  cpu: number;
  memory: number;
}

/** Runs the command on a folder of files, as its own process. */
export async function ingest(
  database: BenchDatabase,
  folder: string,
  teamId?: string,
  { study = 'Talks', env = {} }: { study?: string; env?: Record<string, string> } = {},
): Promise<Cost> {
  const team = teamId ?? (await database.createTeam()).db.teamId;
  const began = performance.now();
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', usage, cli, 'ingest', folder, '--team', team, '--study', study],
    {
      env: { PATH: process.env.PATH, DATABASE_URL: database.url, ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    },
  );
  const [said, cost, [code]] = await Promise.all([
    text(child.stderr as Readable),
    text(child.stdio[3] as Readable),
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`ingest ended with ${code}: ${said.slice(-500)}`);
  const { maxRSS, userCPUTime, systemCPUTime } = Usage.parse(JSON.parse(cost));
  return {
    seconds: (performance.now() - began) / 1_000,
    cpu: (userCPUTime + systemCPUTime) / 1e6,
    memory: maxRSS / 1024,
  };
}
