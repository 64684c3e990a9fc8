import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { enqueue } from '../../db/queries/enqueue.js';
import { POST_CARDS } from '../../integrations/slack/cards/post-cards.js';
import { resolve } from '../../src/beliefs/action-cards/resolve.js';
import { snooze } from '../../src/beliefs/action-cards/snooze.js';
import { decide } from '../../src/beliefs/recommendations/decide.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { card, daysAgo, load, NOW, recommendationCard } from './team.js';

const database = useDatabase();

const sql = (text: string, ...values: unknown[]) => database.dataSource.query(text, values);
const dueNow = (teamId: string) => sql('update jobs set run_at = now() where team_id = $1', teamId);
const ask = (bench: Bench) =>
  enqueue(database.system.team(bench.teamId), { kind: POST_CARDS, key: POST_CARDS });

describe('the channel', () => {
  it('gets the pending cards in rank order, and neither the snoozed nor the resolved ones', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [
      card({ actionCardId: 'late', priority: 8, summary: 'Third' }),
      card({ actionCardId: 'first', priority: 1, urgency: 0.2, summary: 'Second' }),
      card({ actionCardId: 'urgent', priority: 1, urgency: 0.9, summary: 'First' }),
      card({ actionCardId: 'asleep', snoozedUntil: NOW + 3_600_000 }),
      card({ actionCardId: 'done', resolvedAt: NOW, resolution: 'followed' }),
    ]);
    await bench.settle();
    const texts = bench.slack.of('chat.postMessage').map(({ text }) => text);
    expect(texts.map((text) => text?.split(': ')[1])).toEqual(['First.', 'Second.', 'Third.']);
  });

  it('gets each card once however often and by however many it is published', async () => {
    const bench = await createBench(database);
    const second = await createBench(database, { teamId: bench.teamId, slack: bench.slack });
    await load(
      database,
      bench.teamId,
      Array.from({ length: 12 }, (_, i) => card({ actionCardId: `c${i}` })),
    );
    await Promise.all([bench.settle(), second.settle()]);
    await ask(bench);
    await Promise.all([bench.settle(), second.settle()]);
    await load(database, bench.teamId, []);
    await bench.settle();
    // the first five, and the list of the others
    expect(bench.slack.of('chat.postMessage')).toHaveLength(6);
    expect(bench.slack.of('chat.update')).toHaveLength(0);
  });

  it('gets nothing of another team, whose jobs are in the same queue', async () => {
    const bench = await createBench(database);
    const other = await database.createTeam();
    await load(database, other, [card({ summary: 'Not yours' })]);
    const ctx = database.context(other);
    for (const handler of bench.bot.jobHandlers) await handler.run(ctx, { actionCardId: 'c1' });
    await resolve(ctx, 'c1', { action: 'followed' });
    await bench.settle();
    for (const handler of bench.bot.jobHandlers) await handler.run(ctx, { actionCardId: 'c1' });
    expect(bench.slack.calls).toEqual([]);
  });

  it('shows a change made through the API, and sends nothing that looks the same', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card(), recommendationCard()]);
    await bench.settle();
    const ctx = database.context(bench.teamId, {
      actor: { type: 'api_key', id: 'k1', name: 'ci <!channel>' },
    });
    await resolve(ctx, 'c1', { action: 'dismissed' });
    await decide(ctx, 'r1', { decision: 'dismissed', note: 'Not <!here> now' });
    await bench.settle();
    const updates = bench.slack.of('chat.update').map(({ blocks }) => JSON.stringify(blocks));
    expect(updates).toHaveLength(2);
    expect(updates.join()).toContain('Dismissed by the key “ci &lt;!channel&gt;”');
    expect(updates.join()).toContain('Recommendation dismissed by the key');
    expect(updates.join()).toContain(': Not &lt;!here&gt; now');

    await load(database, bench.teamId, []);
    await bench.settle();
    expect(bench.slack.of('chat.update')).toHaveLength(2);
  });

  it('hears once, in the thread of the card, that a snooze has ended', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    await bench.act({
      type: 'static_select',
      action_id: 'card.snooze',
      block_id: 'moves/0/c1',
      selected_option: { value: 'hour' },
    });
    await bench.settle();
    expect(JSON.stringify(bench.slack.of('chat.update').at(-1)?.blocks)).toContain('Snoozed until');

    await sql('update action_cards set snoozed_until = now() where team_id = $1', bench.teamId);
    await dueNow(bench.teamId);
    await bench.settle();
    await load(database, bench.teamId, [], []);
    await bench.settle();
    const [post, note, reply, ...more] = bench.slack.of('chat.postMessage');
    expect(more).toEqual([]);
    expect(post?.thread_ts).toBeUndefined();
    expect(note?.text).toMatch(/^Snoozed by Maya Lindqvist until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    expect(reply?.thread_ts).toBe([...bench.slack.messages.keys()][0]);
    expect(reply?.reply_broadcast).toBeUndefined();
    expect(reply?.text).toBe('This card is back from its snooze.');
    expect(JSON.stringify(reply?.blocks)).toContain('Snoozed by Maya Lindqvist');
    expect(JSON.stringify(bench.slack.of('chat.update').at(-1)?.blocks)).not.toContain(
      'Snoozed until',
    );
  });

  it('says nothing about a snooze of a card that was resolved meanwhile', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    const ctx = database.context(bench.teamId);
    await snooze(ctx, 'c1', { durationMs: 50 });
    await resolve(ctx, 'c1', { action: 'followed' });
    await dueNow(bench.teamId);
    await bench.settle();
    const said = bench.slack.of('chat.postMessage').map(({ text }) => text);
    expect(said.join()).not.toContain('back from its snooze');
    expect(said).toHaveLength(3); // the card, the snooze, the resolve
  });
});

describe('when Slack fails', () => {
  it('a rate limit is waited out and nothing is lost or doubled', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card(), recommendationCard()]);
    bench.slack.next('chat.postMessage', { status: 429, headers: { 'retry-after': '30' } });
    await bench.settle();
    expect(bench.slack.messages.size).toBe(0);
    const [job] = await sql(
      'select attempts, run_at > now() as later from jobs where team_id = $1 and kind = $2',
      bench.teamId,
      POST_CARDS,
    );
    expect(job.later).toBe(true);
    await dueNow(bench.teamId);
    await bench.settle();
    expect(bench.slack.messages.size).toBe(2);
    expect(bench.bot.status().ok).toBe(true);
  });

  it('a rate limit on updates is asked about once, not card by card', async () => {
    const bench = await createBench(database);
    const ids = Array.from({ length: 5 }, (_, i) => `c${i}`);
    await load(
      database,
      bench.teamId,
      ids.map((actionCardId) => card({ actionCardId })),
    );
    await bench.settle();
    bench.slack.next('chat.update', { status: 429, headers: { 'retry-after': '30' } });
    const ctx = database.context(bench.teamId);
    await resolve(ctx, 'c0', { action: 'followed' });
    await bench.settle();
    for (const id of ids.slice(1)) await resolve(ctx, id, { action: 'followed' });
    await bench.settle();
    expect(bench.slack.of('chat.update')).toHaveLength(1);
    const later = performance.now() + 30_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
    onTestFinished(() => clock.mockRestore());
    await dueNow(bench.teamId);
    await bench.settle();
    expect(bench.slack.of('chat.update')).toHaveLength(6);
  });

  it('a lost answer is looked up in the channel instead of posting again', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    bench.slack.next('chat.postMessage', 'cut');
    await bench.settle();
    await sql(
      "update slack_messages set claimed_at = claimed_at - interval '1 minute' where team_id = $1",
      bench.teamId,
    );
    await dueNow(bench.teamId);
    await bench.settle();
    expect(bench.slack.messages.size).toBe(1);
    expect(bench.slack.of('conversations.history')).toHaveLength(1);

    await bench.act({ action_id: 'card.followed', value: 'c1' });
    await bench.settle();
    expect(bench.slack.of('chat.update').at(-1)?.ts).toBe([...bench.slack.messages.keys()][0]);
  });

  it('a post that never reached Slack is posted when that is certain', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    bench.slack.next('chat.postMessage', { status: 502 });
    await bench.settle();
    await dueNow(bench.teamId);
    await bench.settle();
    expect(bench.slack.messages.size).toBe(0);
    await sql(
      "update slack_messages set claimed_at = claimed_at - interval '1 minute' where team_id = $1",
      bench.teamId,
    );
    await dueNow(bench.teamId);
    await bench.settle();
    expect(bench.slack.messages.size).toBe(1);
  });

  it('a lost answer in a channel that may not be read is not posted twice, and the status says why', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    bench.slack.next('chat.postMessage', 'cut');
    bench.slack.next('conversations.history', { ok: false, error: 'missing_scope' });
    await bench.settle();
    await sql(
      "update slack_messages set claimed_at = claimed_at - interval '1 minute' where team_id = $1",
      bench.teamId,
    );
    await dueNow(bench.teamId);
    await bench.settle();
    await ask(bench);
    await bench.settle();
    const there = [...bench.slack.messages.values()].filter(({ channel }) => channel === 'C1');
    expect(there).toHaveLength(1);
    expect(bench.bot.status().detail).toContain('channels:history');
    // a click reveals the message's ts, so it is redrawn after all
    await bench.act({ action_id: 'card.followed', value: 'c1' });
    await bench.settle();
    expect(bench.slack.of('chat.update')).toHaveLength(1);
  });

  it.each([
    'not_in_channel',
    'channel_not_found',
    'is_archived',
    'token_revoked',
    'account_inactive',
  ])('%s is said once, tried without a storm, and made up for when it is over', async (error) => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card(), recommendationCard()]);
    bench.slack.refuses = (method, { channel }) =>
      method === 'chat.postMessage' && channel === 'C1' ? error : undefined;
    await bench.settle();
    await ask(bench);
    await bench.settle();
    const posts = () =>
      bench.slack.of('chat.postMessage').filter(({ channel }) => channel === 'C1');
    expect(posts()).toHaveLength(2);
    expect(bench.bot.status().ok).toBe(false);
    expect(bench.log.filter((line) => line.includes('Slack: '))).toHaveLength(1);
    bench.slack.refuses = () => undefined;
    await ask(bench);
    await bench.settle();
    expect(posts()).toHaveLength(4);
    expect(bench.bot.status()).toEqual({ ok: true, detail: 'connected' });
  });

  it('a change that could not be shown is shown when Slack works again', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    bench.slack.next('chat.update', { ok: false, error: 'token_revoked' });
    await bench.act({ action_id: 'card.followed', value: 'c1' });
    await bench.settle();
    await ask(bench);
    await bench.settle();
    expect(bench.slack.of('chat.update')).toHaveLength(2);
    expect([...bench.slack.messages.values()][0]?.text).toMatch(/^Resolved: /);
    expect(bench.bot.status().ok).toBe(true);
  });

  it('a message that somebody deleted is left alone', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    bench.slack.messages.clear();
    await bench.act({ action_id: 'card.followed', value: 'c1' }, { message: { ts: '5.5' } });
    await bench.settle();
    await ask(bench);
    await bench.settle();
    expect(bench.slack.of('chat.update')).toHaveLength(1);
    expect(bench.slack.messages.size).toBe(0);
  });

  it('what a channel refuses that the team has left behind troubles nobody, and is tried once', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    await changeSettings(database.context(bench.teamId), { channel: 'C2' });
    await bench.settle();
    bench.slack.refuses = (method, { channel }) =>
      method.startsWith('chat.') && channel === 'C1' ? 'is_archived' : undefined;
    await resolve(database.context(bench.teamId), 'c1', { action: 'followed' });
    await bench.settle();
    await ask(bench);
    await bench.settle();
    await ask(bench);
    await bench.settle();
    const toOld = bench.slack.of('chat.update').filter(({ channel }) => channel === 'C1');
    expect(toOld).toHaveLength(1);
    expect(bench.bot.status().ok).toBe(true);
    expect(bench.slack.of('users.list')).toEqual([]);
    const there = [...bench.slack.messages.values()].filter(({ channel }) => channel === 'C2');
    expect(there.map(({ text }) => text?.split(' by ')[0])).toEqual([
      expect.stringMatching(/^Resolved: /),
      'Resolved as handled',
    ]);
  });

  it('a rendering that Slack refuses is said once, and drawn again with the next change', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    bench.slack.next('chat.update', { ok: false, error: 'invalid_blocks' });
    const ctx = database.context(bench.teamId);
    await resolve(ctx, 'c1', { action: 'followed' });
    await bench.settle();
    await ask(bench);
    await bench.settle();
    expect(bench.slack.of('chat.update')).toHaveLength(1);
    expect(bench.log.filter((line) => line.includes('refused a message'))).toHaveLength(1);
    await bench.act({ action_id: 'card.bring-back', value: 'c1' });
    await bench.settle();
    expect(bench.slack.of('chat.update')).toHaveLength(2);
  });

  it('a card that is posted names who did something to it, and notifies nobody', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    await bench.act({ action_id: 'card.followed', value: 'c1' });
    await bench.settle();
    await bench.act({ action_id: 'card.bring-back', value: 'c1' });
    await bench.settle();
    await changeSettings(database.context(bench.teamId), { channel: 'C2' });
    await bench.settle();
    const posted = JSON.stringify(bench.slack.of('chat.postMessage').at(-1));
    expect(posted).toContain('Brought back by Maya Lindqvist');
    expect(posted).not.toContain('<@');
  });

  it('a channel shared with another organization sees no quotes', async () => {
    const bench = await createBench(database);
    bench.slack.always('conversations.info', { channel: { id: 'C1', is_ext_shared: true } });
    await load(database, bench.teamId, [
      card(),
      card({
        actionCardId: 'call',
        type: 'live_call',
        quote: 'I am leaving you on Friday.',
        reason: 'churn_risk',
        createdAt: daysAgo(0),
        refs: { participantId: 'p1', studyIds: ['s1'] },
      }),
    ]);
    await bench.settle();
    const shown = JSON.stringify(bench.slack.of('chat.postMessage'));
    expect(shown).toContain('Quotes are not shown');
    expect(shown).not.toContain('invoice export for');
    expect(shown).not.toContain('leaving you');
    expect(shown).not.toContain('@example.com');
  });

  it('a stand-in that forgets its messages gets them again after a start', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    const restarted = await createBench(database, {
      teamId: bench.teamId,
      slack: bench.slack,
      settings: { forgetsMessages: true },
    });
    await ask(bench);
    await restarted.settle();
    await ask(bench);
    await restarted.settle();
    expect(bench.slack.of('chat.postMessage')).toHaveLength(2);
  });
});
