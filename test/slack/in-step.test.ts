import { describe, expect, it, vi } from 'vitest';
import { resolve } from '../../src/beliefs/action-cards/resolve.js';
import { decide } from '../../src/beliefs/recommendations/decide.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { card, load, recommendationCard } from './team.js';

const database = useDatabase();

const tom = { user: { id: 'U2', username: 'tom', team_id: 'T1' } };
const opened = (bench: Bench, user: string) =>
  bench.event({ type: 'app_home_opened', tab: 'home', user });
const published = (bench: Bench, user: string) =>
  bench.slack.of('views.publish').filter(({ user_id }) => user_id === user);
const thread = (bench: Bench): string[] =>
  bench.slack
    .of('chat.postMessage')
    .filter(({ thread_ts }) => thread_ts)
    .map(({ text }) => text ?? '');

describe('App Home', () => {
  it('of everybody who has it open follows what anybody does, and only then', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card(), card({ actionCardId: 'c2', summary: 'Stays' })]);
    await opened(bench, 'U1');
    await opened(bench, 'U2');
    await bench.settle();
    await bench.act({ action_id: 'card.followed', value: 'c1' });
    await bench.settle();
    expect(JSON.stringify(published(bench, 'U1').at(-1))).toContain('Resolved as handled');
    const toms = published(bench, 'U2');
    expect(toms).toHaveLength(2);
    expect(JSON.stringify(toms[1])).toContain('Inbox: 1 card waiting');
    expect(JSON.stringify(toms[1])).not.toContain('second study');

    await load(database, bench.teamId, [], []); // nothing looks different
    await bench.settle();
    expect(bench.slack.of('views.publish')).toHaveLength(4);
  });

  it('is drawn once for a flood of changes', async () => {
    const bench = await createBench(database, { settings: { postIntervalMs: 300 } });
    const cards = Array.from({ length: 6 }, (_, i) => card({ actionCardId: `c${i}` }));
    await opened(bench, 'U1');
    await bench.settle();
    await load(database, bench.teamId, cards);
    const ctx = database.context(bench.teamId);
    await Promise.all(cards.map((_, i) => resolve(ctx, `c${i}`, { action: 'followed' })));
    await bench.settle();
    expect(published(bench, 'U1').length).toBeLessThanOrEqual(4);
    expect(JSON.stringify(published(bench, 'U1').at(-1))).toContain('all caught up');
  });

  it('wakes a snoozed card', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card({ snoozedUntil: Date.now() + 3_600_000 })]);
    await opened(bench, 'U1');
    await bench.settle();
    expect(JSON.stringify(published(bench, 'U1').at(-1))).toContain('card.wake');
    await bench.act(
      { action_id: 'card.wake', value: 'c1' },
      {
        channel: undefined,
        message: undefined,
        response_url: undefined,
        view: { id: 'VH', type: 'home', private_metadata: '' },
      },
    );
    await bench.settle();
    expect(JSON.stringify(published(bench, 'U1').at(-1))).toContain('Inbox: 1 card waiting');
    expect(bench.slack.of('chat.postMessage')).toHaveLength(1); // the channel never had it
  });
});

describe('the thread of a card', () => {
  it('lists each step once, in order, with who and why', async () => {
    const bench = await createBench(database);
    const second = await createBench(database, { teamId: bench.teamId, slack: bench.slack });
    await load(database, bench.teamId, [recommendationCard()]);
    await bench.settle();
    const key = database.context(bench.teamId, {
      actor: { type: 'api_key', id: 'k1', name: 'ci <!channel>' },
    });
    await decide(key, 'r1', { decision: 'dismissed', note: 'Too <!here> dear' });
    await bench.act({ action_id: 'recommendation.reopen', value: 'rc1' });
    await bench.bot.stop();
    await bench.act({ action_id: 'recommendation.accept', value: 'rc1' }, tom);
    await bench.bot.stop();
    await Promise.all([bench.settle(), second.settle()]);
    expect(thread(bench).map((text) => text.replace(/ \d{4}-[^:]*:\d\d UTC/, ''))).toEqual([
      'Recommendation dismissed by the key “ci &lt;!channel&gt;”: Too &lt;!here&gt; dear',
      'Recommendation reopened by Maya Lindqvist',
      'Recommendation accepted by Tom Okafor',
    ]);
    expect(bench.slack.of('chat.postMessage').some(({ reply_broadcast }) => reply_broadcast)).toBe(
      false,
    );
  });

  it('is told once though an answer of Slack was lost', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    bench.slack.next('chat.postMessage', 'cut');
    await bench.act({ action_id: 'card.followed', value: 'c1' });
    await bench.settle();
    const sql = (text: string) => database.dataSource.query(text, [bench.teamId]);
    // the schedule of each minute settles a lost post once its call must have ended; here nobody waits so long
    await vi.waitFor(
      async () => {
        await sql(
          "update slack_messages set claimed_at = claimed_at - interval '1 minute' where team_id = $1",
        );
        await load(database, bench.teamId, [], []);
        await sql('update jobs set run_at = now() where team_id = $1');
        await bench.settle();
        expect(await sql('select 1 from card_notes where team_id = $1')).toEqual([]);
      },
      { timeout: 60_000 },
    );
    const replies = [...bench.slack.messages.values()].filter(({ thread_ts }) => thread_ts);
    expect(replies).toHaveLength(1);
  });

  it('and the card itself offer the undo of a resolve and of a snooze', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    const shown = () => JSON.stringify(bench.slack.of('chat.update').at(-1)?.blocks);
    await bench.act({ action_id: 'card.followed', value: 'c1' });
    await bench.settle();
    expect(shown()).toContain('card.bring-back');
    await bench.act({ action_id: 'card.bring-back', value: 'c1' }, tom);
    await bench.settle();
    expect(shown()).toContain('card.followed');
    await bench.act({
      type: 'static_select',
      action_id: 'card.more',
      block_id: 'moves/0/c1',
      selected_option: { value: 'card.snooze:week' },
    });
    await bench.settle();
    expect(shown()).toContain('card.wake');
    // one line shows the card's state; earlier steps are in its thread
    expect(shown()).toMatch(/:zzz: Snoozed until [^"]* by <@U1>"/);
    expect(shown()).not.toMatch(/Resolved|Brought back/);
    await bench.act({ action_id: 'card.wake', value: 'c1' });
    await bench.settle();
    expect(shown()).toContain(':alarm_clock: Snooze ended by <@U1>');
    expect(shown()).not.toContain('Snoozed');
    await bench.act({ action_id: 'card.wake', value: 'c1' });
    await bench.settle();
    await bench.act({ action_id: 'card.bring-back', value: 'c1' });
    await bench.settle();
    expect(bench.slack.responses).toMatchObject([
      { text: expect.stringContaining('This card is not snoozed. Snooze ended by <@U1>') },
      { text: expect.stringContaining('This card is already pending.') },
    ]);
    expect(thread(bench).map((text) => text.split(' by ')[0]?.split(' 20')[0])).toEqual([
      'Resolved as handled',
      'Brought back',
      'Snoozed',
      'Snooze ended early',
    ]);
  });
});

describe('what stops the bot', () => {
  it('is told to an admin once, shown in App Home, and over when it works again', async () => {
    const bench = await createBench(database);
    const cards = [card(), card({ actionCardId: 'c2' })];
    bench.slack.refuses = (method, { channel }) =>
      method === 'chat.postMessage' && channel === 'C1' ? 'not_in_channel' : undefined;
    await opened(bench, 'U1');
    await load(database, bench.teamId, cards);
    await bench.settle();
    await load(database, bench.teamId, []);
    await bench.settle();
    const told = bench.slack.of('chat.postMessage').filter(({ channel }) => channel === 'UADMIN');
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toMatch(/cannot post: the app is not in the channel .* \/invite/);
    expect(JSON.stringify(published(bench, 'U1').at(-1))).toContain(':x: Slack: the app is not in');

    bench.slack.refuses = () => undefined;
    await load(database, bench.teamId, []);
    await bench.settle();
    expect(JSON.stringify(published(bench, 'U1').at(-1))).toContain(
      ':white_check_mark: Slack: connected',
    );
  });
});
