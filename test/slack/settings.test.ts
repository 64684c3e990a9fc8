import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { changeSettings, readSettings } from '../../src/core/team-settings.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { card, daysAgo, load, recommendationCard, research } from './team.js';

const database = useDatabase();

type Values = Record<string, Record<string, Record<string, unknown>>>;

const inHome = { channel: undefined, message: undefined, response_url: undefined };
const admin = (bench: Bench) =>
  bench.slack.always('users.info', {
    user: { id: 'U1', team_id: 'T1', real_name: 'Maya', is_admin: true, tz: 'Europe/Stockholm' },
  });
const openForm = async (bench: Bench) => {
  await bench.act(
    { action_id: 'home.settings', block_id: 'settings' },
    { ...inHome, view: { id: 'VH', type: 'home', private_metadata: '' } },
  );
  await bench.settle();
  return bench.slack.of('views.open').at(-1)?.view;
};
const field = (name: string, value: Record<string, unknown>): Values => ({
  [name]: { [name]: value },
});
const option = (value: string) => ({ selected_option: { value } });

describe('the settings of a team', () => {
  it('are changed by an admin in a form, and the channel and Home follow', async () => {
    const bench = await createBench(database);
    admin(bench);
    await load(database, bench.teamId, [card()]);
    await bench.event({ type: 'app_home_opened', tab: 'home' });
    await bench.settle();
    expect(JSON.stringify(bench.slack.of('chat.postMessage')[0])).toContain('Ana P.');

    const form = await openForm(bench);
    const save = (over: Values) =>
      bench.submit({
        callback_id: form?.callback_id,
        private_metadata: form?.private_metadata,
        state: {
          values: {
            ...field('channel', { selected_conversation: null }),
            ...field('digestDays', option('mondays')),
            ...field('digestTime', { selected_time: '08:30' }),
            ...field('timeZone', { value: 'Europe/Stockholm' }),
            ...field('quietFrom', { selected_time: '18:00' }),
            ...field('quietTo', { selected_time: '08:00' }),
            ...field('cardsPerDay', { value: '7' }),
            ...field('names', option('hidden')),
            ...field('whoMayAct', option('chosen')),
            ...field('people', { selected_users: ['U1', 'U2'] }),
            ...field('privacy', { selected_options: [] }),
            ...over,
          },
        },
      });
    const refused = await save({
      ...field('timeZone', { value: 'Mars/Base' }),
      ...field('digestTime', { selected_time: null }),
      ...field('quietTo', { selected_time: null }),
      ...field('cardsPerDay', { value: '900' }),
      ...field('people', { selected_users: [] }),
    });
    expect(await refused.json()).toMatchObject({
      response_action: 'errors',
      errors: {
        timeZone: expect.any(String),
        digestTime: 'Choose a time.',
        quietTo: 'Set both times, or neither.',
        cardsPerDay: 'Enter a whole number from 0 to 200.',
        people: 'Choose at least one person.',
      },
    });
    expect(await (await save({})).text()).toBe('');
    await bench.settle();

    expect(await readSettings(database.system.team(bench.teamId))).toMatchObject({
      channel: null,
      digestCron: '30 8 * * 1',
      timeZone: 'Europe/Stockholm',
      quietHours: { from: '18:00', to: '08:00' },
      cardsPerDay: 7,
      names: 'hidden',
      whoMayAct: ['U1', 'U2'],
      commentBack: true,
    });
    // what is as configured goes on following the configuration
    await save({
      ...field('channel', { selected_conversation: 'C1' }),
      ...field('digestDays', option('weekdays')),
      ...field('digestTime', { selected_time: '09:00' }),
      ...field('timeZone', { value: 'UTC' }),
    });
    await bench.settle();
    expect(await readSettings(database.system.team(bench.teamId))).toMatchObject({
      channel: null,
      digestCron: null,
      timeZone: null,
    });
    const shown = JSON.stringify(bench.slack.of('chat.update').at(-1));
    expect(shown).toContain('— A participant · Onboarding interviews');
    expect(shown).not.toContain('Ana');
  });

  it('are an admin’s to change also where Slack is slow to say that they are one', async () => {
    const bench = await createBench(database);
    admin(bench);
    bench.slack.next('users.info', async () => {
      await sleep(1_700); // longer than a press waits for a name
      return { user: { id: 'U1', team_id: 'T1', real_name: 'Maya', is_admin: true } };
    });
    expect(await openForm(bench)).toBeDefined();
    expect(bench.slack.of('chat.postMessage')).toEqual([]);
  });

  it('are nobody else’s to see or change', async () => {
    const bench = await createBench(database);
    await bench.event({ type: 'app_home_opened', tab: 'home' });
    await bench.settle();
    expect(JSON.stringify(bench.slack.of('views.publish')[0])).not.toContain('home.settings');
    expect(await openForm(bench)).toBeUndefined();
    expect(JSON.stringify(bench.slack.of('views.publish').at(-1))).toContain(
      'Only admins of the workspace may change the settings',
    );
    await bench.submit({
      callback_id: 'team.settings',
      private_metadata: JSON.stringify({ subjectId: '' }),
      state: { values: { ...field('cardsPerDay', { value: '1' }) } },
    });
    await bench.settle();
    expect((await readSettings(database.system.team(bench.teamId))).cardsPerDay).toBe(5);
  });

  it('say who may act: others read, and are told why nothing happened', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await bench.settle();
    await changeSettings(database.context(bench.teamId), { whoMayAct: ['U2'] });
    await bench.act({ action_id: 'card.followed', value: 'c1' });
    await bench.act({ action_id: 'card.details', value: 'c1' });
    await bench.settle();
    expect(bench.slack.of('views.update')).toHaveLength(1);
    expect(bench.slack.responses).toMatchObject([
      {
        response_type: 'ephemeral',
        text: expect.stringContaining('only people chosen by an admin'),
      },
    ]);
    const tom = { user: { id: 'U2', username: 'tom', team_id: 'T1' } };
    await bench.act({ action_id: 'card.followed', value: 'c1' }, tom);
    await bench.settle();
    expect(JSON.stringify(bench.slack.of('chat.update').at(-1))).toContain('by <@U2>');
  });

  it('decide how a person is named, in what the service says about them too', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [
      card({
        type: 'live_call',
        summary: 'Ben Osei may be about to leave',
        quote: 'I am leaving you on Friday.',
        reason: 'churn_risk',
        createdAt: daysAgo(0),
        refs: { participantId: 'p1', sourceItemId: 'i1', studyIds: ['s1'] },
      }),
    ]);
    await bench.settle();
    const posted = JSON.stringify(bench.slack.of('chat.postMessage')[0]);
    expect(posted).toContain('Ben O. may be about to leave');
    expect(posted).not.toContain('Osei');
    const ctx = database.context(bench.teamId);
    await changeSettings(ctx, { names: 'hidden' });
    await bench.settle();
    const hidden = JSON.stringify(bench.slack.of('chat.update').at(-1));
    expect(hidden).toContain('A participant may be about to leave');
    expect(hidden).not.toMatch(/Ben|p1@example/);
    await changeSettings(ctx, { names: 'full' });
    await bench.settle();
    expect(JSON.stringify(bench.slack.of('chat.update').at(-1))).toContain('Ben Osei may be');
  });

  it('hold for whole names in what a colleague wrote, and change no quote', async () => {
    const bench = await createBench(database);
    const written = 'Write to Ana Petrova and ask Ben Osei’s team before Ana Petrovas renewal.';
    await load(
      database,
      bench.teamId,
      [
        recommendationCard(),
        {
          resource: 'evidence',
          evidenceId: 'e9',
          kind: 'evidence',
          quote: 'Ana Petrova told me to try it again, so I did.',
          themeId: 't1',
          sourceItemId: 'i1',
          strength: 1,
        },
      ],
      research().map((line) =>
        line.resource === 'recommendation'
          ? {
              ...line,
              body: written,
              actionItems: [{ action: written, priority: 'high', supportingEvidence: 'e0' }],
            }
          : line,
      ),
    );
    await bench.settle();
    const posted = JSON.stringify(bench.slack.of('chat.postMessage')[0]);
    expect(posted).toContain('Write to Ana P. and ask Ben O.’s team before Ana Petrovas renewal.');
    expect(posted).toContain('Ana Petrova told me to try it again, so I did.');
    await bench.act({ action_id: 'card.details', value: 'rc1' });
    await bench.event({ type: 'app_home_opened', tab: 'home', channel: 'D1' });
    await bench.settle();
    const details = JSON.stringify(bench.slack.of('views.update').at(-1));
    expect(details).toContain('Write to Ana P. and ask');
    await changeSettings(database.context(bench.teamId), { names: 'full' });
    await bench.settle();
    expect(JSON.stringify(bench.slack.of('chat.update').at(-1))).toContain(written);
  });

  it('are refused one by one, and go back to their defaults', async () => {
    const ctx = database.context(await database.createTeam());
    await expect(changeSettings(ctx, { cardsPerDay: 300 })).rejects.toThrow(/^cardsPerDay: /);
    await expect(changeSettings(ctx, { digestCron: 'daily' })).rejects.toThrow(
      'digestCron: a cron expression like 0 9 * * 1-5.',
    );
    await changeSettings(ctx, { cardsPerDay: 3, names: 'full' });
    expect(await changeSettings(ctx, { cardsPerDay: undefined })).toMatchObject({
      cardsPerDay: 5,
      names: 'full',
    });
  });
});
