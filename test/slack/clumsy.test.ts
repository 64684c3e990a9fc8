import { describe, expect, it } from 'vitest';
import { ACTIONS, SUBMISSIONS } from '../../integrations/slack/listeners/listeners.js';
import { useDatabase } from '../support/database.js';
import { type Bench, CHANNEL, createBench } from '../support/slack.js';
import { card, load, recommendationCard } from './team.js';

const database = useDatabase();
const ABOUT = 'why do people give up on the invoice export the first time?';

async function withCards(): Promise<Bench> {
  const bench = await createBench(database);
  await load(database, bench.teamId, [card(), recommendationCard()]);
  await bench.settle();
  return bench;
}

const said = (bench: Bench): string[] =>
  bench.slack.responses.map(({ text }) => String(text).slice(0, 100));

describe('a window that an earlier version opened', () => {
  it.each(['', '{"card":"rc1"}', '[]', 'no JSON', '{"subjectId":7}'])(
    'and that carries %j has to be opened again, and nothing is done',
    async (private_metadata) => {
      const bench = await withCards();
      for (const callback_id of Object.keys(SUBMISSIONS)) {
        const state = { values: {} };
        const answer = await bench.submit({ callback_id, private_metadata, state });
        expect(await answer.json()).toMatchObject({ response_action: 'update' });
      }
      await bench.act(
        { action_id: 'work.link-this:n1', value: 'https://memo.example.com/items/MEMO-1' },
        { view: { id: 'V1', type: 'modal', private_metadata }, message: undefined },
      );
      await bench.settle();
      expect(said(bench)).toEqual([expect.stringContaining('opened by an earlier version')]);
      expect(bench.log).toEqual([]);
      expect(bench.slack.of('chat.update')).toEqual([]);
    },
  );
});

describe('a press on a message that has stood for weeks', () => {
  it.each([
    ['answer.sources', 'too old'],
    ['answer.share', 'too old'],
    ['answer.helpful:yes', 'too old'],
    ['answer.draft-study', 'too old'],
    ['answer.draft-gap', 'too old'],
    ['files.leave', 'sent too long ago'],
    ['card.details', 'This no longer exists'],
    ['card.show', 'This no longer exists'],
    ['work.shipped', 'This no longer exists'],
    ['work.hand-over-again', 'This no longer exists'],
  ])('such as %s says so, and leaves no window waiting', async (action_id, words) => {
    const bench = await withCards();
    await bench.act({ action_id, value: 'b4d9e7f0-5f5e-4a52-9f0a-8f4fd06b9d54' });
    await bench.settle();
    expect(said(bench)).toEqual([expect.stringContaining(words)]);
    expect(bench.slack.of('views.open')).toEqual([]);
  });
});

describe('text that the database cannot store, or that is unexpected', () => {
  const ODD = ['卡片/1?&"', 'x\u0000y', '\ud800', '', 'é'.repeat(1_000), "'; drop table teams; --"];

  it('in the value of a button is no id of ours, and no mistake of ours', async () => {
    const bench = await withCards();
    for (const action_id of Object.keys(ACTIONS)) {
      for (const value of ODD) await bench.act({ action_id, value });
    }
    await bench.settle();
    expect(said(bench).filter((text) => text.startsWith('Something went wrong'))).toEqual([]);
    expect(bench.log).toEqual([]);
    expect(bench.slack.of('chat.update')).toEqual([]);
  });

  it('in a question is asked all the same', async () => {
    const bench = await withCards();
    const odd = [
      'why\u0000 do people give up?',
      '\ud800 why?',
      '\u202ewhy?',
      '*'.repeat(500),
      '¿?',
    ];
    for (const [index, text] of odd.entries()) {
      const there = { type: 'app_mention', channel: 'C7', ts: `50.${index + 1}` };
      await bench.event({ ...there, text: `<@UBOT> ${text}` });
      await bench.command('/ask', text);
      await bench.command('/signal', text);
    }
    await bench.settle();
    expect(bench.log).toEqual([]);
    expect(said(bench).filter((text) => text.startsWith('Something went wrong'))).toEqual([]);
    expect(bench.slack.responses.length).toBeGreaterThanOrEqual(4);
  });

  it('of 40,000 characters is too long for a question, and fine as evidence', async () => {
    const bench = await withCards();
    const text = 'The export stopped. '.repeat(2_000);
    await bench.event({ type: 'app_mention', channel: 'C7', ts: '50.1', text: `<@UBOT> ${text}` });
    await bench.shortcut('evidence.save', { ts: '1763000000.000200', user: 'U2', text });
    await bench.settle();
    expect(bench.slack.of('chat.postMessage').at(-1)?.text).toContain(
      'may have at most 2000 characters',
    );
    expect(JSON.stringify(bench.slack.of('views.update').at(-1)?.view)).toContain('"said-by"');
    expect(bench.log).toEqual([]);
  });
});

describe('the bot that was taken out of its channel', () => {
  it('works again once it is invited, and nobody reads any more that it does not', async () => {
    const bench = await withCards();
    bench.slack.refuses = (method, { channel }) =>
      method.startsWith('chat.') && channel === CHANNEL ? 'not_in_channel' : undefined;
    await bench.act({ action_id: 'card.followed', value: 'c1' });
    await bench.settle();
    expect(bench.bot.status().ok).toBe(false);
    // two days later
    await database.dataSource.query('delete from card_notes where team_id = $1', [bench.teamId]);
    bench.slack.refuses = () => undefined;
    await load(database, bench.teamId, []);
    await bench.settle();
    expect(JSON.stringify([...bench.slack.messages.values()])).toContain('Resolved');
    expect(bench.bot.status()).toEqual({ ok: true, detail: 'connected' });
  });
});

describe('an event that Slack sends again', () => {
  it('is worked once, whatever it says about the retry', async () => {
    const bench = await withCards();
    bench.slack.said.add('50.1');
    const event = { type: 'app_mention', user: 'U1', channel: 'C7', ts: '50.1', text: ABOUT };
    const body = { type: 'event_callback', team_id: 'T1', event_id: 'Ev1', event };
    for (const retry of ['0', '1', '2', '3']) {
      const headers = { 'x-slack-retry-num': retry, 'x-slack-retry-reason': 'http_timeout' };
      const { status } = await bench.post(JSON.stringify(body), headers, 'application/json');
      expect(status).toBe(200);
    }
    await bench.settle();
    const there = bench.slack.of('chat.postMessage').filter(({ channel }) => channel === 'C7');
    expect(there).toHaveLength(1);
  });
});
