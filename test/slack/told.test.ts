import { describe, expect, it } from 'vitest';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { card, load } from './team.js';

const database = useDatabase();
const DETAILS = { action_id: 'card.details', value: 'c1' };

async function withCard(): Promise<Bench> {
  const bench = await createBench(database);
  await load(database, bench.teamId, [card()]);
  await bench.settle();
  return bench;
}

describe('a user who pressed a button is told in words', () => {
  it.each([
    ['expired_trigger_id', /three seconds .* press it again/],
    ['trigger_expired', /three seconds .* press it again/],
    ['ratelimited', /rate-limiting/],
    ['fatal_error', /did not answer/],
    ['token_revoked', /token was revoked/],
  ])('when Slack answers %s', async (error, words) => {
    const bench = await withCard();
    bench.slack.next('views.open', { ok: false, error });
    await bench.act(DETAILS);
    await bench.settle();
    expect(bench.slack.responses).toMatchObject([
      { response_type: 'ephemeral', text: expect.stringMatching(words) },
    ]);
    expect(bench.slack.responses[0]?.text).not.toContain('Something went wrong');
  });

  it('when Slack lets us redraw no card for a while', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card(), card({ actionCardId: 'c2' })]);
    await bench.settle();
    bench.slack.next('chat.update', { status: 429, headers: { 'retry-after': '30' } });
    for (const value of ['c1', 'c2']) {
      await bench.act({ action_id: 'card.followed', value });
      await bench.settle();
    }
    expect(bench.slack.of('chat.update')).toHaveLength(1);
    expect(bench.slack.responses).toMatchObject([
      {
        text: expect.stringMatching(
          /^Slack is rate-limiting us\. Your change is saved; cards will update in about \d+ seconds\.$/,
        ),
      },
    ]);
  });

  it('when the address for answers takes none, in words that are about Slack', async () => {
    const bench = await withCard();
    await bench.command('/signal', 'SIG-12', { response_url: 'http://127.0.0.1:9/' });
    await bench.settle();
    expect(bench.slack.of('chat.postMessage').at(-1)).toMatchObject({
      channel: 'U1',
      text: expect.stringContaining('Slack did not answer in time'),
    });
    expect(bench.log).toEqual([]);
  });

  it('when Slack answers nothing at all', async () => {
    const bench = await withCard();
    bench.slack.next('views.open', { status: 503 });
    await bench.act(DETAILS);
    await bench.settle();
    expect(bench.slack.responses).toMatchObject([
      { text: expect.stringContaining('did not answer') },
    ]);
  });

  it('when the database has no room for what was pressed', async () => {
    const bench = await withCard();
    await database.dataSource.query(`
      create function no_room() returns trigger language plpgsql as
        $$ begin raise 'no space left on device' using errcode = '53100'; end $$;
      create trigger no_room before insert on slack_requests execute function no_room();`);
    await bench.act({ action_id: 'card.followed', value: 'c1' });
    await bench.settle();
    await database.dataSource.query('drop function no_room cascade');
    expect(bench.slack.responses).toMatchObject([
      { text: expect.stringContaining('The disk of the database is full') },
    ]);
  });

  it('when something of ours is wrong, with a reference for the log', async () => {
    const bench = await withCard();
    bench.slack.next('views.open', { ok: false, error: 'invalid_arguments' });
    await bench.act(DETAILS);
    await bench.settle();
    expect(bench.slack.responses[0]?.text).toMatch(/the reference \w{8}\./);
    expect(bench.log).toEqual([expect.stringContaining('a request from Slack failed')]);
  });

  it('in the app’s own conversation where the place of the press takes no answer any more', async () => {
    const bench = await withCard();
    const gone = { action_id: 'card.followed', value: 'nope' };
    await bench.act(gone, { response_url: 'http://127.0.0.1:9/' });
    await bench.settle();
    bench.slack.next('chat.postEphemeral', { ok: false, error: 'not_in_channel' });
    await bench.act(gone, { response_url: undefined });
    await bench.settle();
    const told = bench.slack.of('chat.postMessage').filter(({ channel }) => channel === 'U1');
    expect(told).toMatchObject([
      { text: expect.stringContaining('This no longer exists') },
      { text: expect.stringContaining('This no longer exists') },
    ]);
  });

  it('in words of ours, in which nothing that somebody wrote acts as markup', async () => {
    const bench = await withCard();
    await bench.act({ action_id: 'card.followed', value: '*x* https://evil.example <!here>' });
    await bench.settle();
    const shown = JSON.stringify(bench.slack.responses);
    expect(shown).not.toMatch(/\*x\*|<!here>/);
    expect(shown).toContain('"verbatim":true');
  });
});

describe('a scope that is missing', () => {
  const toAdmin = (bench: Bench) =>
    bench.slack.of('chat.postMessage').filter(({ channel }) => channel === 'UADMIN');

  it.each([
    ['conversations.info', 'channels:read,groups:read', 'channels:read'],
    ['users.info', 'users:read', 'users:read'],
  ])('for %s is told to an admin once, by its name', async (method, needed, scope) => {
    const bench = await createBench(database);
    bench.slack.always(method, { ok: false, error: 'missing_scope', needed });
    await load(database, bench.teamId, [card(), card({ actionCardId: 'c2' })]);
    await bench.settle();
    await bench.act({ action_id: 'card.followed', value: 'c1' });
    await bench.act({ action_id: 'card.followed', value: 'c2' });
    await bench.settle();
    expect(toAdmin(bench)).toHaveLength(1);
    expect(toAdmin(bench)[0]?.text).toContain(`the scope ${scope} is missing`);
    expect(bench.bot.status().ok).toBe(true);
  });

  it('for links, which nobody is told of, is told to an admin too', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, []);
    const needed = 'links:write';
    bench.slack.always('chat.unfurl', { ok: false, error: 'missing_scope', needed });
    await bench.event({
      type: 'link_shared',
      channel: 'C1',
      message_ts: '5.5',
      links: [{ url: 'http://localhost:3000/v1/signals/SIG-12' }],
    });
    await bench.settle();
    expect(toAdmin(bench)[0]?.text).toContain('the scope links:write is missing');
  });
});
