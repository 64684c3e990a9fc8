import { beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { Signal } from '../../db/entities/signal.js';
import { SourceFile } from '../../db/entities/source-file.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { analyzeSourceItem } from '../../src/analysis/analyze-source-item.js';
import { importCodebookWithQuotes } from '../../src/analysis/curate/import-codebook.js';
import { synthesize } from '../../src/analysis/synthesize.js';
import { readEvidence } from '../../src/beliefs/evidence/read-evidence.js';
import type { Context } from '../../src/core/context.js';
import { exportSnapshot } from '../../src/operations/snapshot/export-snapshot.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { useDatabase } from '../support/database.js';
import { readTalks, talks } from './interviews.js';

const database = useDatabase();
let ctx: Context;

beforeEach(async () => {
  ctx = database.context(await database.createTeam());
  await readTalks(ctx, talks);
  await readFrom('tomas.txt', ['i2']);
  await readFrom('group.csv', ['i3', 'i4']);
});

const readFrom = (fileName: string, sourceItemIds: string[]) =>
  ctx.db.insert(SourceFile, {
    ...{ fileId: `f-${fileName}`, studyId: 'st1', fileName, nameHash: fileName },
    ...{ contentHash: fileName, status: 'done', sourceItemIds, ingestedAt: ctx.now },
  });

const slowImport = {
  id: 'import-takes-days',
  kind: 'pain',
  statement: 'Setting up the import takes people days',
  counts: 'Someone needs days or weeks to set the import up.',
};
const quotes = [
  { interview: 'i1', words: 'The setup of the import took me two whole days' },
  { interview: 'tomas.txt', words: 'I struggled with the setup of the import for days' },
  { interview: 'i3', words: 'easy, quick and helpful, done in five minutes', against: true },
];
const importing = (...entries: object[]) => importCodebookWithQuotes(ctx, stringify({ entries }));
const quotesOf = async () => {
  const signal = (await ctx.db.findOne(Signal, { beliefKey: slowImport.id })) as Signal;
  const read = { signalId: signal.signalId, includeCounterEvidence: true, limit: 50, offset: 0 };
  const { items } = await readEvidence(ctx, read);
  return items.map(({ kind, quote }) => [kind, quote]);
};

describe('quotes of an entry in a codebook file', () => {
  it('found its belief, without patterns', async () => {
    expect(await importing({ ...slowImport, quotes })).toMatchObject({
      changed: 1,
      quotesAdded: 3,
    });
    expect((await quotesOf()).sort()).toEqual([
      ['counterEvidence', quotes[2]?.words],
      ['evidence', quotes[1]?.words],
      ['evidence', quotes[0]?.words],
    ]);
    expect(await ctx.db.findOne(Signal, { beliefKey: slowImport.id })).toMatchObject({
      ...{ label: slowImport.statement, description: slowImport.counts, participantCount: 2 },
    });
  });

  it('are placed once, however often the file is imported, and later ones are added', async () => {
    await importing({ ...slowImport, quotes: quotes.slice(0, 2) });
    expect(await importing({ ...slowImport, quotes })).toMatchObject({
      unchanged: 1,
      quotesAdded: 1,
    });
    expect(await importing({ ...slowImport, quotes })).toMatchObject({
      unchanged: 1,
      quotesAdded: 0,
    });
    expect(await importing(slowImport)).toMatchObject({ unchanged: 1, quotesAdded: 0 });
    expect(await quotesOf()).toHaveLength(3);
  });

  it.each([
    ['that nobody said', { interview: 'i1', words: 'The import is a disaster' }, 'no turn of the'],
    ['of an unknown file', { interview: 'ines.txt', words: 'took me two' }, 'named "ines.txt"'],
    [
      'of a file of several interviews',
      { interview: 'group.csv', words: 'five minutes' },
      'name one of i3, i4',
    ],
    [
      'with a field that does not exist',
      { interview: 'i1', quote: 'took me two' },
      'quotes.3.words',
    ],
  ])('%s are refused, and nothing of the file is stored', async (_, wrong, message) => {
    const work = importing({ ...slowImport, quotes: [...quotes, wrong] });
    await expect(work).rejects.toThrow(message);
    await expect(work).rejects.toThrow(/^Entry/);
    expect(await ctx.db.find(Signal, { beliefKey: slowImport.id })).toEqual([]);
  });

  it('move with a snapshot, and stay on their side when interviews are read again there', async () => {
    await importing({ ...slowImport, quotes });
    const lines: string[] = [];
    await exportSnapshot(ctx, async (text) => {
      lines.push(...text.split('\n').filter((line) => line !== ''));
    });
    const before = (await quotesOf()).sort();
    ctx = database.context(await database.createTeam());
    await importSnapshot(ctx, () => lines);
    expect((await quotesOf()).sort()).toEqual(before);
    for (const { sourceItemId } of await ctx.db.find(SourceItem)) {
      await analyzeSourceItem(ctx, sourceItemId, { again: true });
    }
    await synthesize(ctx, { studyIds: ['st1', 'st2'], again: true });
    await importing({
      ...slowImport,
      quotes: [{ interview: 'i4', words: 'I lost a week on it' }],
    });
    expect((await quotesOf()).sort()).toEqual(
      [...before, ['evidence', 'I lost a week on it']].sort(),
    );
  });

  it('need a statement without {thing}', async () => {
    const entry = { ...slowImport, statement: 'Setting up {thing} takes people days', quotes };
    await expect(importing(entry)).rejects.toThrow('quotes need a statement without it');
  });
});
