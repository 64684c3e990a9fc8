import { describe, expect, it, vi } from 'vitest';
import { BUSY } from '../../integrations/slack/requests/busy.js';
import { WORK_LIMITS } from '../../integrations/slack/requests/work-queue.js';
import { useDatabase } from '../support/database.js';
import { type Bench, createBench } from '../support/slack.js';
import { card, load } from './team.js';

const database = useDatabase();

const ROOM = WORK_LIMITS.atOnce + WORK_LIMITS.waiting;

/** A bot whose work cannot go on until `release` is called. */
async function stuck(): Promise<{ bench: Bench; release: () => void }> {
  const bench = await createBench(database);
  await load(database, bench.teamId, [card()]);
  await bench.settle();
  let release = () => {};
  bench.slack.held = new Promise((resolve) => {
    release = () => resolve();
  });
  return { bench, release };
}

const pressBy = (bench: Bench, person: number, cardId = 'c1') =>
  bench.act(
    { action_id: 'card.details', value: cardId },
    { user: { id: `U${person}`, team_id: 'T1' }, trigger_id: `t${person}` },
  );
const fill = (bench: Bench) =>
  Promise.all(Array.from({ length: ROOM }, (_, person) => pressBy(bench, person + 100)));

describe('more requests than can be handled', { timeout: 60_000 }, () => {
  it('is acknowledged, and each person who was turned away is told what to do', async () => {
    const { bench, release } = await stuck();
    await fill(bench);
    const late = await Promise.all([pressBy(bench, 1), pressBy(bench, 2)]);
    expect(late.map(({ status }) => status)).toEqual([200, 200]);
    release();
    // all that were taken in are done
    await vi.waitFor(() => expect(bench.slack.of('views.open')).toHaveLength(ROOM), 30_000);
    await bench.settle();
    expect(bench.slack.responses.filter(({ text }) => text === BUSY)).toHaveLength(2);
    expect(bench.log.join()).toContain('Slack sends requests faster than they can be handled');
  });

  it('answers a command, a form and a mention with the same sentence, and serves another workspace', async () => {
    const { bench, release } = await stuck();
    await fill(bench);
    const command = await bench.command('/ask', 'why do people give up?');
    expect(await command.json()).toMatchObject({ response_type: 'ephemeral', text: BUSY });
    const form = { callback_id: 'decision', private_metadata: '{}', state: { values: {} } };
    const blocks = [{ type: 'input', block_id: 'note' }];
    expect(await (await bench.submit({ ...form, blocks })).json()).toEqual({
      response_action: 'errors',
      errors: { note: BUSY },
    });
    expect(await (await bench.submit({ ...form, blocks: [] })).json()).toMatchObject({
      response_action: 'update',
    });
    await bench.event({ type: 'app_mention', channel: 'C7', ts: '50.1', text: '<@UBOT> why?' });
    const shared = { type: 'channel_shared', channel: 'C1', user: undefined };
    await bench.event(shared);
    const other = await bench.command('/ask', 'why?', { team_id: 'T9' });
    expect(await other.text()).toBe('');
    release();
    await vi.waitFor(() => expect(bench.slack.of('views.open')).toHaveLength(ROOM), 30_000);
    await bench.settle();
    // what is nobody's request is never left out
    const jobs = await database.dataSource.query(
      "select 1 from jobs where team_id = $1 and kind = 'slack-channel-shared'",
      [bench.teamId],
    );
    expect(jobs).toHaveLength(1);
    expect(bench.slack.of('chat.postEphemeral').map(({ text }) => text)).toEqual([BUSY]);
  });
});

describe('a button pressed again by the same person', { timeout: 60_000 }, () => {
  it('joins the press that waits for its turn, however often', async () => {
    const { bench, release } = await stuck();
    for (let press = 0; press < ROOM + 20; press++) await pressBy(bench, 1);
    release();
    await bench.settle();
    const done = WORK_LIMITS.atOnce + 1;
    await vi.waitFor(() => expect(bench.slack.of('views.open')).toHaveLength(done), 30_000);
    expect(bench.slack.responses).toEqual([]);
  });
});
