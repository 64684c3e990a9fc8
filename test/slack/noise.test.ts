import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isQuiet } from '../../integrations/slack/delivery/when-to-write.js';
import { resolve } from '../../src/beliefs/action-cards/resolve.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { card, load } from './team.js';

const database = useDatabase();

const sql = (text: string, ...values: unknown[]) => database.dataSource.query(text, values);
const posted = (bench: Bench): string[] =>
  bench.slack
    .of('chat.postMessage')
    .filter(({ thread_ts }) => !thread_ts)
    .map(({ text }) => text?.split(': ')[1] ?? '');

describe('a channel', () => {
  it('that never had a card gets the five most urgent, and one message that opens each of the others', async () => {
    const bench = await createBench(database);
    const waiting = Array.from({ length: 12 }, (_, i) =>
      card({ actionCardId: `c${i}`, priority: (i % 6) + 1, summary: `Tier ${(i % 6) + 1}` }),
    );
    await load(database, bench.teamId, waiting);
    await bench.settle();
    expect(posted(bench).slice(0, 5)).toEqual([
      'Tier 1.',
      'Tier 1.',
      'Tier 2.',
      'Tier 2.',
      'Tier 3.',
    ]);
    const [list, ...more] = bench.slack.of('chat.postMessage').slice(5);
    expect(more).toEqual([]);
    expect(list?.text).toBe('7 more cards are waiting. Press “Show card” to have one posted here.');
    const buttons = (list!.blocks as { accessory?: { action_id: string; value: string } }[])
      .flatMap(({ accessory }) => accessory ?? [])
      .map(({ value }) => value);
    expect(new Set(buttons).size).toBe(7);

    // what was listed is no news, however urgent it is and however many days pass
    await sql(
      "update slack_messages set claimed_at = now() - interval '25 hours' where team_id = $1",
      bench.teamId,
    );
    await load(database, bench.teamId, []);
    await bench.settle();
    expect(bench.slack.of('chat.postMessage')).toHaveLength(6);

    await bench.act({ action_id: 'card.show', value: buttons[0] });
    await bench.settle();
    expect(posted(bench).at(-1)).toBe('Tier 3.');

    // handled in App Home meanwhile: its button says so
    await resolve(database.context(bench.teamId), buttons[1]!, { action: 'followed' });
    const before = bench.slack.of('chat.postMessage').length;
    await bench.act({ action_id: 'card.show', value: buttons[1] });
    await bench.settle();
    expect(bench.slack.of('chat.postMessage')).toHaveLength(before);
    expect(bench.slack.responses.at(-1)?.text).toMatch(
      /^This card is no longer waiting\. Resolved as handled by /,
    );
  });

  it('gets its list although Slack failed when it was posted, and once', async () => {
    const bench = await createBench(database);
    const waiting = Array.from({ length: 6 }, (_, i) => card({ actionCardId: `c${i}` }));
    const isList = (text: unknown) => String(text).startsWith('1 more card');
    bench.slack.refuses = (method, { text }) =>
      method === 'chat.postMessage' && isList(text) ? 'internal_error' : undefined;
    await load(database, bench.teamId, waiting);
    await bench.settle();
    bench.slack.refuses = () => undefined;
    for (let round = 0; round < 2; round++) {
      await sql(
        "update slack_messages set claimed_at = claimed_at - interval '1 minute' where team_id = $1",
        bench.teamId,
      );
      await sql('update jobs set run_at = now() where team_id = $1', bench.teamId);
      await load(database, bench.teamId, []);
      await bench.settle();
    }
    const there = [...bench.slack.messages.values()].map(({ text }) => text);
    expect(there.filter(isList)).toHaveLength(1);
    expect(there).toHaveLength(6);
  });

  it('hears at once what is urgent, and of other new cards five a day unless the team chose otherwise', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card({ summary: 'First' })]);
    await bench.settle();
    const fresh = (tier: number, from = 0) =>
      Array.from({ length: 8 }, (_, i) =>
        card({ actionCardId: `t${tier}-${from + i}`, priority: tier, summary: `Tier ${tier}` }),
      );
    const heard = (tier: number) => posted(bench).filter((text) => text === `Tier ${tier}.`).length;
    await load(database, bench.teamId, [...fresh(3), ...fresh(1)]);
    await bench.settle();
    expect([heard(1), heard(3)]).toEqual([8, 5]);
    await changeSettings(database.context(bench.teamId), { cardsPerDay: 6 });
    await load(database, bench.teamId, fresh(2));
    await bench.settle();
    expect([heard(2), heard(3)]).toEqual([8, 6]);
    await sql(
      "update slack_messages set claimed_at = now() - interval '25 hours' where team_id = $1",
      bench.teamId,
    );
    await sql(
      "update slack_channels set filled_at = now() - interval '26 hours' where team_id = $1",
      bench.teamId,
    );
    await load(database, bench.teamId, []);
    await bench.settle();
    expect(heard(3)).toBe(8);
  });

  it('hears nothing new in quiet hours, and everything after them', async () => {
    const bench = await createBench(database);
    const ctx = database.context(bench.teamId);
    const clock = (hours: number) =>
      `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 13)}:00`;
    await changeSettings(ctx, { quietHours: { from: clock(-2), to: clock(3) }, timeZone: 'UTC' });
    await load(database, bench.teamId, [card({ priority: 1 })]);
    await bench.settle();
    expect(posted(bench)).toEqual([]);
    await changeSettings(ctx, { quietHours: undefined });
    await bench.settle();
    expect(posted(bench)).toHaveLength(1);
  });

  it('does not hear again within days of what it was told already', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card({ priority: 1 })]);
    await sql("update action_cards set cause = 'same' where team_id = $1", bench.teamId);
    await bench.settle();
    await resolve(database.context(bench.teamId), 'c1', { action: 'dismissed' });
    await load(database, bench.teamId, [card({ actionCardId: 'c2', priority: 1 })]);
    await sql("update action_cards set cause = 'same' where team_id = $1", bench.teamId);
    await bench.settle();
    expect(posted(bench)).toHaveLength(1);
  });

  it('that the team chose takes the cards instead of the configured one', async () => {
    const bench = await createBench(database);
    await changeSettings(database.context(bench.teamId), { channel: 'C77' });
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    expect(bench.slack.of('chat.postMessage').map(({ channel }) => channel)).toEqual(['C77']);
  });
});

describe('quiet hours', () => {
  const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
  const clock = (at: number) => new Date(at * 60_000).toISOString().slice(11, 16);

  it('are the minutes from one time to the other, over midnight too', () => {
    fc.assert(
      fc.property(minutes, minutes, minutes, (from, to, at) => {
        fc.pre(from !== to);
        const inside = (at - from + 1440) % 1440 < (to - from + 1440) % 1440;
        const hours = { from: clock(from), to: clock(to) };
        expect(isQuiet(hours, 'UTC', new Date(at * 60_000))).toBe(inside);
      }),
    );
  });

  it('follow the clock of the team', () => {
    const evening = { from: '18:00', to: '08:00' };
    const at = new Date('2026-07-01T17:00:00Z');
    expect(isQuiet(evening, 'Europe/Stockholm', at)).toBe(true);
    expect(isQuiet(evening, 'UTC', at)).toBe(false);
  });
});
