import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { useFolder } from '../start/support.js';
import { useDatabase } from '../support/database.js';
import { ndjson } from '../support/snapshot.js';
import { smallDisk } from './small-disk.js';

const database = useDatabase();
const folder = useFolder();
const MB = 1 << 20;
/** A reader of a file hands over pieces of this size. */
const PIECE = 1 << 16;

/** Runs a command whose standard output is this file. */
async function into(file: string, args: string[], env: Record<string, string> = {}) {
  const out = openSync(file, 'w');
  const child = spawn(process.execPath, ['dist/src/cli/main.js', ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, ...env },
    stdio: ['ignore', out, 'pipe'],
  });
  closeSync(out);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { err: await text(child.stderr!), code: await ended };
}

const FULL = {
  code: 1,
  err: 'The disk that standard output goes to is full, so the output is incomplete. Make room there and run it again.\n',
};

it.skipIf(!existsSync('/dev/full'))(
  'an output that its disk has no room for ends in one line',
  async () => {
    const teamId = await database.createTeam();
    await importSnapshot(database.context(teamId), () => people(10));
    expect(await into('/dev/full', ['export', '--team', teamId])).toEqual(FULL);
    expect(await into('/dev/full', ['team', 'list', '--json'])).toEqual(FULL);
    expect(await into('/dev/full', ['help'])).toEqual(FULL);
  },
);

it('an export of which only the last piece does not fit is not taken for whole (needs to mount a disk)', async ({
  skip,
}) => {
  const disk = smallDisk(1);
  if (!disk) return skip('this user may not mount a file system');
  const teamId = await database.createTeam();
  await importSnapshot(database.context(teamId), () => people(6_000));
  const args = ['export', '--team', teamId];
  const whole = join(folder, 'whole');
  expect(await into(whole, args)).toEqual({ code: 0, err: '' });
  const { size } = statSync(whole);
  expect(size % PIECE).toBeGreaterThan(8_192);

  const room = size - (size % PIECE) + 4_096;
  const [filler, exported] = [join(disk.path, 'filler'), join(disk.path, 'exported')];
  writeFileSync(filler, Buffer.alloc(MB - room));
  expect(await into(exported, args)).toEqual(FULL);
  rmSync(filler);
  expect(await into(exported, args)).toEqual({ code: 0, err: '' });
  expect(readFileSync(exported).equals(readFileSync(whole))).toBe(true);
});

it('a directory for temporary files that is not there is named', async () => {
  const teamId = await database.createTeam();
  const out = join(folder, 'nothing');
  const TMPDIR = join(folder, 'nowhere');
  expect(await into(out, ['export', '--team', teamId], { TMPDIR })).toEqual({
    code: 1,
    err: `An export is first written to the directory for temporary files, ${TMPDIR}, which cannot be written (ENOENT). Nothing was exported. Set TMPDIR to a directory that can be written.\n`,
  });
  expect(statSync(out).size).toBe(0);
});

const people = (count: number) =>
  ndjson(
    Array.from({ length: count }, (_, n) => ({
      resource: 'participant' as const,
      participantId: `p${n}`,
      displayName: `Person number ${n} of the many people in it`,
    })),
  );
