import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/core/team-settings.js';
import { useDatabase } from '../support/database.js';
import { type Bench, CHANNEL, createBench } from '../support/slack.js';
import { card, load } from './team.js';

const database = useDatabase();

async function withGuest(): Promise<Bench> {
  const bench = await createBench(database);
  await load(database, bench.teamId, [card()]);
  bench.slack.always('users.info', {
    user: { id: 'UGUEST', team_id: 'T1', real_name: 'Gus', is_restricted: true },
  });
  return bench;
}

const guest = { user: { id: 'UGUEST', username: 'gus', team_id: 'T1' } };

const resolved = async (bench: Bench): Promise<unknown> => {
  const [row] = await database.dataSource.query(
    'select resolution from action_cards where team_id = $1',
    [bench.teamId],
  );
  return row?.resolution;
};

describe('a guest of the workspace', () => {
  it('may read but not act, unless the team names them', async () => {
    const bench = await withGuest();
    await bench.act({ action_id: 'card.followed', value: 'c1' }, guest);
    await bench.settle();
    expect(await resolved(bench)).toBeNull();
    expect(bench.slack.responses).toMatchObject([
      { text: expect.stringContaining('only full members of the workspace may do this') },
    ]);
    await bench.act({ action_id: 'card.details', value: 'c1' }, guest);
    await bench.settle();
    expect(bench.slack.of('views.update')).toHaveLength(1);
    const ctx = database.context(bench.teamId);
    await changeSettings(ctx, { whoMayAct: ['UGUEST'] });
    await bench.act({ action_id: 'card.followed', value: 'c1' }, guest);
    await bench.settle();
    expect(await resolved(bench)).toBe('followed');
  });
});

describe('somebody of whom Slack does not say at once who they are', () => {
  it('acts when that is known, and a guest no sooner than others', async () => {
    const bench = await withGuest();
    const slowly = async () => {
      await sleep(1_700); // longer than a press waits for a name
      return { user: { id: 'UGUEST', team_id: 'T1', real_name: 'Gus', is_restricted: true } };
    };
    bench.slack.next('users.info', slowly, { ok: false, error: 'fatal_error' });
    bench.slack.next('users.info', { ok: false, error: 'fatal_error' });
    await bench.act({ action_id: 'card.followed', value: 'c1' }, guest);
    await bench.settle();
    const somebody = { user: { id: 'U5', username: 'five', team_id: 'T1' } };
    await bench.act({ action_id: 'card.followed', value: 'c1' }, somebody);
    await bench.settle();
    expect(await resolved(bench)).toBeNull();
    expect(bench.slack.responses).toMatchObject([
      { text: expect.stringContaining('only full members of the workspace may do this') },
      { text: expect.stringContaining('Slack did not answer in time') },
    ]);
    bench.slack.always('users.info', { ok: false, error: 'missing_scope' });
    await bench.act({ action_id: 'card.followed', value: 'c1' }, somebody);
    await bench.settle();
    expect(await resolved(bench)).toBe('followed');
  });
});

describe('a person of another organization in a shared channel', () => {
  it('can neither act nor open what stands behind a card, whichever way Slack tells of them', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    const tellings = [
      { user: { id: 'UX', team_id: 'T9' } },
      { team: { id: 'T9' }, user: { id: 'UX', team_id: 'T9' } },
    ];
    for (const told of tellings) {
      for (const action_id of ['card.followed', 'card.details']) {
        await bench.act({ action_id, value: 'c1' }, told);
      }
    }
    bench.slack.always('users.info', { user: { id: 'UY', team_id: 'T9' } });
    await bench.act({ action_id: 'card.followed', value: 'c1' }, { user: { id: 'UY' } });
    await bench.settle();
    expect(await resolved(bench)).toBeNull();
    expect(bench.slack.of('views.open')).toEqual([]);
    const said = bench.slack.responses.map(({ text }) => text);
    expect(said).toHaveLength(5);
    expect(said.every((text) => String(text).startsWith('Only members of the workspace'))).toBe(
      true,
    );
  });

  it('reads no quotes on cards that were posted before the channel was shared, and an admin hears of it once', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card(), card({ actionCardId: 'c2' })]);
    await bench.settle();
    await bench.act({ action_id: 'card.followed', value: 'c2' });
    await bench.settle();
    const shown = () => JSON.stringify([...bench.slack.messages.values()]);
    expect(shown().match(/rich_text_quote/g)?.length).toBeGreaterThan(1);
    bench.slack.always('conversations.info', { channel: { id: CHANNEL, is_ext_shared: true } });
    for (const channel of [CHANNEL, 'C9', CHANNEL]) {
      await bench.event({ type: 'channel_shared', channel, user: undefined });
      await database.dataSource.query('update jobs set run_at = now() where team_id = $1', [
        bench.teamId,
      ]);
      await bench.settle();
    }
    expect(shown()).not.toContain('rich_text_quote');
    const told = bench.slack.of('chat.postMessage').filter(({ channel }) => channel === 'UADMIN');
    expect(told).toMatchObject([{ text: expect.stringContaining(`can now read <#${CHANNEL}>`) }]);
  });

  it('keeps the quotes of a team that allows them there', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, [card()]);
    await changeSettings(database.context(bench.teamId), { quotesInSharedChannels: true });
    await bench.settle();
    bench.slack.always('conversations.info', { channel: { id: CHANNEL, is_ext_shared: true } });
    await bench.event({ type: 'channel_shared', channel: CHANNEL, user: undefined });
    await database.dataSource.query('update jobs set run_at = now() where team_id = $1', [
      bench.teamId,
    ]);
    await bench.settle();
    expect(JSON.stringify([...bench.slack.messages.values()])).toContain('rich_text_quote');
    expect(bench.slack.of('chat.update')).toEqual([]);
  });

  it('reads quotes in answers only where the team allows it', async () => {
    const bench = await createBench(database);
    await load(database, bench.teamId, []);
    bench.slack.always('conversations.info', { channel: { id: 'C7', is_ext_shared: true } });
    const ask = async (ts: string): Promise<string> => {
      const text = '<@UBOT> why do people give up on the invoice export the first time?';
      await bench.event({ type: 'app_mention', channel: 'C7', ts, text });
      await bench.settle();
      return JSON.stringify(bench.slack.of('chat.update').at(-1)?.blocks);
    };
    expect(await ask('50.1')).not.toContain('rich_text_quote');
    await changeSettings(database.context(bench.teamId), { quotesInSharedChannels: true });
    expect(await ask('51.1')).toContain('rich_text_quote');
  });
});
