import http from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Host, startHost } from './host.js';
import { sampleCard, sampleHome, sampleModal } from './sample-blocks.js';

const channel = 'CRESEARCH';
const filledIn = {
  note: { text: 'They lose an hour each month' },
  until: { day: '2030-02-01' },
  study: { pick: 's2' },
  how: { sure: 'some' },
  tell: { whom: ['team'] },
  owner: { who: 'UMAYA' },
};

describe('what people do on the page', () => {
  let host: Host;
  beforeEach(async () => {
    host = await startHost();
  });
  afterEach(() => host.close());

  const did = async (name: string, input: object) => (await host.act(name, input)).json();
  const card = async () => {
    const posted = await host.client.chat.postMessage({ channel, text: 'x', blocks: sampleCard() });
    return { channel, ts: posted.ts! };
  };
  const texts = async (person: 'UMAYA' | 'UTOM' = 'UMAYA') =>
    (await host.seenBy(person)).messages.map(({ html }) => html.replace(/<[^>]+>/g, ' '));
  const press = async (actionId: string, value: string | null, more: object = {}) =>
    did('press', { at: await card(), blockId: 'card-1', actionId, value, ...more });

  /** A modal on Maya's screen, opened by a real press of Details. */
  async function openModal(view = sampleModal) {
    host.bolt.action('card.details', async ({ ack, body, client }) => {
      await ack();
      await client.views.open({ trigger_id: 'trigger_id' in body ? body.trigger_id : '', view });
    });
    await press('card.details', 'card-1');
    await expect.poll(async () => (await host.seenBy('UMAYA')).modal.viewId).not.toBeNull();
    return (await host.seenBy('UMAYA')).modal.viewId!;
  }
  const modal = async () => (await host.seenBy('UMAYA')).modal;

  it('a slash command reaches the app, and its answer only the person who asked', async () => {
    host.bolt.command('/ask', async ({ command, ack }) => {
      await ack({
        text: `${command.user_name} asked “${command.text}” in ${command.channel_name}`,
      });
    });
    expect(await did('command', { channel, command: '/ask', text: 'why & how?' })).toEqual({
      ok: true,
    });
    expect((await texts())[0]).toContain('maya asked “why &amp; how?” in user-research');
    expect(await texts('UTOM')).toEqual([]);
  });

  it('a response URL replaces, deletes and shares, five times', async () => {
    let url = '';
    host.bolt.command('/ask', async ({ command, ack }) => {
      url = command.response_url;
      await ack('Searching');
    });
    await did('command', { channel, command: '/ask', text: 'x' });
    const answer = (body: object) =>
      fetch(url, { method: 'POST', body: JSON.stringify(body) }).then(({ status }) => status);

    expect(await answer({ text: 'Found it', replace_original: true })).toBe(200);
    expect(await texts()).toEqual([expect.stringContaining('Found it')]);
    expect(await answer({ text: 'Shared', response_type: 'in_channel' })).toBe(200);
    expect(await texts('UTOM')).toEqual([expect.stringContaining('Shared')]);
    expect(await answer({ delete_original: true })).toBe(200);
    expect(await texts()).toEqual([expect.stringContaining('Shared')]);
    expect(await answer({})).toBe(400);
    expect(await answer({ text: 'five' })).toBe(200);
    expect(await answer({ text: 'six' })).toBe(404);
  });

  it('a button sends what Slack sends, and the app can change the message for all', async () => {
    let seen: unknown;
    host.bolt.action('card.accept', async ({ ack, body, respond }) => {
      await ack();
      seen = body;
      await respond({ replace_original: true, text: 'Accepted', blocks: sampleCard('Accepted') });
    });
    expect(await press('card.accept', 'card-1')).toEqual({ ok: true });
    await expect.poll(() => texts('UTOM')).toEqual([expect.stringContaining('🔴 Accepted')]);
    expect(seen).toMatchObject({
      type: 'block_actions',
      team: { id: 'TSANDBOX' },
      user: { id: 'UMAYA', username: 'maya', team_id: 'TSANDBOX' },
      channel: { id: channel, name: 'user-research' },
      container: { type: 'message', channel_id: channel, is_ephemeral: false },
      message: { bot_id: 'BBELIEFBOT', text: 'x', blocks: expect.any(Array) },
      state: { values: { 'card-1': { 'card.snooze': { type: 'static_select' } } } },
      actions: [
        {
          type: 'button',
          action_id: 'card.accept',
          block_id: 'card-1',
          value: 'card-1',
          style: 'primary',
          text: { type: 'plain_text', text: 'Accept' },
        },
      ],
    });
  });

  it('a menu sends the whole option that was chosen', async () => {
    const chosen: unknown[] = [];
    host.bolt.action(/^card\.(snooze|more)$/, async ({ ack, action }) => {
      await ack();
      chosen.push(action);
    });
    await press('card.snooze', 'tomorrow');
    await press('card.more', 'contacted');
    const option = (text: string, value: string) => ({
      selected_option: { text: { type: 'plain_text', text }, value },
    });
    expect(chosen).toMatchObject([
      { type: 'static_select', ...option('Tomorrow 9:00', 'tomorrow') },
      { type: 'overflow', ...option('Contacted', 'contacted') },
    ]);
  });

  it('a modal sends every input back in the form Slack gives it, and then closes', async () => {
    let values: unknown;
    host.bolt.view('note', async ({ ack, view }) => {
      await ack();
      values = view.state.values;
    });
    const viewId = await openModal();
    expect(await did('submit', { viewId, values: filledIn })).toEqual({ ok: true });
    expect((await modal()).viewId).toBeNull();
    const plain = (text: string) => ({ type: 'plain_text', text });
    expect(values).toEqual({
      note: { text: { type: 'plain_text_input', value: 'They lose an hour each month' } },
      until: { day: { type: 'datepicker', selected_date: '2030-02-01' } },
      study: {
        pick: {
          type: 'static_select',
          selected_option: { text: plain('Import interviews'), value: 's2' },
        },
      },
      how: {
        sure: {
          type: 'radio_buttons',
          selected_option: { text: plain('Somewhat'), value: 'some' },
        },
      },
      tell: {
        whom: {
          type: 'checkboxes',
          selected_options: [{ text: plain('#product-team'), value: 'team' }],
        },
      },
      owner: { who: { type: 'users_select', selected_user: 'UMAYA' } },
    });
  });

  it('a modal with an empty required input stays open and never reaches the app', async () => {
    let reached = false;
    host.bolt.view('note', async ({ ack }) => {
      reached = true;
      await ack();
    });
    const viewId = await openModal();
    await did('submit', { viewId, values: { ...filledIn, note: { text: null } } });
    expect((await modal()).html).toContain('Please complete this required field.');
    expect(reached).toBe(false);
  });

  it('an app can complain about an input, change the modal, push another and clear them all', async () => {
    const answers = [
      { response_action: 'errors' as const, errors: { until: 'Choose a later day.' } },
      {
        response_action: 'update' as const,
        view: { ...sampleModal, title: { type: 'plain_text' as const, text: 'Second' } },
      },
      {
        response_action: 'push' as const,
        view: { ...sampleModal, title: { type: 'plain_text' as const, text: 'Third' } },
      },
      { response_action: 'clear' as const },
    ];
    host.bolt.view('note', async ({ ack }) => {
      await ack(answers.shift()!);
    });
    const viewId = await openModal();
    const submit = async () => {
      await did('submit', { viewId: (await modal()).viewId, values: filledIn });
      return modal();
    };
    expect((await submit()).html).toContain('Choose a later day.');
    expect((await submit()).html).toContain('Second');
    const pushed = await submit();
    expect(pushed.html).toContain('Third');
    expect(pushed.viewId).not.toBe(viewId);
    expect((await submit()).viewId).toBeNull();
  });

  it('closing a modal notifies an app that asked for it', async () => {
    const closed = new Promise<string>((resolve) => {
      host.bolt.view({ type: 'view_closed', callback_id: 'note' }, async ({ ack, view }) => {
        await ack();
        resolve(view.id);
      });
    });
    const viewId = await openModal();
    await did('close', { viewId });
    expect(await closed).toBe(viewId);
    expect((await modal()).viewId).toBeNull();
  });

  it('a trigger opens one modal only', async () => {
    const refused = new Promise<unknown>((resolve) => {
      host.bolt.action('card.accept', async ({ ack, body, client }) => {
        await ack();
        const trigger_id = 'trigger_id' in body ? body.trigger_id : '';
        await client.views.open({ trigger_id, view: sampleModal });
        await client.views.open({ trigger_id, view: sampleModal }).catch(resolve);
      });
    });
    await press('card.accept', 'card-1');
    expect(await refused).toMatchObject({ data: { error: 'exchanged_trigger_id' } });
  });

  it('opening App Home lets the app publish it, and its buttons carry the view', async () => {
    host.bolt.event('app_home_opened', async ({ event, client }) => {
      await client.views.publish({ user_id: event.user, view: sampleHome(1) });
    });
    const pressed = new Promise<unknown>((resolve) => {
      host.bolt.action('home.open', async ({ ack, body }) => {
        await ack();
        resolve(body);
      });
    });
    await did('open', { as: 'UTOM', tab: 'home' });
    await expect.poll(async () => (await host.seenBy('UTOM')).home.html).toContain('Belief 1');
    const { html } = (await host.seenBy('UTOM')).home;
    const [, viewId] = /data-view="(\w+)"/.exec(html)!;
    const [, blockId] = /data-block="(\w+)" data-action="home.open"/.exec(html)!;
    await did('press', { as: 'UTOM', at: { viewId }, blockId, actionId: 'home.open' });
    expect(await pressed).toMatchObject({
      user: { id: 'UTOM' },
      container: { type: 'view', view_id: viewId },
      view: { type: 'home', id: viewId },
    });
  });

  it('a mention and a reply in its thread reach the app with names as tokens', async () => {
    const heard: unknown[] = [];
    host.bolt.event('app_mention', async ({ event }) => {
      heard.push(event);
    });
    host.bolt.message(async ({ message }) => {
      heard.push(message);
    });
    await did('say', { channel, text: '@Belief Layer ask @Tom <b> https://x.example' });
    const ts = (await host.seenBy('UMAYA')).messages[0]!.ts;
    await did('say', { as: 'UTOM', channel, text: 'And?', threadTs: ts });
    await expect.poll(() => heard.length).toBe(3);
    const text = '<@UBELIEFBOT> ask <@UTOM> &lt;b&gt; <https://x.example>';
    expect(heard).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'app_mention', user: 'UMAYA', ts, text }),
        expect.objectContaining({ type: 'message', channel_type: 'channel', ts, text }),
        expect.objectContaining({ user: 'UTOM', thread_ts: ts, text: 'And?' }),
      ]),
    );
  });

  it('a link to this server is offered for a preview', async () => {
    const shared = new Promise<unknown>((resolve) => {
      host.bolt.event('link_shared', async ({ event }) => resolve(event.links));
    });
    const url = `${host.baseUrl}/v1/signals/1`;
    await did('say', { channel, text: `see ${url} and https://other.example/` });
    expect(await shared).toEqual([{ domain: '127.0.0.1', url }]);
  });

  it('a message shortcut carries the message', async () => {
    const used = new Promise<unknown>((resolve) => {
      host.bolt.shortcut('save', async ({ ack, shortcut }) => {
        await ack();
        resolve(shortcut);
      });
    });
    await did('say', { channel, text: 'I gave up on it' });
    const { ts } = (await host.seenBy('UMAYA')).messages[0]!;
    await did('shortcut', { as: 'UTOM', channel, ts, callbackId: 'save' });
    expect(await used).toMatchObject({
      type: 'message_action',
      user: { id: 'UTOM' },
      message_ts: ts,
      message: { user: 'UMAYA', text: 'I gave up on it' },
    });
  });

  it('an app that does not listen, or not in time, is named to the person', async () => {
    host.bolt.action('card.accept', async () => undefined);
    expect(await press('card.accept', 'card-1')).toEqual({
      ok: false,
      error: expect.stringMatching(/^That action failed: the app (did not answer|has nothing)/),
    });
    const elsewhere = await startHost({ eventsUrl: () => 'http://127.0.0.1:9/slack/events' });
    const unreachable = await elsewhere.act('say', { channel, text: 'x' });
    expect(await unreachable.json()).toEqual({
      ok: false,
      error: 'Telling the app about it failed: the app could not be reached (connection_failed).',
    });
    await elsewhere.close();
  });

  it('controls of another user, or that are gone, cannot be used', async () => {
    const { message_ts: ts } = await host.client.chat.postEphemeral({
      channel,
      user: 'UTOM',
      text: 'x',
      blocks: sampleCard(),
    });
    const at = { channel, ts };
    const input = { at, blockId: 'card-1', actionId: 'card.accept', value: 'card-1' };
    expect(await did('press', input)).toEqual({
      ok: false,
      error: 'That message is no longer there.',
    });
    expect(await press('card.vanished', null)).toEqual({
      ok: false,
      error: 'That control is no longer there: it has just changed.',
    });
    const viewId = await openModal();
    expect(await did('submit', { as: 'UTOM', viewId })).toEqual({
      ok: false,
      error: 'That window is no longer open.',
    });
  });

  it('another site can neither act nor borrow this server under its own name', async () => {
    const say = { channel, text: 'from elsewhere' };
    const statuses = await Promise.all([
      host.act('say', say, { origin: 'https://evil.example' }),
      host.act('say', say, { origin: 'null' }),
      host.act('say', say, { 'content-type': 'text/plain' }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await statusFor(host.baseUrl, 'evil.example')).toBe(403);
    expect(await statusFor(host.baseUrl, 'localhost:1234')).toBe(200);
    expect(await texts()).toEqual([]);
  });

  it('refuses methods that a page does not take, and names those it does', async () => {
    const put = await fetch(`${host.baseUrl}/sandbox`, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('answers to PUBLIC_URL as well', async () => {
    const open = await startHost({ publicUrl: () => 'https://beliefs.example' });
    expect(await statusFor(open.baseUrl, 'beliefs.example')).toBe(200);
    expect(await statusFor(open.baseUrl, 'other.example')).toBe(403);
    await open.close();
  });

  it('refuses malformed and oversized actions with a reason', async () => {
    expect(await did('say', { channel, text: '   ' })).toMatchObject({ ok: false });
    expect(await did('dance', {})).toMatchObject({ ok: false });
    expect(await did('say', { as: 'UNOBODY', channel, text: 'x' })).toEqual({
      ok: false,
      error: 'No one in the sandbox has the id "UNOBODY".',
    });
    const large = await host.act('say', { channel, text: 'x'.repeat(1_100_000) });
    expect(large.status).toBe(413);
  });
});

function statusFor(baseUrl: string, hostHeader: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    http
      .get(`${baseUrl}/sandbox`, { headers: { host: hostHeader } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
      .on('error', reject);
  });
}
