import { describe, expect, it } from 'vitest';
import { useDatabase } from '../support/database.js';
import { createBench } from '../support/slack.js';
import { load } from './team.js';

const database = useDatabase();

describe('/signal', () => {
  it.each(['SIG-12', 'sig 12', ' 12 '])(
    'shows the belief named %j to the person only',
    async (text) => {
      const bench = await createBench(database);
      await load(database, bench.teamId, []);
      const ack = await bench.command('/signal', text);
      expect(await ack.text()).toBe('');
      await bench.settle();
      expect(bench.slack.responses).toMatchObject([
        { response_type: 'ephemeral', replace_original: false },
      ]);
      const shown = JSON.stringify(bench.slack.responses[0]);
      expect(shown).toContain(
        'SIG-12 Exporting invoices takes several tries: 5 people in 2 studies',
      );
      expect(shown).toContain('Evidence against it');
      expect(shown).toContain('— Fatima N. · Billing calls · 2 weeks ago"');
    },
  );

  it('says so when there is no such belief, or none is named', async () => {
    const bench = await createBench(database);
    expect(await (await bench.command('/signal', 'SIG-99')).text()).toBe('');
    expect(await (await bench.command('/signal', 'the export')).json()).toMatchObject({
      text: 'Name a belief by its ref, such as `/signal SIG-12`.',
    });
    await bench.settle();
    expect(bench.slack.responses).toMatchObject([
      { text: 'There is no belief with the ref SIG-99.', replace_original: false },
    ]);
  });

  it("does not show another team's belief", async () => {
    const bench = await createBench(database);
    await load(database, await database.createTeam(), []);
    await bench.command('/signal', 'SIG-12');
    await bench.settle();
    expect(JSON.stringify(bench.slack.responses)).toContain('There is no belief');
  });
});
