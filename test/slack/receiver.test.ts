import { describe, expect, it } from 'vitest';
import { useDatabase } from '../support/database.js';
import { createBench, FakeSlack, signed } from '../support/slack.js';
import { card, load } from './team.js';

const database = useDatabase();

const nobody = async () => {
  const slack = new FakeSlack();
  await slack.start();
  return slack;
};
const press = (url: string, overrides: Record<string, unknown> = {}): string =>
  new URLSearchParams({
    payload: JSON.stringify({
      type: 'block_actions',
      team: { id: 'T1' },
      user: { id: 'U1', username: 'maya', team_id: 'T1' },
      trigger_id: 'trigger',
      response_url: `${url}/response/1`,
      channel: { id: 'C1' },
      message: { ts: '1.1' },
      actions: [
        {
          type: 'button',
          action_id: 'card.followed',
          value: 'c1',
          block_id: 'b',
          action_ts: '7.7',
        },
      ],
      ...overrides,
    }),
  }).toString();

describe('a request from Slack', () => {
  it('is refused with a wrong signature, an old time or a time in the future, and changes nothing', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    const body = press(bench.slack.url);
    const now = Math.floor(Date.now() / 1000);
    const refusals = await Promise.all([
      bench.post(body, signed(body, now, 'another secret')),
      bench.post(body, signed(body, now - 600)),
      bench.post(body, signed(body, now + 86_400)),
      bench.post(body, { 'x-slack-request-timestamp': 'soon', 'x-slack-signature': 'v0=0' }),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    const [row] = await database.dataSource.query(
      'select resolved_at from action_cards where team_id = $1',
      [bench.teamId],
    );
    expect(row.resolved_at).toBeNull();
    expect(bench.log.filter((line) => line.includes('SLACK_SIGNING_SECRET'))).toHaveLength(1);
  });

  it('is refused when it is larger than any that Slack sends', async () => {
    const bench = await createBench(database);
    const huge = 'x'.repeat(1_000_001);
    const now = Math.floor(Date.now() / 1000);
    expect((await bench.post(huge, signed(huge, now))).status).toBe(413);
  });

  it('takes effect once when Slack sends it again', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    const body = press(bench.slack.url);
    for (let i = 0; i < 3; i++) expect((await bench.post(body)).status).toBe(200);
    await bench.settle();
    expect(bench.slack.responses).toEqual([]);
    const [{ count }] = await database.dataSource.query(
      'select count(*)::int as count from history where team_id = $1',
      [bench.teamId],
    );
    expect(count).toBe(1);
  });

  it('is acknowledged at once while Slack takes its time to answer us', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    let release = () => {};
    bench.slack.held = new Promise((resolve) => {
      release = resolve;
    });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => bench.act({ action_id: 'card.followed', value: 'c1' })),
    );
    // Slack has answered nothing yet, so nothing of it was waited for
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    release();
    await bench.settle();
    const handled = await database.dataSource.query('select 1 from history where team_id = $1', [
      bench.teamId,
    ]);
    expect(handled).toHaveLength(1);
  });

  it('of a person of another organization is refused politely', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.act(
      { action_id: 'card.followed', value: 'c1' },
      { user: { id: 'U9', username: 'eve', team_id: 'T9' } },
    );
    await bench.act({ action_id: 'card.followed', value: 'c1' }, { team: { id: 'T9' } });
    await bench.settle();
    const [row] = await database.dataSource.query(
      'select resolved_at from action_cards where team_id = $1',
      [bench.teamId],
    );
    expect(row.resolved_at).toBeNull();
    const texts = bench.slack.responses.map(({ text }) => text);
    expect(texts).toEqual([texts[0], texts[0]]);
    expect(texts[0]).toContain('Only members of the workspace');
  });

  it('for something nobody knows is acknowledged and does nothing', async () => {
    const bench = await createBench(database);
    const answers = await Promise.all([
      bench.act({ action_id: 'link:docs' }),
      bench.submit({ callback_id: 'unknown', private_metadata: '', state: { values: {} } }),
      bench.submit({
        callback_id: 'card.snooze-until',
        private_metadata: '{',
        state: { values: {} },
      }),
      bench.command('/unknown', ''),
      bench.event({ type: 'reaction_added' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await bench.settle();
    expect(bench.slack.calls).toEqual([]);
  });

  it('that asks for the address is answered with its challenge, and a GET is refused', async () => {
    const bench = await createBench(database);
    const challenge = JSON.stringify({ type: 'url_verification', challenge: 'abc' });
    const answer = await bench.post(challenge, {}, 'application/json');
    expect(await answer.json()).toEqual({ challenge: 'abc' });
    const get = await fetch(answer.url);
    expect(get.status).toBe(405);
    expect(get.headers.get('allow')).toBe('POST');
  });

  it('about a card that is gone says so to the person', async () => {
    const bench = await createBench(database);
    await bench.act({ action_id: 'card.followed', value: 'nope' });
    await bench.settle();
    expect(bench.slack.responses).toMatchObject([
      {
        text: 'This no longer exists. It may have been removed since the message was posted.',
        response_type: 'ephemeral',
      },
    ]);
  });
});

describe('a bad token', () => {
  it('never stops the process, is logged once, and is reported to a user who presses a button', async () => {
    const slack = await nobody();
    slack.always('auth.test', { ok: false, error: 'invalid_auth' });
    const bench = await createBench(database, { slack });
    await load(database, bench.teamId, [card()]);
    await bench.bot.start();
    await bench.settle();
    expect((await bench.act({ action_id: 'card.followed', value: 'c1' })).status).toBe(200);
    await bench.settle();
    await bench.settle();

    expect(bench.bot.status()).toEqual({
      ok: false,
      detail: expect.stringContaining('SLACK_BOT_TOKEN is not a valid token'),
    });
    expect(bench.log).toHaveLength(1);
    expect(slack.of('auth.test')).toHaveLength(1);
    expect(slack.responses).toMatchObject([{ text: expect.stringContaining('SLACK_BOT_TOKEN') }]);
    await slack.stop();
  });
});
