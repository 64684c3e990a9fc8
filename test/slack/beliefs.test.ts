import { beforeEach, describe, expect, it } from 'vitest';
import { Evidence, Theme } from '../../db/entities/evidence.js';
import { Signal } from '../../db/entities/signal.js';
import { listHistory } from '../../src/beliefs/history/history.js';
import { readSignalPacket } from '../../src/beliefs/signals/read-signal-packet.js';
import type { Context } from '../../src/core/context.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { card, load, research } from './team.js';

const database = useDatabase();
let bench: Bench;
let ctx: Context;

beforeEach(async () => {
  bench = await createBench(database);
  ctx = database.context(bench.teamId);
  await load(database, bench.teamId, [card(), ...another()]);
});

/** A second belief over its own theme, in the first study. */
const another = () => [
  {
    resource: 'theme',
    themeId: 't9',
    studyId: 's1',
    label: 'Reminders',
    description: 'About reminders',
    sentiment: 'neutral',
  },
  {
    resource: 'evidence',
    evidenceId: 'e9',
    kind: 'evidence',
    quote: 'Somebody has to write the reminder, and that is me, at night.',
    themeId: 't9',
    sourceItemId: 'i0',
  },
  {
    resource: 'signal',
    signalId: 'sig2',
    ref: 'SIG-13',
    label: 'Reminders are written by hand',
    description: 'People write them themselves.',
    themes: [{ themeId: 't9', relationship: 'supports' }],
  },
];

const top = (method = 'views.update') => JSON.stringify(bench.slack.of(method).at(-1)?.view);
const fromModal = (view: Record<string, unknown> = {}) => ({
  channel: undefined,
  message: undefined,
  response_url: undefined,
  view: { id: 'V1', type: 'modal', private_metadata: '{"subjectId":"sig1"}', ...view },
});
const press = async (action: string, value: string, view?: Record<string, unknown>) => {
  await bench.act({ action_id: action, value }, fromModal(view));
  await bench.settle();
};

/** Submits the form that was opened last. */
const submit = async (values: Record<string, Record<string, unknown>>) => {
  const form = bench.slack.of('views.push').at(-1)?.view;
  const answer = await bench.submit({
    id: 'V2',
    callback_id: form?.callback_id,
    private_metadata: form?.private_metadata,
    state: { values },
  });
  const said = await answer.text();
  await bench.settle();
  return said;
};
const sentence = (value: string) => ({ sentence: { sentence: { value } } });
const actionsTaken = async () =>
  (await listHistory(ctx, { limit: 20 })).map((entry) => `${entry.action} by ${entry.actorName}`);

describe('what people decide of a belief', () => {
  it('is done in its window, which a card, /signal and App Home open', async () => {
    await bench.command('/signal', 'SIG-12');
    await bench.settle();
    expect(JSON.stringify(bench.slack.responses)).toContain('"action_id":"belief.open"');
    await bench.act({ action_id: 'card.details', value: 'c1' });
    await bench.settle();
    expect(top()).toContain('"action_id":"belief.open","text"');
    await press('belief.open', 'sig1');
    expect(bench.slack.of('views.push')).toHaveLength(1);
    for (const action of ['keep', 'rename', 'merge', 'split', 'retire', 'quotes']) {
      expect(top()).toContain(`"action_id":"belief.${action}"`);
    }
    expect(top()).toContain('It stays, even if later readings or recounts would drop it.');
    expect(top()).toContain('"value":"sig1 e0"');
  });

  it('is kept once, and says who did it', async () => {
    await press('belief.keep', 'sig1');
    expect(top()).toContain('SIG-12 is kept.');
    expect(top()).toContain('Belief kept by <@U1>');
    expect(top()).not.toContain('"action_id":"belief.keep"');
    await press('belief.keep', 'sig1', { id: 'V3' });
    expect(await actionsTaken()).toEqual(['keep by Maya Lindqvist']);
  });

  it('is renamed for good', async () => {
    await press('belief.rename', 'sig1');
    expect(top('views.push')).toContain('no later reading will change your wording');
    expect(await submit(sentence('   '))).toContain('Write a sentence.');
    expect(await submit(sentence('Phones'))).toContain('that someone could deny');
    expect(await submit(sentence('The export *never* works <!here>'))).toBe('');
    expect(top()).toContain('It is now called “The export ∗never∗ works &lt;!here&gt;”.');
    expect(await ctx.db.findOne(Signal, { signalId: 'sig1' })).toMatchObject({
      label: 'The export *never* works <!here>',
      labelByPerson: true,
    });
  });

  it('is merged into another, which the form finds by a word', async () => {
    await press('belief.merge', 'sig1');
    const { view } = bench.slack.of('views.push').at(-1)!;
    expect(JSON.stringify(view)).toContain('All its quotes move');
    expect(await bench.suggest('belief.into', 'remind', view)).toEqual([
      { value: 'sig2', text: 'SIG-13 Reminders are written by hand' },
    ]);
    expect(await bench.suggest('belief.into', 'SIG-12', view)).toEqual([]);
    await submit({ into: { 'belief.into': { selected_option: { value: 'sig2' } } } });
    expect(top()).toContain('It is now part of SIG-13 “Reminders are written by hand”.');
    expect((await readSignalPacket(ctx, 'sig2')).signal).toMatchObject({ quoteCount: 6 });
  });

  it('is split: the ticked quotes leave it', async () => {
    await press('belief.split', 'sig1');
    expect(top('views.push')).toContain('I gave up on the invoice export for the 3. time.');
    const tick = { 'split.tick': { selected_options: [{ value: 'out' }] } };
    expect(await submit(sentence('Twice is enough'))).toContain('Tick at least one quote');
    await submit({ ...sentence('Twice is enough'), 'split/e1': tick, 'split/e4': tick });
    expect(top()).toContain('2 quotes moved to the new belief SIG-1 “Twice is enough”.');
    expect((await readSignalPacket(ctx, 'sig1')).signal.quoteCount).toBe(3);
  });

  it('is retired with a reason, and then offers nothing more', async () => {
    await press('belief.retire', 'sig1');
    expect(top('views.push')).toContain('no later reading will reopen it');
    await submit({ note: { note: { value: 'We rebuilt the export.' } } });
    expect(top()).toContain('Belief retired by <@U1>');
    expect(top()).toContain('We rebuilt the export.');
    expect(top()).not.toContain('belief.rename');
    await press('belief.keep', 'sig1');
    expect(top()).toContain('SIG-12 is archived (retired): only an open signal can be changed.');
  });

  it('is refused to those who may only read', async () => {
    await changeSettings(ctx, { whoMayAct: 'admins' });
    await press('belief.open', 'sig1');
    await press('belief.keep', 'sig1');
    expect(JSON.stringify(bench.slack.of('chat.postMessage'))).toContain('may do this');
    expect(await actionsTaken()).toEqual([]);
  });

  it("is not done to another team's belief", async () => {
    const other = await createBench(database);
    await other.act({ action_id: 'belief.keep', value: 'sig1' }, fromModal());
    await other.settle();
    expect(JSON.stringify(other.slack.of('views.update'))).not.toContain('is kept');
    expect(await actionsTaken()).toEqual([]);
  });
});

describe('a quote that does not support a belief', () => {
  it('is set aside for good, from the window of all quotes too', async () => {
    await press('belief.quotes:0', 'sig1');
    expect(top()).toContain('1 to 6 of 6');
    const metadata = String(bench.slack.of('views.update').at(-1)?.view?.private_metadata);
    await press('quote.reject', 'sig1 e1', { id: 'V2', private_metadata: metadata });
    const [own, behind] = bench.slack.of('views.update').slice(-2);
    expect(JSON.stringify(own?.view)).toContain('The quote is set aside.');
    expect(JSON.stringify(own?.view)).toContain('1 to 5 of 5');
    expect(JSON.stringify(behind?.view)).toContain('Quote set aside by <@U1>');
    const aside = (await ctx.db.findOne(Theme, { label: 'Set aside' }))!;
    expect(await ctx.db.findOne(Evidence, { evidenceId: 'e1' })).toMatchObject({
      themeId: aside.themeId,
    });

    await press('quote.reject', 'sig1 e1', { id: 'V4' });
    expect((await actionsTaken()).filter((action) => action.startsWith('reject'))).toHaveLength(1);
    await load(database, bench.teamId, [card()], research());
    expect((await readSignalPacket(ctx, 'sig1')).signal).toMatchObject({ quoteCount: 4 });
  });
});

describe('the beliefs in App Home', () => {
  const home = () => JSON.stringify(bench.slack.of('views.publish').at(-1)?.view);
  const inHome = () => ({
    channel: undefined,
    message: undefined,
    response_url: undefined,
    view: {
      id: 'VH',
      type: 'home',
      private_metadata: bench.slack.of('views.publish').at(-1)?.view?.private_metadata,
    },
  });
  const inBeliefs = async () => {
    await bench.event({ type: 'app_home_opened', tab: 'home' });
    await bench.settle();
    await bench.act({ action_id: 'home.tab:beliefs', value: 'open' }, inHome());
    await bench.settle();
  };

  it('are listed with their standing, filtered and found', async () => {
    await inBeliefs();
    expect(home()).toContain('Beliefs: 2 open');
    expect(home()).toContain('*SIG-12* Exporting invoices takes several tries\\n_5 people in 2');
    await bench.act(
      {
        type: 'static_select',
        action_id: 'home.filter',
        block_id: 'beliefs',
        selected_option: { value: 'closed' },
      },
      inHome(),
    );
    await bench.settle();
    expect(home()).toContain('Nothing here.');
    // its label says tries, its description that people try the export again
    for (const text of ['sig-12', 'again invoices', 'the export']) {
      expect(await bench.suggest('belief.find', text)).toContainEqual({
        value: 'sig1',
        text: 'SIG-12 Exporting invoices takes several tries',
      });
    }
    expect(await bench.suggest('belief.find', 'zebra')).toEqual([]);
    await bench.act(
      {
        type: 'external_select',
        action_id: 'belief.find',
        block_id: 'beliefs',
        selected_option: { value: 'sig1' },
      },
      inHome(),
    );
    await bench.settle();
    expect(bench.slack.of('views.open')).toHaveLength(1);
    expect(top()).toContain('SIG-12');
  });

  it('are drawn again when somebody decides, and turned page by page', async () => {
    const many = Array.from({ length: 14 }, (_, place) => ({
      resource: 'signal',
      signalId: `more${place}`,
      label: `Belief number ${place}`,
      description: '',
      themes: [],
    }));
    await load(database, bench.teamId, many, []);
    await inBeliefs();
    expect(home()).toContain('home.page:next');
    await bench.act({ action_id: 'home.page:next', value: '1' }, inHome());
    await bench.settle();
    expect(home()).toContain('home.page:previous');
    expect(home().match(/belief\.open/g)).toHaveLength(4);
    await press('belief.keep', 'sig1');
    expect(home()).toContain('Belief kept');
  });
});
