import { expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../../src/core/team-settings.js';
import { realLinear } from '../issues/real-trackers.js';
import { useDatabase } from '../support/database.js';
import { createBench } from '../support/slack.js';

const database = useDatabase();

const field = (name: string, value: object) => ({ [name]: { [name]: value } });
const option = (value: string) => ({ selected_option: { value } });

/** An admin in front of the form, and a real client over a Linear of our own. */
async function formOfAdmin() {
  const linear = await realLinear();
  onTestFinished(() => linear.server.stop());
  const bench = await createBench(database, { trackers: [linear.tracker] });
  bench.slack.always('users.info', {
    user: { id: 'U1', team_id: 'T1', real_name: 'Maya', is_admin: true },
  });
  const save = async (text: { labels?: string; assignee?: string; handOverTo?: string }) => {
    const answer = await bench.submit({
      callback_id: 'team.settings',
      private_metadata: JSON.stringify({ subjectId: '' }),
      state: {
        values: {
          ...field('timeZone', { value: 'UTC' }),
          ...field('cardsPerDay', { value: '5' }),
          ...field('names', option('short')),
          ...field('whoMayAct', option('everyone')),
          ...field('tracker', option('none')),
          ...field('autoPush', option('default')),
          ...field('labels', { value: text.labels ?? null }),
          ...field('assignee', { value: text.assignee ?? null }),
          ...field('handOverTo', { value: text.handOverTo ?? null }),
        },
      },
    });
    const acknowledged = await answer.text();
    await bench.settle();
    return { acknowledged, shown: JSON.stringify(bench.slack.of('views.update').at(-1)?.view) };
  };
  const settings = () => readSettings(database.system.team(bench.teamId));
  return { linear, save, settings };
}

it('an unknown name is shown in the form, with names that exist, and can be corrected there', async () => {
  const { save, settings } = await formOfAdmin();
  const { acknowledged, shown } = await save({
    labels: 'reserch',
    assignee: 'Adda <@U1>',
    handOverTo: 'Codr',
  });
  expect(JSON.parse(acknowledged)).toMatchObject({ response_action: 'update' });
  expect(shown).toContain('*Saved.* Linear has no label spelled “reserch”: it has research.');
  expect(shown).toContain('Linear has no assignee called “Adda &lt;@U1&gt;”: it has Ada.');
  expect(shown).toContain('Linear has no coding agent called “Codr”: it has Coder');
  expect(JSON.parse(shown)).toMatchObject({ callback_id: 'team.settings', submit: {} });
  expect((await settings()).trackerDefaults.labels).toEqual(['reserch']);

  const corrected = await save({ labels: 'research', assignee: 'ada', handOverTo: 'Coder' });
  expect(corrected.shown).toContain(':white_check_mark: Saved.');
  expect((await settings()).trackerDefaults).toEqual({ labels: ['research'], assignee: 'ada' });
});

it('the settings are saved if the tracker cannot be reached, and the form says that', async () => {
  const { linear, save, settings } = await formOfAdmin();
  linear.server.fail('query TeamByKey', { status: 502 });
  const { shown } = await save({ labels: 'reserch' });
  expect(shown).toContain('*Saved.* Not checked in Linear: Linear cannot be reached');
  expect((await settings()).trackerDefaults.labels).toEqual(['reserch']);
});

it('without names to look up, the window closes', async () => {
  const { save } = await formOfAdmin();
  expect((await save({})).acknowledged).toBe('');
});
