import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isQuiet } from '../../integrations/slack/schedules/quiet-hours.js';
import { resolve } from '../../src/action-cards/resolve.js';
import { changeSettings } from '../../src/settings/team-settings.js';
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
  it('is filled with what ranks highest, then hears at once only what is urgent', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card({ summary: 'First' }), card({ actionCardId: 'c2' })]);
    await bench.settle();
    expect(posted(bench)).toHaveLength(2);
    await load(database, bench.teamId, [
      card({ actionCardId: 'calm', priority: 3, summary: 'Can wait' }),
      card({ actionCardId: 'now', priority: 2, summary: 'Cannot wait' }),
    ]);
    await bench.settle();
    expect(posted(bench).slice(2)).toEqual(['Cannot wait.']);
  });

  it('gets no more cards within a day than the team allows', async () => {
    const bench = await createBench(database);
    await changeSettings(database.context(bench.teamId), { cardsPerDay: 4 });
    const urgent = (i: number) => card({ actionCardId: `c${i}`, priority: 1 });
    await load(
      database,
      bench.teamId,
      Array.from({ length: 7 }, (_, i) => urgent(i)),
    );
    await bench.settle();
    expect(posted(bench)).toHaveLength(4);
    await sql(
      "update slack_messages set claimed_at = now() - interval '25 hours' where team_id = $1",
      bench.teamId,
    );
    await load(database, bench.teamId, []);
    await bench.settle();
    expect(posted(bench)).toHaveLength(7);
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
