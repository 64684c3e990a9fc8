import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Report } from './report.js';
import { startServiceProcess } from './service-process.js';
import { interleaved, median, medianRatio } from './stats.js';

const ROUNDS = 5;
const FIRST_BAR_S = 15;
const LATER_BAR_S = 3;

/**
 * Seconds until `/readyz` answers with the embedded database: on the very first start, and on a start with existing
 * files.
 */
export async function start(): Promise<Report> {
  const root = mkdtempSync(path.join(tmpdir(), 'belief-bench-start-'));
  try {
    const dataDir = (round: number) => path.join(root, String(round));
    const seconds = await interleaved(ROUNDS, {
      node: bareNode,
      both: async (round) => ({
        first: await started(dataDir(round)),
        later: await started(dataDir(round)),
      }),
    });
    const floor = seconds.node;
    const first = seconds.both.map((both) => both.first);
    const later = seconds.both.map((both) => both.later);
    const row = (what: string, values: number[]) => ({
      what,
      'median s': median(values),
      'best s': Math.min(...values),
      'worst s': Math.max(...values),
      'to node -e 0': medianRatio(values, floor),
    });
    return {
      name: 'start',
      conditions: { database: 'embedded', rounds: ROUNDS },
      tables: [
        {
          title: 'Seconds until /readyz answers',
          rows: [
            row('node -e 0', floor),
            row('first start, demo team', first),
            row('later start', later),
          ],
        },
      ],
      bars: [
        { what: 'first start, s', value: median(first), bar: FIRST_BAR_S, want: 'at most' },
        { what: 'later start, s', value: median(later), bar: LATER_BAR_S, want: 'at most' },
      ],
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function bareNode(): Promise<number> {
  const began = performance.now();
  execFileSync(process.execPath, ['-e', '0']);
  return (performance.now() - began) / 1000;
}

async function started(dataDir: string): Promise<number> {
  const service = await startServiceProcess({ DATA_DIR: dataDir });
  await service.stop();
  return service.readyAfterMs / 1000;
}
