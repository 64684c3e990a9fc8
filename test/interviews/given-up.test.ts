import { expect, it } from 'vitest';
import { SourceFile } from '../../db/entities/source-file.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { GivenUp, TaskThread } from '../../src/core/thread/run-in-thread.js';
import { openStudyNamed } from '../../src/interviews/open-study.js';
import { ingestFile } from '../../src/interviews/take-file.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();

const TALK = Buffer.from('Ann: What happened?\nBob: I hate the export, it takes hours.\n');
/** On a busy machine the deadline may come first. */
const GIVEN_UP = /^It takes more than (?:768 MB of memory|60 seconds) to read, the limit/;
/** Arrays of arrays need far more memory than they take in a file. */
const MEMORY = Buffer.from(`[${'[],'.repeat(11_000_000)}[]]`);

it('a file that takes too much memory ends as failed, and is not tried again before it changes', {
  timeout: 300_000,
}, async () => {
  const ctx = database.context(await database.createTeam());
  const { studyId } = await openStudyNamed(ctx, 'Exports');
  const file = { studyId, fileName: 'memory.json', path: '/memory.json' };
  const failed = await ingestFile(ctx, { ...file, content: MEMORY });
  expect(failed).toMatchObject({
    outcome: 'failed',
    reason: expect.stringMatching(GIVEN_UP) as string,
  });
  const [item] = await ctx.db.find(SourceItem, {});
  expect(item).toMatchObject({ status: 'failed', failure: `memory.json: ${failed.reason}` });

  // Nothing else would be told from having read it again.
  await ctx.db.update(
    SourceFile,
    {},
    {
      givenUp: { ...(await ctx.db.find(SourceFile, {}))[0]!.givenUp!, reason: 'As before.' },
    },
  );
  const again = await ingestFile(ctx, { ...file, content: MEMORY });
  expect(again).toMatchObject({ outcome: 'failed', reason: 'As before.' });

  const turns = [
    { speaker: 'Ann', text: 'What happened?' },
    { speaker: 'Bob', text: 'I hate the export, it takes hours.' },
  ];
  const mended = { ...file, content: Buffer.from(JSON.stringify(turns)) };
  expect(await ingestFile(ctx, mended)).toMatchObject({ outcome: 'new', quotes: 1 });
  // What was read stays when the file takes too much again, and that is remembered too.
  for (const reason of [GIVEN_UP, /^As before\. The results of the last reading are kept/]) {
    const broken = await ingestFile(ctx, { ...file, content: MEMORY });
    expect(broken).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(reason) as string,
    });
    const [{ givenUp } = { givenUp: null }] = await ctx.db.find(SourceFile, {});
    await ctx.db.update(SourceFile, {}, { givenUp: { ...givenUp!, reason: 'As before.' } });
  }
});

it('one that a person sent is remembered without an interview, until others should know of it', {
  timeout: 300_000,
}, async () => {
  const ctx = database.context(await database.createTeam());
  const { studyId } = await openStudyNamed(ctx, 'Exports');
  const file = { studyId, fileName: 'Ana Petrova.json', content: MEMORY };
  const sent = { ...file, storesNoFailure: true };
  const failed = await ingestFile(ctx, sent);
  expect(failed).toMatchObject({ outcome: 'failed', sourceItemIds: [] });
  expect(failed.reason).toMatch(GIVEN_UP);
  expect(await ctx.db.find(SourceItem, {})).toEqual([]);
  const [row] = await ctx.db.find(SourceFile, {});
  expect(row).toMatchObject({ status: 'failed', fileName: null });

  await ctx.db.update(SourceFile, {}, { givenUp: { ...row!.givenUp!, reason: 'As before.' } });
  expect(await ingestFile(ctx, sent)).toMatchObject({ outcome: 'failed', reason: 'As before.' });
  expect(await ctx.db.find(SourceItem, {})).toEqual([]);
  // an operator who ingests it has no message to read
  expect(await ingestFile(ctx, file)).toMatchObject({ outcome: 'failed', reason: 'As before.' });
  expect(await ctx.db.find(SourceItem, {})).toMatchObject([{ status: 'failed' }]);
});

it('a task that takes too long is ended with its thread, and the next one starts another', async () => {
  const read = (thread: TaskThread) =>
    thread.run('speakersIn', { fileName: 'a.txt', content: TALK });
  const late = new TaskThread({ deadlineMs: () => 1, heapMb: 64 });
  await expect(read(late)).rejects.toThrow(GivenUp);
  await expect(read(late)).rejects.toThrow('It takes more than 0.001 seconds to read');
  let deadlineMs = 1;
  const thread = new TaskThread({ deadlineMs: () => deadlineMs, heapMb: 64 });
  await expect(read(thread)).rejects.toThrow(GivenUp);
  deadlineMs = 60_000;
  expect((await read(thread)).map(({ name }) => name)).toEqual(['Ann', 'Bob']);
});
