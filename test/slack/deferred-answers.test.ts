import { describe, expect, it } from 'vitest';
import { deferAnswer } from '../../integrations/slack/answers/deferred-answer.js';
import { useDatabase } from '../support/database.js';
import { type Answer, type Bench, createBench } from '../support/slack.js';
import { load } from './team.js';

const database = useDatabase();
const ABOUT = 'why do people give up on the invoice export the first time?';
const QUESTION = { type: 'app_mention', channel: 'C7', ts: '50.1', text: `<@UBOT> ${ABOUT}` };

const sql = (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  database.dataSource.query(text, values);

async function withResearch(): Promise<Bench> {
  const bench = await createBench(database);
  await load(database, bench.teamId, []);
  return bench;
}

describe('a question in a thread', () => {
  it('is answered although Slack asks us to come back later', async () => {
    const bench = await withResearch();
    const later = { status: 429, headers: { 'retry-after': '0' } };
    bench.slack.next('chat.postMessage', later);
    bench.slack.next('chat.update', later, later);
    await bench.event(QUESTION);
    await bench.settle();
    expect(bench.slack.messages.size).toBe(1);
    expect(JSON.stringify([...bench.slack.messages.values()])).toContain('rich_text_quote');
  });

  it.each([
    ['before there is a notice', 'chat.postMessage'],
    ['when the answer is there', 'chat.update'],
  ])('hears that Slack wants a long pause %s, and gets one answer after it', async (_, method) => {
    const bench = await withResearch();
    bench.slack.next(method, { status: 429, headers: { 'retry-after': '30' } });
    await bench.event(QUESTION);
    await bench.settle();
    expect(bench.slack.of('chat.postEphemeral')).toMatchObject([
      { user: 'U1', text: expect.stringContaining('will follow in about 30 seconds') },
    ]);
    const [late] = await sql(
      `select extract(epoch from run_at - now())::int as secs from jobs
        where team_id = $1 and kind = 'slack-answer-late'`,
      bench.teamId,
    );
    expect(late?.secs).toBeGreaterThan(20);
    expect(late?.secs).toBeLessThanOrEqual(30);
    await sql('update jobs set run_at = now() where team_id = $1', bench.teamId);
    await bench.settle();
    const posted = [...bench.slack.messages.values()];
    expect(posted).toHaveLength(1);
    expect(JSON.stringify(posted)).toContain('rich_text_quote');
  });

  it.each([
    ['its notice', 'chat.postMessage', ['cut']],
    ['its answer', 'chat.update', ['cut']],
    [
      'its late answer',
      'chat.postMessage',
      [{ status: 429, headers: { 'retry-after': '30' } }, 'cut'],
    ],
  ])(
    'is answered in one message, although Slack’s word on %s was lost',
    async (_, method, answers) => {
      const bench = await withResearch();
      bench.slack.next(method, ...(answers as Answer[]));
      await bench.event(QUESTION);
      await bench.settle();
      for (let run = 0; run < 2; run++) {
        await sql('update jobs set run_at = now() where team_id = $1', bench.teamId);
        await bench.settle();
      }
      const posted = [...bench.slack.messages.values()];
      expect(posted).toHaveLength(1);
      expect(JSON.stringify(posted)).toContain('rich_text_quote');
    },
  );

  it('gets its answer although its notice was deleted meanwhile', async () => {
    const bench = await withResearch();
    bench.slack.next('chat.update', { ok: false, error: 'message_not_found' });
    await bench.event(QUESTION);
    await bench.settle();
    const [, answer] = bench.slack.of('chat.postMessage');
    expect(answer?.thread_ts).toBe('50.1');
    expect(JSON.stringify(answer?.blocks)).toContain('rich_text_quote');
    expect(bench.slack.of('chat.postEphemeral')).toEqual([]);
  });

  it('gets the answers that a process owed and did not live to give, in the message that was there', async () => {
    const bench = await withResearch();
    await bench.event(QUESTION);
    await bench.settle();
    const jobs = () =>
      sql(
        `select payload from jobs where team_id = $1 and kind = 'slack-answer-late'`,
        bench.teamId,
      );
    expect(await jobs()).toEqual([]);
    const [noticeTs] = [...bench.slack.messages.keys()];
    const owed = { workspaceId: 'T1', question: ABOUT, askedBy: 'U1' };
    const there = { kind: 'there' as const, channelId: 'C7', thread: '50.1' };
    const ctx = database.context(bench.teamId);
    const hidden = { kind: 'private' as const, responseUrl: `${bench.slack.url}/response/2` };
    await deferAnswer(ctx, { ...owed, key: 'a', reply: { ...there, noticeTs: noticeTs! } });
    await deferAnswer(ctx, { ...owed, key: 'b', reply: hidden });
    await deferAnswer(ctx, { ...owed, key: 'c', workspaceId: 'T9', reply: there });
    await sql('update jobs set run_at = now() where team_id = $1', bench.teamId);
    await bench.settle();
    expect(bench.slack.of('chat.update').map(({ ts }) => ts)).toEqual([noticeTs, noticeTs]);
    expect(bench.slack.of('chat.postMessage')).toHaveLength(1);
    expect(JSON.stringify(bench.slack.responses)).toContain('rich_text_quote');
    expect(await jobs()).toEqual([]);
  });
});

describe('a question by /ask', () => {
  const dueNow = (bench: Bench) =>
    sql('update jobs set run_at = now() where team_id = $1', bench.teamId);
  const said = (bench: Bench) => [
    ...bench.slack.responses,
    ...bench.slack.of('chat.postMessage'),
    ...bench.slack.of('chat.postEphemeral'),
  ];

  it.each([
    ['Slack wants a long pause', { status: 429, headers: { 'retry-after': '30' } }],
    ['Slack fails', { status: 503 }],
  ])('is answered later and in one message when %s', async (_, failure) => {
    const bench = await withResearch();
    bench.slack.next('response', failure, failure);
    await bench.command('/ask', ABOUT);
    await bench.settle();
    expect(said(bench)).toEqual([]);
    for (let run = 0; run < 3; run++) {
      await dueNow(bench);
      await bench.settle();
    }
    expect(said(bench)).toHaveLength(1);
    expect(JSON.stringify(said(bench))).toContain('rich_text_quote');
  });

  it('is answered in the conversation with the bot when its own address takes nothing more', async () => {
    const bench = await withResearch();
    bench.slack.next('response', { status: 404 });
    await bench.command('/ask', ABOUT);
    await bench.settle();
    expect(said(bench)).toMatchObject([{ channel: 'U1' }]);
    expect(JSON.stringify(said(bench))).toContain('rich_text_quote');
  });

  it('that failed on our side says so once, and is not answered on top of that', async () => {
    const bench = await withResearch();
    await sql('alter table slack_answers rename to slack_answers_away');
    await bench.command('/ask', ABOUT);
    await bench.settle();
    await sql('alter table slack_answers_away rename to slack_answers');
    await dueNow(bench);
    await bench.settle();
    expect(said(bench)).toHaveLength(1);
    expect(JSON.stringify(said(bench))).toContain('Something went wrong on our side');
  });
});
