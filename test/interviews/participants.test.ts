import { describe, expect, it, onTestFinished } from 'vitest';
import { StoredCodebookEntry } from '../../db/entities/analysis.js';
import { Evidence } from '../../db/entities/evidence.js';
import { HistoryEntry } from '../../db/entities/history-entry.js';
import { Recommendation } from '../../db/entities/recommendation.js';
import { Signal } from '../../db/entities/signal.js';
import { SlackAnswer } from '../../db/entities/slack.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { Participant } from '../../db/entities/study.js';
import { IssueQuestion } from '../../db/entities/work-item.js';
import { createModels } from '../../integrations/models/index.js';
import {
  codebookYaml,
  exportCodebook,
  importCodebook,
} from '../../src/analysis/codebook/codebook-file.js';
import type { CodebookEntry } from '../../src/analysis/codebook/entry.js';
import type { Context } from '../../src/core/context.js';
import { runEngine } from '../../src/engine/run-engine.js';
import { ingestPath } from '../../src/interviews/ingest-path.js';
import { eraseParticipant } from '../../src/interviews/participants/erase-participant.js';
import { exportParticipant } from '../../src/interviews/participants/export-participant.js';
import { TEXTS } from '../../src/interviews/queries/texts.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { FakeModelServer } from '../models/fake-model-server.js';
import { type Asked, answerAsRecorded } from '../models/recorded-study.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam, T0 } from '../support/snapshot.js';
import { folderOf, put, talkOf } from './talks.js';

const database = useDatabase();

/** Every row of every table of the team, as text. */
async function dump(ctx: Context): Promise<string> {
  const tables: { name: string }[] = await database.dataSource.query(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'team_id' order by 1`,
  );
  let text = '';
  for (const { name } of tables) {
    const rows: { row: string }[] = await database.dataSource.query(
      `select to_jsonb(t)::text as row from ${name} t where team_id = $1`,
      [ctx.db.teamId],
    );
    text += rows.map(({ row }) => `${name} ${row}\n`).join('');
  }
  return text;
}

const ingest = (ctx: Context, files: Record<string, string>) =>
  ingestPath(ctx, { path: folderOf(files), study: 'Billing' }, { onFile: () => {} });

const idOf = async (ctx: Context, displayName: string) =>
  (await ctx.db.findOne(Participant, { displayName }))?.participantId as string;

const transcriptsOf = async (ctx: Context) =>
  (await ctx.db.find(SourceItem, {}, { select: { transcript: true } })).map(
    (item) => item.transcript,
  );

const SECRET =
  'My vineyard in Kaltern loses four thousand euros a year through invoices that vanish';
const FILES = {
  'ole.txt': talkOf('Mara', 'Ole Berg', (answer, index) =>
    index === 0 ? `${SECRET}, and I cannot find them in the menu. ${answer}` : answer,
  ),
  'iva.txt': talkOf('Mara', 'Iva Holm', (answer, index) =>
    index === 1
      ? `As Ole Berg told me, the export is far too slow. ${answer}`
      : `For us too. ${answer}`,
  ),
  'panel.txt': `${talkOf('Mara', 'Jon Rask', (answer) => `In our shop: ${answer}`)}\nOle Berg: The kiosk printer in my barn eats the receipts whole, I need a new one.\n`,
};

/** The words whose counts for search are not those of its index. */
const miscounted = (ctx: Context): Promise<unknown[]> =>
  database.dataSource.query(
    `select t.term, t.rows, c.rows as held from search_terms t
       left join (select word.term, count(*)::int as rows from evidence_search s
                   cross join lateral (select distinct unnest(
                     string_to_array(s.quote_terms || ' ' || s.context_terms, ' ')) as term) word
                   where s.team_id = $1 group by 1) c using (term)
      where t.team_id = $1 and t.rows <> coalesce(c.rows, 0)`,
    [ctx.db.teamId],
  );

describe('participant erase', () => {
  it('leaves no word and no name of the person anywhere, and the others as they were', async () => {
    const ctx = database.context(await database.createTeam());
    await ingest(ctx, FILES);
    await runEngine(ctx, 'everything');
    const participantId = await idOf(ctx, 'Ole Berg');
    await ctx.db.update(Participant, { participantId }, { email: 'ole@berg.example' });
    const own = await ctx.db.find(Evidence, { participantId });
    expect(own.length).toBeGreaterThan(3);
    await importSnapshot(ctx, () =>
      ndjson([
        {
          resource: 'signal',
          signalId: 'mine',
          label: `“${SECRET}”`,
          description: `Ole Berg (ole@berg.example): ${SECRET}, he said.`,
          themes: [],
        },
        {
          resource: 'recommendation',
          recommendationId: 'rec',
          title: 'Keep the invoices',
          body: `One said: “${SECRET}.” Fix it.`,
          signalIds: ['mine'],
          confidence: 'low',
          generatedAt: T0,
          decision: { value: 'accepted', at: T0, note: `Ole Berg called: ${SECRET}!` },
        },
        {
          resource: 'actionCard',
          actionCardId: 'call',
          type: 'live_call',
          summary: `Call Ole Berg: ${SECRET}`,
          quote: SECRET,
          reason: 'churn_risk',
          priority: 1,
          createdAt: T0,
          refs: { participantId },
        },
      ]),
    );
    await ctx.db.insert(HistoryEntry, {
      ...{ at: ctx.now, action: 'decide', subjectType: 'recommendation', subjectId: 'rec' },
      ...{ actorType: 'operator', actorId: 'x', actorName: 'X' },
      note: `Because ${SECRET}`,
      detail: { said: [SECRET] },
    });
    await ctx.db.insert(SlackAnswer, {
      answerId: 'answer',
      askedBy: 'U1',
      question: 'What did Ole B. say?',
      message: {
        blocks: [{ text: '*Ole B.* likes the rest' }, { text: 'Ole B: fine, says OLE B.' }],
      },
      answer: 'Invoices, said Ole B.',
      citations: [{ by: 'Ole Berg' }],
    });
    await ctx.db.update(
      Recommendation,
      { recommendationId: 'rec' },
      { counterEvidenceNote: 'Asked Ole B. already; Ole Barnes too.' },
    );
    const before = await dump(ctx);
    expect(before).toContain('vineyard');
    expect(before).toContain('kiosk printer');

    const erasure = await eraseParticipant(ctx, participantId);
    await runEngine(ctx, 'changed');
    const after = await dump(ctx);
    for (const word of ['vineyard', 'Kaltern', 'kiosk', 'barn', 'Ole B', 'Berg', participantId]) {
      const found = after.split('\n').filter((row) => new RegExp(`\\b${word}\\b`, 'i').test(row));
      expect(found).toEqual([]);
    }
    expect(erasure.sourceItems).toBe(1);
    expect(after).toContain('One said: “[erased].” Fix it.');
    expect(after).toContain('Asked [erased] already; Ole Barnes too.');
    expect(after).toContain('*[erased]* likes the rest');

    const rest = await ctx.db.find(Evidence);
    expect(rest.length).toBeGreaterThan(5);
    const items = await ctx.db.find(
      SourceItem,
      {},
      { select: { sourceItemId: true, transcript: true } },
    );
    expect(items).toHaveLength(2);
    for (const { quote, sourceItemId } of rest) {
      const turns = items.find((item) => item.sourceItemId === sourceItemId)?.transcript ?? [];
      expect(turns.some(({ text }) => text.includes(quote))).toBe(true);
    }
    const [entry] = await ctx.db.find(HistoryEntry, { action: 'erase_participant' });
    expect(entry).toMatchObject({ subjectId: erasure.record, actorType: 'operator' });
    const old = await ctx.db.find(HistoryEntry, { action: 'decide' });
    expect(old).toMatchObject([{ note: 'Because [erased]', detail: { said: ['[erased]'] } }]);
  });

  it('removes patterns of the codebook that repeat the person, and those that an erasure damaged', async () => {
    const ctx = database.context(await database.createTeam());
    await ingest(ctx, FILES);
    const own = {
      ...{ kind: 'pain', statement: 'Invoices vanish', counts: 'They are lost.' },
      examples: { counts: [`${SECRET}.`], not: [] },
    };
    const mine = {
      ...{ ...own, id: 'mine', against: 'nothing is ever lost', not: 'as ole berg told' },
      says: 'invoices get lost\nloses four thousand euros a year\nlost invoices',
    };
    const theirs = {
      ...own,
      id: 'theirs',
      says: 'invoices',
      near: 'vineyard in kaltern loses four',
    };
    await importCodebook(ctx, JSON.stringify({ entries: [mine, theirs] }));
    const damaged = { ...own, id: 'old', says: '[erased]\n(it|they) [erased] again\ngone' };
    await ctx.db.insert(StoredCodebookEntry, {
      ...{ entryId: 'old', definition: damaged as object, updatedAt: ctx.now },
    });
    const entries = async () => {
      const found = (await exportCodebook(ctx)).entries;
      return ['mine', 'old', 'theirs'].map((id) => found.find((entry) => entry.id === id)!);
    };
    expect((await entries())[1]).toMatchObject({ says: 'gone' });

    const { patterns } = await eraseParticipant(ctx, await idOf(ctx, 'Ole Berg'));
    expect(patterns).toBe(6); // with the pattern that `near` restricted
    expect(await entries()).toMatchObject([
      {
        ...{ says: 'invoices get lost\nlost invoices', against: 'nothing is ever lost', not: '' },
        examples: { counts: ['[erased].'] },
      },
      { says: 'gone' },
      { says: '', near: '' },
    ]);
    const stored = await ctx.db.find(StoredCodebookEntry, {}, { order: { entryId: 'ASC' } });
    expect(stored.map(({ definition }) => definition)).toMatchObject(await entries());

    const file = codebookYaml({ entries: [{ ...mine, says: '[erased]\ngone' } as CodebookEntry] });
    await importCodebook(ctx, file);
    expect((await entries())[0]).toMatchObject({ says: 'gone' });
  });

  it('recounts every belief that they supported or contradicted', async () => {
    const ctx = database.context(await database.createTeam());
    await importSnapshot(ctx, () => ndjson(smallTeam()));
    const participants = (await ctx.db.find(Signal)).map(
      ({ participantCount }) => participantCount,
    );
    const [row] = await database.dataSource.query(
      `select participant_id as id from evidence where team_id = $1 and qualifies and kind = 'evidence' limit 1`,
      [ctx.db.teamId],
    );
    await eraseParticipant(ctx, row.id);
    const after = (await ctx.db.find(Signal)).map(({ participantCount }) => participantCount);
    expect(Math.max(...after)).toBe(Math.max(...participants) - 1);
  });

  it('finds a person under a code in the same talk, stored for somebody else', async () => {
    const ctx = database.context(await database.createTeam());
    const talk = [
      { speaker: 'P1', text: `${SECRET}, that is all I can say about it.` },
      { speaker: 'P2', text: 'With us it is the other way round, nothing is ever lost.' },
      { speaker: 'P1', text: 'Lucky you.' },
    ];
    await importSnapshot(ctx, () =>
      ndjson([
        { resource: 'study', studyId: 's', name: 'Pairs', status: 'active', createdAt: T0 },
        ...['P1', 'P2'].flatMap((code) => [
          { resource: 'participant', participantId: code, displayName: code },
          {
            ...{
              resource: 'sourceItem',
              sourceItemId: `i-${code}`,
              studyId: 's',
              participantId: code,
            },
            ...{ status: 'analyzed', capturedAt: T0, transcript: talk },
          },
        ]),
      ]),
    );
    await eraseParticipant(ctx, 'P1');
    const [rest] = await transcriptsOf(ctx);
    expect(rest).toEqual([
      { speaker: '(erased)', text: '(erased)' },
      talk[1],
      { speaker: '(erased)', text: '(erased)' },
    ]);
  });

  it('knows a person with a title by the name that others call them', async () => {
    const ctx = database.context(await database.createTeam());
    const { 'ole.txt': own, 'iva.txt': mentions } = FILES;
    const titled = own.replaceAll('Ole Berg:', 'Dr. Ole Berg, PhD:');
    await ingest(ctx, { 'titled.txt': titled, 'iva.txt': mentions });
    await ingest(ctx, { 'plain.txt': talkOf('Mara', 'Ole Berg', (one) => `Again: ${one}`) });
    const people = await ctx.db.find(Participant, {}, { order: { displayName: 'ASC' } });
    expect(people.map(({ displayName }) => displayName)).toEqual(['Dr. Ole Berg, PhD', 'Iva Holm']);
    expect(await miscounted(ctx)).toEqual([]);
    await eraseParticipant(ctx, people[0]?.participantId as string);
    const rows = (await dump(ctx)).split('\n');
    expect(rows.filter((row) => /vineyard|\bOle\b|\bBerg\b/i.test(row))).toEqual([]);
  });

  it('is not undone by the same files', async () => {
    const ctx = database.context(await database.createTeam());
    const folder = folderOf(FILES);
    const again = () => ingestPath(ctx, { path: folder, study: 'Billing' }, { onFile: () => {} });
    await again();
    await eraseParticipant(ctx, await idOf(ctx, 'Ole Berg'));
    const { files } = await again();
    expect(files.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(files.find(({ fileName }) => fileName === 'ole.txt')?.reason).toContain('erased');
    await ingestPath(ctx, { path: folder, study: 'Billing', mask: true }, { onFile: () => {} });
    expect(await ctx.db.findOne(Participant, { displayName: 'Ole Berg' })).toBeUndefined();
    const rows = (await dump(ctx)).split('\n');
    expect(rows.filter((row) => /vineyard|kiosk/.test(row))).toEqual([]);
    expect(await ctx.db.find(SourceItem)).toHaveLength(2);

    const elsewhere = await ingestPath(
      ctx,
      { path: folder, study: 'Prices' },
      { onFile: () => {} },
    );
    expect(elsewhere.files.find(({ fileName }) => fileName === 'ole.txt')?.reason).toContain(
      'erased',
    );
    const all = (await dump(ctx)).split('\n');
    expect(all.filter((row) => /vineyard|kiosk/.test(row))).toEqual([]);
    const other = database.context(await database.createTeam());
    await ingestPath(other, { path: folder, study: 'Prices' }, { onFile: () => {} });
    expect(await other.db.findOne(Participant, { displayName: 'Ole Berg' })).toBeDefined();
  });

  it.each([
    { whose: 'their own', files: ['ole.txt'], word: 'vineyard' },
    { whose: 'that of somebody who names them', files: ['ole.txt', 'iva.txt'], word: 'told me' },
  ])('goes before an interview that is being read: $whose', async ({ files, word }) => {
    const model = new FakeModelServer();
    await model.start();
    onTestFinished(() => model.stop());
    const models = createModels({
      llm: { provider: 'openai-compatible', model: 'fake-1', baseUrl: model.url },
      retryMs: 1,
    });
    const ctx = database.context(await database.createTeam(), { models });
    const folder = folderOf({});
    const take = async (name: string) => {
      put(folder, name, FILES[name as keyof typeof FILES]);
      return ingestPath(ctx, { path: folder, study: 'Billing' }, { onFile: () => {} });
    };
    let erased = false;
    model.write = async (material) => {
      const asked = material as unknown as Asked;
      if (!asked.turns) return answerAsRecorded(asked);
      const said = asked.turns.filter(([, speaker]) => speaker === 'P');
      if (!erased && said.some(([, , text]) => text.includes(word))) {
        erased = true;
        await eraseParticipant(ctx, await idOf(ctx, 'Ole Berg'));
      }
      const claim = { claim: 'People look for their invoices', strength: 'high', flags: [] };
      return { claims: said.map(([turn, , quote]) => ({ ...claim, turn, quote })) };
    };
    for (const name of files) await take(name);
    expect(erased).toBe(true);
    const rows = (await dump(ctx)).split('\n');
    expect(rows.filter((row) => /vineyard|\bOle\b|\bBerg\b/i.test(row))).toEqual([]);
    expect(await ctx.db.find(SourceItem)).toHaveLength(files.length - 1);
  });

  it('reaches a question in an issue that waits for its answer', async () => {
    const ctx = database.context(await database.createTeam());
    await ingest(ctx, FILES);
    const asked = { provider: 'linear', questionId: 'q', externalId: 'ENG-1', nativeId: 'n' };
    const question = 'Why did Ole Berg leave?';
    await ctx.db.insert(IssueQuestion, {
      ...asked,
      url: 'https://linear.app/a/issue/ENG-1',
      question,
    });
    await eraseParticipant(ctx, await idOf(ctx, 'Ole Berg'));
    expect(await ctx.db.find(IssueQuestion)).toMatchObject([
      { question: 'Why did [erased] leave?' },
    ]);
  });

  it('knows every table of the database that texts may stand in', async () => {
    const tables: { name: string }[] = await database.dataSource.query(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'team_id' order by 1`,
    );
    const undecided = tables
      .map(({ name }) => name)
      .filter((name) => !(name in TEXTS) && !NO_TEXTS.includes(name));
    expect(undecided).toEqual([]);
  });
});

/** Tables without words of participants, or whose rows are removed or blacked out one by one. */
const NO_TEXTS = [
  ...[
    'analyses',
    'api_keys',
    'codebook_entries',
    'embedding_models',
    'engine_causes',
    'engine_marks',
    'engine_runs',
  ],
  ...[
    'evidence_embeddings',
    'evidence_facts',
    'evidence_search',
    'extracted_quotes',
    'list_totals',
    'model_days',
    'page_keys',
  ],
  ...[
    'merged_beliefs',
    'participants',
    'post_ship_receipts',
    'rate_limits',
    'recommendation_signals',
  ],
  ...['search_statistics', 'search_terms', 'ship_questions', 'slack_channels', 'slack_messages'],
  ...['slack_listed_cards', 'slack_threads'],
  ...['slack_requests', 'slack_troubles', 'slack_workspaces', 'team_settings', 'teams'],
  ...['tracker_deliveries', 'tracker_tokens'],
  // An erasure drops the lines that wait here, or waits until they are stored.
  ...['import_lines', 'imports'],
];

describe('participant export', () => {
  it('gives all that is held', async () => {
    const ctx = database.context(await database.createTeam());
    await ingest(ctx, FILES);
    const held = await exportParticipant(ctx, await idOf(ctx, 'Ole Berg'));
    expect(held.participant.displayName).toBe('Ole Berg');
    expect(JSON.stringify(held.sourceItems)).toContain('vineyard');
    expect(held.evidence.length).toBeGreaterThan(3);
    expect(held.files.map(({ fileName }) => fileName)).toEqual(['ole.txt']);
    expect(held.saidInOtherInterviews[0]?.turns[0]?.text).toContain('kiosk printer');
    await expect(exportParticipant(ctx, 'nobody')).rejects.toMatchObject({ code: 'not_found' });
    await expect(eraseParticipant(ctx, 'nobody')).rejects.toMatchObject({ code: 'not_found' });
  });
});
