import { expect, it } from 'vitest';
import { Evidence } from '../../db/entities/evidence.js';
import { exportCodebook, importCodebook } from '../../src/analysis/codebook/codebook-file.js';
import { rejectQuote } from '../../src/analysis/curate/reject-quote.js';
import type { Context } from '../../src/core/context.js';
import { exportSnapshot } from '../../src/operations/snapshot/export-snapshot.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';

const database = useDatabase();
const newTeam = async (): Promise<Context> => database.context(await database.createTeam());
const load = (ctx: Context, lines: readonly object[]) => importSnapshot(ctx, () => ndjson(lines));
const exported = async (ctx: Context): Promise<string[]> => {
  let text = '';
  await exportSnapshot(ctx, async (next) => {
    text += next;
  });
  return text.split('\n').slice(0, -1);
};
const ofCodebook = (lines: readonly string[]): object[] =>
  lines.map((line) => JSON.parse(line)).filter(({ resource }) => resource === 'codebookEntry');

const definition = {
  kind: 'habit',
  statement: 'People count the cash box by hand',
  counts: 'Somebody counts the money themselves.',
  says: 'count the (cash|coins)',
  examples: { counts: ['I count the coins every night.'], not: ['The bank counts the coins.'] },
};
const entry = { resource: 'codebookEntry', codebookEntryId: 'counts-cash', definition };

it("a team's codebook and what people rejected move with a snapshot, and twice is once", async () => {
  const ctx = await newTeam();
  await load(ctx, smallTeam());
  const yaml = JSON.stringify({ entries: [{ id: 'counts-cash', ...definition }] });
  await importCodebook(ctx, yaml);
  await rejectQuote(ctx, 'sg1', 'e1');
  const lines = await exported(ctx);
  expect(ofCodebook(lines)).toEqual([
    entry,
    {
      resource: 'codebookEntry',
      codebookEntryId: expect.stringMatching(/^own-/),
      rejected: [expect.objectContaining({ evidenceId: 'e1', signalId: 'sg1' })],
    },
  ]);

  const other = await newTeam();
  expect(await importSnapshot(other, () => lines)).toMatchObject({ codebookEntry: 2 });
  await importSnapshot(other, () => lines);
  expect(await exported(other)).toEqual(lines);
  await load(other, smallTeam());
  const where = (team: Context) => team.db.findOne(Evidence, { evidenceId: 'e1' });
  expect((await where(other))?.themeId).toBe((await where(ctx))?.themeId);
  const third = await newTeam();
  expect((await exportCodebook(third)).entries.map(({ id }) => id)).not.toContain('counts-cash');
});

it('takes no pattern over that an erasure has damaged', async () => {
  const ctx = await newTeam();
  const says = 'count the coins\n[erased] by hand';
  await load(ctx, [{ ...entry, definition: { ...definition, says, against: '[erased]' } }]);
  expect(ofCodebook(await exported(ctx))).toMatchObject([
    { definition: { says: 'count the coins', against: '' } },
  ]);
});

it.each([
  [{ codebookEntryId: 'Counts Cash' }, 'codebookEntryId: expected 1 to 80 of a-z 0-9 -'],
  [{ definition: { ...definition, kind: 'fact' } }, 'definition.kind: expected one of pain'],
  [{ definition: { ...definition, says: '(a+)+' } }, 'definition.says: expected patterns that'],
  [{ definition: { ...definition, label: 'x' } }, 'definition.label: no such field here'],
  [
    {
      rejected: [
        { evidenceId: 'e1', signalId: 'sg1', sourceItemId: 'no', quote: 'x', rejectedAt: 1 },
      ],
    },
    'rejected.sourceItemId: expected the id of a source item',
  ],
])('refuses a codebook line like %j', async (values, problem) => {
  const ctx = await newTeam();
  await expect(load(ctx, [{ ...entry, ...values }])).rejects.toThrow(`line 1: ${problem}`);
});
