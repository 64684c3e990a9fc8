import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { snapshotLines } from '../../bench/import/snapshot-lines.js';
import { readHolder } from '../../db/embedded/directory-lock.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { addressOf, useFolder, useService } from '../start/support.js';
import { TestProcess } from '../support/process.js';
import { ndjson, T0 } from '../support/snapshot.js';
import { smallDisk } from './small-disk.js';
import { teamAt } from './team-at.js';

const folder = useFolder();
const start = useService(folder);
/** Their export is larger than what pipes and streams hold on the way. */
const QUOTES = 1_200;
const MORE = ' and'.repeat(150);
/** Longer than the embedded database lets a transaction rest while others wait for it. */
const READS_NOTHING_MS = 5_000;

/** A service on the embedded database, and the export of a team in it as a process of its own. */
async function exporting(dataDir: string) {
  const base = await addressOf(start({ DATA_DIR: dataDir, DEMO: 'off' }));
  const { ctx, key } = await teamAt(readHolder(join(dataDir, 'pg'))?.url as string);
  const lines = [...snapshotLines(QUOTES, T0)].map((text) => {
    const line = JSON.parse(text) as { quote?: string };
    return line.quote ? { ...line, quote: `${line.quote}${MORE}` } : line;
  });
  await importSnapshot(ctx, () => ndjson(lines));
  const exported = (TMPDIR: string) =>
    new TestProcess(
      'src/cli/main.ts',
      ['export', '--team', ctx.db.teamId],
      { DATA_DIR: dataDir, TMPDIR },
      folder,
    );
  const read = async () => {
    const headers = { authorization: `Bearer ${key}` };
    const { status } = await fetch(`${base}/v1/signals`, { headers });
    return status;
  };
  return { exported, read };
}

it('an export whose reader rests for seconds is whole, and holds up no one on the embedded database', {
  timeout: 240_000,
}, async () => {
  const { exported, read } = await exporting(join(folder, 'data'));
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  const whole = exported(temporary);
  expect(await whole.ended).toMatchObject({ code: 0 });
  expect(whole.stdout.length).toBeGreaterThan(900_000);

  const slow = exported(temporary);
  await new Promise((resolve) => slow.child.stdout!.once('data', resolve));
  slow.child.stdout!.pause();
  const until = performance.now() + READS_NOTHING_MS;
  const answers: number[] = [];
  while (performance.now() < until) {
    answers.push(await read());
    await sleep(100);
  }
  expect(slow.child.exitCode, 'the export is still to be read').toBeNull();
  slow.child.stdout!.resume();
  expect(await slow.ended).toMatchObject({ code: 0 });
  expect(slow.stdout === whole.stdout, slow.stderr).toBe(true);
  // a read that waits for the only backend is answered with 503 after five seconds
  expect(answers.filter((status) => status !== 200)).toEqual([]);
  expect(leftovers(temporary)).toEqual([]);
});

it('an export for which the disk has no room prints nothing and says so (needs to mount a disk)', {
  timeout: 240_000,
}, async ({ skip }) => {
  const disk = smallDisk(1);
  if (!disk) return skip('this user may not mount a file system');
  const { exported } = await exporting(join(folder, 'other'));
  const refused = exported(disk.path);
  expect(await refused.ended).toMatchObject({ code: 1 });
  expect(refused.stdout).toBe('');
  expect(refused.stderr).toBe(
    `The disk of the directory for temporary files, ${disk.path}, is full, and an export is written there first. Nothing was exported. Make room there, or set TMPDIR to a directory with room.\n`,
  );
  expect(leftovers(disk.path)).toEqual([]);
});

/** Files that an export left behind; tsx keeps its own files there. */
const leftovers = (directory: string): string[] =>
  readdirSync(directory).filter((name) => !name.startsWith('tsx-'));
