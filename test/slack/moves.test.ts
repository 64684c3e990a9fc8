import { describe, expect, it, onTestFinished } from 'vitest';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { card, daysAgo, load, NOW, recommendationCard } from './team.js';

const database = useDatabase();

const sql = (text: string, ...values: unknown[]) => database.dataSource.query(text, values);
const snoozedUntil = async (bench: Bench): Promise<Date | null> => {
  const [row] = await sql(
    'select snoozed_until from action_cards where team_id = $1',
    bench.teamId,
  );
  return row.snoozed_until;
};
const choose = (bench: Bench, value: string, overrides = {}) =>
  bench.act(
    {
      type: 'static_select',
      action_id: 'card.snooze',
      block_id: 'moves/0/c1',
      selected_option: { value },
    },
    overrides,
  );
const inStockholm = (at: Date): string =>
  at.toLocaleString('sv-SE', { timeZone: 'Europe/Stockholm', timeStyle: 'short' });

describe('a snooze', () => {
  it('until tomorrow ends at 9:00 where the person is, and one of an hour an hour from now', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await choose(bench, 'tomorrow');
    await bench.settle();
    expect(inStockholm((await snoozedUntil(bench))!)).toBe('09:00');
    await choose(bench, 'hour');
    await bench.settle();
    const left = (await snoozedUntil(bench))!.getTime() - Date.now();
    expect(Math.round(left / 60_000)).toBe(60);
  });

  it('of somebody whose time zone Slack does not tell ends by UTC, wherever the server stands', async () => {
    const { TZ } = process.env;
    onTestFinished(() => {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    });
    process.env.TZ = 'Asia/Tokyo';
    const bench = await createBench(database);
    bench.slack.always('users.info', { user: { id: 'U1', team_id: 'T1', real_name: 'Maya' } });
    await load(database, bench.teamId, [card()]);
    await choose(bench, 'tomorrow');
    await bench.settle();
    expect((await snoozedUntil(bench))?.toISOString()).toMatch(/T09:00:00/);
  });

  it('until a chosen day asks for the day, refuses one out of range in the modal, and takes a good one', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    await choose(bench, 'date');
    await bench.settle();
    const modal = bench.slack.of('views.open')[0]!.view!;
    // drawn anew, or Slack would not tell of the same choice made again after the window was closed
    const menus = [...bench.slack.of('chat.postMessage'), ...bench.slack.of('chat.update')].map(
      ({ blocks }) => /"block_id":"([^"]+)"/.exec(JSON.stringify(blocks))?.[1],
    );
    expect(new Set(menus).size).toBe(2);
    const submit = (day: string | null) =>
      bench.submit({
        callback_id: modal.callback_id,
        private_metadata: modal.private_metadata,
        state: { values: { day: { day: { type: 'datepicker', selected_date: day } } } },
      });
    const day = (after: number): string =>
      new Date(NOW + after * 86_400_000).toISOString().slice(0, 10);
    for (const [bad, message] of [
      [null, 'Choose a day.'],
      [day(-3), 'Choose a day after today.'],
      [day(95), 'Choose a day within the next 90 days.'],
    ] as const) {
      expect(await (await submit(bad)).json()).toEqual({
        response_action: 'errors',
        errors: { day: message },
      });
    }
    expect(await snoozedUntil(bench)).toBeNull();
    expect(await (await submit(day(20))).text()).toBe('');
    await bench.settle();
    const until = (await snoozedUntil(bench))!;
    expect(until.toISOString().slice(0, 10)).toBe(day(20));
    expect(inStockholm(until)).toBe('09:00');
  });

  it('of a card that was resolved meanwhile is refused, and says by whom', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    await bench.act({ action_id: 'card.followed', value: 'c1' });
    await bench.settle();
    await choose(bench, 'hour');
    await bench.settle();
    expect(bench.slack.responses).toMatchObject([
      { text: expect.stringMatching(/resolved.*Resolved as handled by <@U1>/s) },
    ]);
  });
});

describe('a recommendation', () => {
  it('is dismissed with the note that the modal asked for', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [recommendationCard()]);
    await bench.settle();
    await bench.act({ action_id: 'recommendation.dismiss', value: 'rc1' });
    await bench.settle();
    const modal = bench.slack.of('views.open')[0]!.view!;
    await bench.submit({
      callback_id: modal.callback_id,
      private_metadata: modal.private_metadata,
      state: { values: { note: { note: { type: 'plain_text_input', value: 'Too dear.' } } } },
    });
    await bench.settle();
    const [row] = await sql(
      'select state, decision_note from recommendations where team_id = $1',
      bench.teamId,
    );
    expect(row).toEqual({ state: 'dismissed', decision_note: 'Too dear.' });
    expect(JSON.stringify(bench.slack.of('chat.update').at(-1)?.blocks)).toContain(
      'Recommendation dismissed by <@U1>',
    );
  });

  it('that two people decide at once is decided by one, and the other is told', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [recommendationCard()]);
    await bench.settle();
    await Promise.all([
      bench.act({ action_id: 'recommendation.accept', value: 'rc1' }),
      bench.act(
        { action_id: 'recommendation.accept', value: 'rc1' },
        { user: { id: 'U2', username: 'tom', team_id: 'T1' } },
      ),
    ]);
    await bench.settle();
    expect(await sql('select 1 from history where team_id = $1', bench.teamId)).toHaveLength(1);
    expect(bench.slack.responses).toMatchObject([
      { text: expect.stringMatching(/Recommendation accepted by <@U[12]>/) },
    ]);
  });

  it('is shipped, validated and reopened from its menu', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [recommendationCard()]);
    await bench.settle();
    const more = async (value: string) => {
      await bench.act({
        type: 'overflow',
        action_id: 'recommendation.more',
        block_id: 'moves/1/rc1',
        selected_option: { value },
      });
      await bench.settle();
      const [row] = await sql('select state from recommendations where team_id = $1', bench.teamId);
      return row.state;
    };
    await bench.act({ action_id: 'recommendation.accept', value: 'rc1' });
    await bench.settle();
    expect(await more('shipped')).toBe('shipped');
    expect(await more('validated')).toBe('archived');
    expect(JSON.stringify(bench.slack.of('chat.update').at(-1)?.blocks)).toContain('closed');
    expect(await more('reopen')).toBe('open');
    expect(JSON.stringify(bench.slack.of('chat.update').at(-1)?.blocks)).toContain(
      'recommendation.accept',
    );
  });
});

describe('a research gap', () => {
  it('gets one draft study from its card', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card({ type: 'research_gap' })]);
    await bench.settle();
    const posted = JSON.stringify(bench.slack.of('chat.postMessage')[0]?.blocks);
    expect(posted).toContain('Draft study');
    expect(posted).toContain('Suggested: ');
    // the gap says it itself
    expect(posted).not.toContain('The export trouble shows up in a second study');
    const press = () => bench.act({ action_id: 'gap.draft-study', value: 'c1' });
    await Promise.all([press(), press()]);
    await bench.settle();
    expect(
      await sql("select 1 from studies where team_id = $1 and status = 'draft'", bench.teamId),
    ).toHaveLength(1);
    const shown = JSON.stringify(bench.slack.of('chat.update').at(-1)?.blocks);
    expect(shown).toContain('Drafted: ');
    expect(shown).not.toContain('gap.draft-study');
  });
});

describe('a live call', () => {
  it('names who to contact and why, and a press on Contacted stamps the person', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [
      card({
        type: 'live_call',
        quote: 'I am leaving you on Friday.',
        reason: 'churn_risk',
        createdAt: daysAgo(0),
        refs: { participantId: 'p1', sourceItemId: 'i1', studyIds: ['s1'], signalId: 'sig1' },
      }),
    ]);
    await bench.settle();
    const shown = JSON.stringify(bench.slack.of('chat.postMessage')[0]?.blocks);
    expect(shown).toContain('"Ben O."');
    expect(shown).toContain('Call someone who may leave');
    expect(shown).toContain('p1@example.com · not contacted yet');
    expect(shown).toContain('I am leaving you on Friday.');
    await bench.act({ action_id: 'card.contacted', value: 'c1' });
    await bench.settle();
    const [row] = await sql(
      "select last_contacted_at from participants where team_id = $1 and participant_id = 'p1'",
      bench.teamId,
    );
    expect(row.last_contacted_at).not.toBeNull();
    expect(JSON.stringify(bench.slack.of('chat.update').at(-1)?.blocks)).toContain(
      'Resolved as contacted by <@U1>',
    );
  });
});

describe('Details', () => {
  it('opens at once and then shows the whole packet', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [recommendationCard()]);
    await bench.settle();
    await bench.act({ action_id: 'card.details', value: 'rc1' });
    await bench.settle();
    expect(bench.slack.of('views.open')).toHaveLength(1);
    const shown = JSON.stringify(bench.slack.of('views.update')[0]?.view);
    for (const part of [
      'Make the export resume by itself',
      'Store the position',
      'People try the export again and again.',
      'The export must work the first time.',
      'What speaks against it',
      'Newcomers meet it at once.',
      'Study by study',
      'Next: ',
    ]) {
      expect(shown).toContain(part);
    }
  });

  it('of a gap shows what is missing, and the study that was drafted on it', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card({ type: 'research_gap' })]);
    await bench.settle();
    await bench.act({ action_id: 'gap.draft-study', value: 'c1' });
    await bench.settle();
    const details = async () => {
      await bench.act({ action_id: 'card.details', value: 'c1' });
      await bench.settle();
      return JSON.stringify(bench.slack.of('views.update').at(-1)?.view);
    };
    expect(await details()).toContain('The draft is being written.');
    await sql(
      "update studies set learning_targets = $2 where team_id = $1 and status = 'draft'",
      bench.teamId,
      JSON.stringify([{ targetId: 't1', question: 'When does it work?', priority: 'primary' }]),
    );
    const shown = await details();
    for (const part of ['Suggested: ', 'Drafted: ', 'It asks:', 'When does it work?']) {
      expect(shown).toContain(part);
    }
  });
});
