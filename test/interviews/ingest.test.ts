import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ActionCard } from '../../db/entities/action-card.js';
import { Evidence } from '../../db/entities/evidence.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { Participant, Study } from '../../db/entities/study.js';
import type { Context } from '../../src/core/context.js';
import { MAX_INGEST_BYTES } from '../../src/core/numbers.js';
import { runEngine } from '../../src/engine/run-engine.js';
import { ingestPath, type PathOptions } from '../../src/interviews/ingest-path.js';
import type { IngestedFile } from '../../src/interviews/ingested-file.js';
import { openStudyNamed } from '../../src/interviews/open-study.js';
import { ingestFile } from '../../src/interviews/take-file.js';
import { exportSnapshot } from '../../src/operations/snapshot/export-snapshot.js';
import { useDatabase } from '../support/database.js';
import { folderOf, put, talkOf } from './talks.js';

const database = useDatabase();
const newTeam = async (): Promise<Context> => database.context(await database.createTeam());

const ingest = (
  ctx: Context,
  path: string,
  options: PathOptions & { study?: string; onFile?: (file: IngestedFile) => void } = {},
) =>
  ingestPath(ctx, { path, study: 'Billing', ...options }, { onFile: options.onFile ?? (() => {}) });

const transcriptsOf = async (ctx: Context) => {
  const rows: {
    transcript: { speaker: string; text: string }[];
    name: string;
    interviewers: string[];
  }[] = await database.dataSource.query(
    `select i.transcript, i.interviewers, p.display_name as name
         from source_items i join participants p using (team_id, participant_id)
        where team_id = $1 order by p.display_name collate "C"`,
    [ctx.db.teamId],
  );
  return rows;
};

async function snapshotOf(ctx: Context): Promise<string[]> {
  const lines: string[] = [];
  await exportSnapshot(ctx, async (line) => void lines.push(line));
  // When a study or a belief was made is no fact of the material.
  return lines
    .map((line) => line.replace(/"(?:createdAt|addedAt|firstSeen|lastUpdated)":\d+/g, ''))
    .sort();
}

const outcomes = ({ files }: Awaited<ReturnType<typeof ingest>>) =>
  Object.fromEntries(files.map(({ fileName, outcome }) => [fileName, outcome]));

const FOUR = {
  'P1.txt': talkOf('Mara', 'Participant'),
  'P2.vtt': `WEBVTT\n\n00:01.000 --> 00:04.000\nMara: How do you do your invoices?\n\n00:05.000 --> 00:09.000\nOle Berg: I hate that the invoices get lost, I cannot find them anywhere in the menu.\n\n00:10.000 --> 00:12.000\nMara: And the export?\n\n00:13.000 --> 00:19.000\nOle Berg: The export is too slow, it takes me an hour to get the numbers.\n`,
  'deep/P3.md': talkOf('**Mara**', '**User**'),
  'broken.vtt': 'WEBVTT\n\n',
  'notes.docx': 'not looked at',
};

describe('ingesting a folder', () => {
  it('makes source items, people and evidence of its files, and a failed one of a bad file', async () => {
    const ctx = await newTeam();
    const report = await ingest(ctx, folderOf(FOUR));
    expect(outcomes(report)).toEqual({
      'P1.txt': 'new',
      'P2.vtt': 'new',
      'P3.md': 'new',
      'broken.vtt': 'failed',
    });
    expect(report.skipped).toHaveLength(1);
    const rows = await transcriptsOf(ctx);
    expect(rows.map(({ name, interviewers }) => [name, interviewers])).toEqual([
      ['Ole Berg', ['Mara']],
      ['P1', ['Mara']],
      ['P3', ['Mara']],
      ['broken', []],
    ]);
    const items = await ctx.db.find(SourceItem);
    expect(items.map(({ status }) => status).sort()).toEqual([
      'analyzed',
      'analyzed',
      'analyzed',
      'failed',
    ]);
    const evidence = await ctx.db.find(Evidence);
    expect(evidence.length).toBeGreaterThan(6);
    const said = rows
      .flatMap(({ transcript }) => transcript ?? [])
      .filter((turn) => turn.speaker !== 'Mara');
    for (const { quote } of evidence)
      expect(said.some(({ text }) => text.includes(quote))).toBe(true);
    const [study] = await ctx.db.find(Study);
    expect(study).toMatchObject({ name: 'Billing', status: 'active', sourceItemCount: 4 });
  });

  it('keeps a card for a file that cannot be read, until it can', async () => {
    const ctx = await newTeam();
    const folder = folderOf({ 'P9.vtt': 'WEBVTT\n\n' });
    await ingest(ctx, folder);
    await runEngine(ctx, 'changed');
    const [card] = await ctx.db.find(ActionCard, { type: 'interview_failure' });
    expect(card?.summary).toContain('P9.vtt');
    put(folder, 'P9.vtt', FOUR['P2.vtt']);
    expect(outcomes(await ingest(ctx, folder))).toEqual({ 'P9.vtt': 'new' });
    await runEngine(ctx, 'changed');
    const pending = await ctx.db.find(ActionCard, { type: 'interview_failure' });
    expect(pending.filter(({ resolvedAt }) => resolvedAt === null)).toEqual([]);
    expect((await ctx.db.find(SourceItem)).map(({ status }) => status)).toEqual(['analyzed']);
    expect((await ctx.db.find(Participant)).map(({ displayName }) => displayName)).toEqual([
      'Ole Berg',
    ]);
  });

  it('changes nothing the second time, and ends the same where it was ended half way', async () => {
    const folder = folderOf(FOUR);
    const [whole, halved] = [await newTeam(), await newTeam()];
    await ingest(whole, folder);
    const once = await snapshotOf(whole);
    const again = await ingest(whole, folder);
    expect(new Set(Object.values(outcomes(again)))).toEqual(new Set(['unchanged', 'failed']));
    expect(await snapshotOf(whole)).toEqual(once);

    let files = 0;
    const end = ingest(halved, folder, {
      onFile: () => {
        if (++files === 2) throw new Error('ended');
      },
    });
    await expect(end).rejects.toThrow('ended');
    await ingest(halved, folder);
    expect(await snapshotOf(halved)).toEqual(once);
  });

  it('keeps the quotes that a corrected file still holds, and takes back the others', async () => {
    const ctx = await newTeam();
    const folder = folderOf({ 'P1.txt': talkOf('Mara', 'Ole Berg') });
    await ingest(ctx, folder);
    const before = await ctx.db.find(Evidence);
    const changed = (answer: string, index: number) =>
      index === 1
        ? 'The export works, I have nothing to say against it, it is quick enough for me.'
        : answer;
    const opening = 'Mara: One thing before we start.\n\nOle Berg: Of course.\n\n';
    put(folder, 'P1.txt', `${opening}${talkOf('Mara', 'Ole Berg', changed)}`);
    expect(outcomes(await ingest(ctx, folder))).toEqual({ 'P1.txt': 'corrected' });
    const after = await ctx.db.find(Evidence);
    const idOf = new Map(after.map(({ quote, evidenceId }) => [quote, evidenceId]));
    const kept = before.filter(({ quote }) => !quote.includes('export'));
    expect(kept.length).toBeGreaterThan(2);
    for (const { quote, evidenceId } of kept) expect(idOf.get(quote)).toBe(evidenceId);
    expect(after.some(({ quote }) => quote.includes('too slow'))).toBe(false);
    expect(await ctx.db.find(SourceItem)).toHaveLength(1);
  });

  it('knows a file that was moved, and does not take another talk of the same name for its correction', async () => {
    const ctx = await newTeam();
    const folder = folderOf({ 'a/transcript.txt': talkOf('Mara', 'Ole Berg') });
    await ingest(ctx, folder);
    renameSync(join(folder, 'a/transcript.txt'), join(folder, 'moved.txt'));
    expect(outcomes(await ingest(ctx, folder))).toEqual({ 'moved.txt': 'unchanged' });
    put(
      folder,
      'b/transcript.txt',
      talkOf('Mara', 'Iva Holm', (answer) => `${answer} So I said.`).replaceAll(
        'Thanks',
        'Thank you',
      ),
    );
    const other = await ingest(ctx, join(folder, 'b'));
    expect(outcomes(other)).toEqual({ 'transcript.txt': 'new' });
    expect((await transcriptsOf(ctx)).map(({ name }) => name)).toEqual(['Iva Holm', 'Ole Berg']);
  });

  it('takes a file that was renamed and then changed for the same, and the old name for free', async () => {
    const ctx = await newTeam();
    const folder = folderOf({ 'one.txt': talkOf('Mara', 'Ole Berg') });
    await ingest(ctx, folder);
    const quotes = (await ctx.db.find(Evidence)).length;
    renameSync(join(folder, 'one.txt'), join(folder, 'two.txt'));
    await ingest(ctx, folder);
    put(folder, 'two.txt', `${talkOf('Mara', 'Ole Berg')}\nMara: Bye.\n\nOle Berg: Bye.\n`);
    expect(outcomes(await ingest(ctx, folder))).toEqual({ 'two.txt': 'corrected' });
    expect(await ctx.db.find(SourceItem)).toHaveLength(1);
    expect(await ctx.db.find(Evidence)).toHaveLength(quotes);
    put(
      folder,
      'one.txt',
      talkOf('Mara', 'Iva Holm', (answer) => `Now: ${answer}`),
    );
    expect(outcomes(await ingest(ctx, folder))).toEqual({
      'one.txt': 'new',
      'two.txt': 'unchanged',
    });
  });

  it('goes on past what cannot be read, and follows no link', async () => {
    const ctx = await newTeam();
    const folder = folderOf({
      'a.txt': talkOf('Mara', 'Ole Berg'),
      'b.txt': talkOf('Mara', 'Gone'),
      'c.txt': talkOf('Mara', 'Iva Holm', (answer) => `With us: ${answer}`),
    });
    symlinkSync('..', join(folder, 'circle'));
    symlinkSync('a.txt', join(folder, 'link.txt'));
    symlinkSync('nowhere', join(folder, 'broken.txt'));
    const report = await ingest(ctx, folder, {
      onFile: () => rmSync(join(folder, 'b.txt'), { force: true }),
    });
    expect(outcomes(report)).toEqual({ 'a.txt': 'new', 'b.txt': 'failed', 'c.txt': 'new' });
    expect(report.files[1]?.reason).toBe('It cannot be read: no such file or directory.');
    expect(report.skipped.map((path) => path.slice(folder.length + 1))).toEqual([
      'broken.txt',
      'circle',
      'link.txt',
    ]);
  });

  it('is refused where there is no interview, and makes no study then', async () => {
    const ctx = await newTeam();
    await expect(ingest(ctx, folderOf({ 'notes.docx': 'x' }))).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('allowed are .vtt, .srt, .txt, .md, .csv, .json'),
    });
    await expect(ingest(ctx, '/dev/null')).rejects.toMatchObject({
      message: '/dev/null is neither a file nor a folder.',
    });
    expect(await ctx.db.find(Study)).toEqual([]);
  });

  it('fails if only interviewers speak, and reports a name that no speaker has', async () => {
    const ctx = await newTeam();
    const questions =
      'Interviewer: How do you pay?\n\nInterviewer: I think cards are bad for you.\n';
    const folder = folderOf({ 'a.txt': questions, 'b.txt': talkOf('Mara', 'Ole') });
    const { files } = await ingest(ctx, folder, { interviewers: ['Moira'] });
    expect(files).toMatchObject([
      {
        outcome: 'failed',
        reason: expect.stringContaining(
          'It has no participant: the only speaker, "Interviewer", is the interviewer.',
        ),
      },
      {
        outcome: 'new',
        interviewers: ['Mara'],
        warnings: ['No speaker in it is named "Moira": its speakers are "Mara" and "Ole".'],
      },
    ]);
  });

  it('keeps the name of no file that was to be anonymous, and no word of one that is broken', async () => {
    const ctx = await newTeam();
    const folder = folderOf({ 'ole-berg.json': '{"transcript": [{"speaker": "Ole Berg" "text"' });
    await ingest(ctx, folder, { anonymous: true });
    const rows: unknown[] = await database.dataSource.query(
      `select to_jsonb(i) from source_items i where team_id = $1
       union all select to_jsonb(p) from participants p where team_id = $1
       union all select to_jsonb(f) from source_files f where team_id = $1`,
      [ctx.db.teamId],
    );
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/\bOle\b|Berg/i);
  });

  it('reads a file again when a user names its interviewer, and remembers the name', async () => {
    const ctx = await newTeam();
    const folder = folderOf({ 'call.txt': talkOf('Mara', 'Ole') });
    await ingest(ctx, folder);
    expect((await transcriptsOf(ctx))[0]).toMatchObject({ name: 'Ole', interviewers: ['Mara'] });
    expect(outcomes(await ingest(ctx, folder, { interviewers: ['Ole'] }))).toEqual({
      'call.txt': 'corrected',
    });
    expect((await transcriptsOf(ctx))[0]).toMatchObject({ name: 'Mara', interviewers: ['Ole'] });
    expect(outcomes(await ingest(ctx, folder))).toEqual({ 'call.txt': 'unchanged' });
  });

  it('gives each participant of a panel an interview with their own words alone', async () => {
    const ctx = await newTeam();
    const panel = `${talkOf('Mara', 'Ole Berg')}\n${talkOf('Mara', 'Iva Holm', (answer) => `For us it is different. ${answer}`)}`;
    await ingest(ctx, folderOf({ 'panel.txt': panel }));
    const rows = await transcriptsOf(ctx);
    expect(rows.map(({ name }) => name)).toEqual(['Iva Holm', 'Ole Berg']);
    for (const { name, transcript } of rows) {
      expect(new Set(transcript.map(({ speaker }) => speaker))).toEqual(new Set(['Mara', name]));
    }
  });

  it('takes from study.json who speaks and when, and does not take it for an interview', async () => {
    const ctx = await newTeam();
    const sources = [{ file: 'one.txt', participantName: 'P12', capturedAt: '2024-05-01' }];
    const folder = folderOf({
      'study.json': JSON.stringify({ id: 'x', sources }),
      'one.txt': talkOf('AI', 'User'),
      'two 2023-04-02.txt': talkOf('AI', 'User', (answer) => `So. ${answer}`),
    });
    expect(Object.keys(outcomes(await ingest(ctx, folder)))).toEqual([
      'one.txt',
      'two 2023-04-02.txt',
    ]);
    const items = await ctx.db.find(SourceItem, {}, { order: { capturedAt: 'ASC' } });
    expect(items.map(({ capturedAt }) => capturedAt.toISOString().slice(0, 10))).toEqual([
      '2023-04-02',
      '2024-05-01',
    ]);
    expect((await transcriptsOf(ctx)).map(({ name }) => name)).toEqual(['P12', 'two 2023-04-02']);
  });

  it('masks addresses and numbers where asked to, and hides names', async () => {
    const ctx = await newTeam();
    const said =
      'Write to ole@berg.example or +49 170 1234567, my card is 4111 1111 1111 1111. I started on 2024-05-01 with 1,200 invoices. Everybody calls me Ole.';
    const folder = folderOf({
      'ole-berg.txt': talkOf('Mara', 'Ole Berg', (answer, index) => (index === 0 ? said : answer)),
    });
    await ingest(ctx, folder, { mask: true, anonymous: true });
    const [row] = await transcriptsOf(ctx);
    const own = row?.transcript.find(({ speaker }) => speaker !== 'Mara')?.text ?? '';
    expect(own).toContain('Write to [email] or [phone], my card is [card number].');
    expect(own).toContain('2024-05-01 with 1,200 invoices');
    const everything: unknown[] = await database.dataSource.query(
      `select to_jsonb(i) as row from source_items i where team_id = $1
       union all select to_jsonb(p) from participants p where team_id = $1
       union all select to_jsonb(f) from source_files f where team_id = $1
       union all select to_jsonb(e) from evidence e where team_id = $1`,
      [ctx.db.teamId],
    );
    expect(JSON.stringify(everything)).not.toMatch(/\bOle\b|Berg/i);
  });
});

describe('ingesting one file', () => {
  it('turns a table of highlights into evidence of its people, tagged alike under one theme', async () => {
    const ctx = await newTeam();
    const { studyId } = await openStudyNamed(ctx, 'Exports');
    const csv =
      'Quote,Participant,Tags,Timestamp\nThe invoices get lost.,Ole Berg,Lost invoices,00:01:05\nI never find an invoice again.,Iva Holm,Lost invoices,65\n';
    const content = new TextEncoder().encode(csv);
    const file = { studyId, fileName: 'export.csv', content };
    const result = await ingestFile(ctx, file);
    expect(result).toMatchObject({
      outcome: 'new',
      quotes: 2,
      participants: ['Ole Berg', 'Iva Holm'],
    });
    const evidence = await ctx.db.find(Evidence);
    expect(evidence.map(({ quote, timeInCallSecs }) => [quote, timeInCallSecs]).sort()).toEqual([
      ['I never find an invoice again.', 65],
      ['The invoices get lost.', 65],
    ]);
    expect(new Set(evidence.map(({ themeId }) => themeId)).size).toBe(1);
    expect(await ingestFile(ctx, file)).toMatchObject({ outcome: 'unchanged', quotes: 2 });
  });

  it('knows a person of an earlier interview by the full name', async () => {
    const ctx = await newTeam();
    await ingest(ctx, folderOf({ 'a.txt': talkOf('Mara', 'Ole Berg') }));
    await ingest(ctx, folderOf({ 'b.txt': talkOf('Mara', 'Ole Berg', (one) => `Again: ${one}`) }), {
      study: 'Another',
    });
    expect(await ctx.db.find(Participant)).toHaveLength(1);
    expect(await ctx.db.find(SourceItem)).toHaveLength(2);
  });

  it('ends as failed where it is larger than can be', async () => {
    const ctx = await newTeam();
    const { studyId } = await openStudyNamed(ctx, 'Large');
    const content = new Uint8Array(MAX_INGEST_BYTES + 1).fill(97);
    expect(await ingestFile(ctx, { studyId, fileName: 'a.txt', content })).toMatchObject({
      outcome: 'failed',
      reason: 'It is larger than 32 MB, the limit: split it.',
    });
    expect(await ctx.db.find(SourceItem)).toMatchObject([{ status: 'failed' }]);
  });

  it('is refused by its name, and for a study that is not there', async () => {
    const ctx = await newTeam();
    const content = new Uint8Array();
    await expect(
      ingestFile(ctx, { studyId: 'none', fileName: 'a.txt', content }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      ingestFile(ctx, { studyId: 'none', fileName: 'a.png', content }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
