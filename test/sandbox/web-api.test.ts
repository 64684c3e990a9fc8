import { WebClient } from '@slack/web-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Host, startHost } from './host.js';
import { sampleCard, sampleHome, sampleModal } from './sample-blocks.js';

describe('the stand-in for the Web API', () => {
  let host: Host;
  const channel = 'CRESEARCH';
  beforeAll(async () => {
    host = await startHost();
  });
  afterAll(() => host.close());

  const post = (more: object = {}) =>
    host.client.chat.postMessage({ channel, text: 'A card', blocks: sampleCard(), ...more });
  const drawn = async (ts: string | undefined, person: 'UMAYA' | 'UTOM' = 'UMAYA') =>
    (await host.seenBy(person)).messages.find((message) => message.ts === ts)?.html;

  it('says whose token it is', async () => {
    expect(await host.client.auth.test()).toMatchObject({
      team_id: 'TSANDBOX',
      team: 'Northwind Research',
      bot_id: 'BBELIEFBOT',
      user_id: 'UBELIEFBOT',
    });
  });

  it('shows a posted message to everyone, changes it in place and removes it', async () => {
    const { ts } = await post();
    expect(await drawn(ts)).toContain('People check every total by hand');
    expect(await drawn(ts, 'UTOM')).toContain('People check every total by hand');

    await host.client.chat.update({
      channel,
      ts: ts!,
      text: 'Done',
      blocks: sampleCard('Resolved'),
    });
    expect(await drawn(ts)).toContain('🔴 Resolved');
    expect(await drawn(ts)).not.toContain('People check every total');

    await host.client.chat.delete({ channel, ts: ts! });
    expect(await drawn(ts)).toBeUndefined();
  });

  it('drops the blocks of a message that is updated with text alone', async () => {
    const { ts } = await post();
    await host.client.chat.update({ channel, ts: ts!, text: 'Only *text* now' });
    expect(await drawn(ts)).not.toContain('card.accept');
    expect(await drawn(ts)).toContain('(edited)');
  });

  it('shows an ephemeral message to one person, whom no method can change it for', async () => {
    const { message_ts: ts } = await host.client.chat.postEphemeral({
      channel,
      user: 'UTOM',
      text: 'Psst',
    });
    expect(await drawn(ts, 'UTOM')).toContain('Only visible to you');
    expect(await drawn(ts, 'UMAYA')).toBeUndefined();
    await expect(
      host.client.chat.update({ channel, ts: ts!, text: 'Changed' }),
    ).rejects.toMatchObject({ data: { error: 'message_not_found' } });
  });

  it('keeps replies in their thread and counts them on the first message', async () => {
    const { ts } = await post();
    const reply = await post({ thread_ts: ts, blocks: [], text: 'Snoozed until tomorrow' });
    const seen = (await host.seenBy('UMAYA')).messages.find((one) => one.ts === reply.ts);
    expect(seen?.threadTs).toBe(ts);
    expect(await drawn(ts)).toContain('1 reply');
  });

  it('reads a thread oldest first and a channel newest first, without what one person alone sees', async () => {
    const { ts } = await post({ text: 'first', blocks: [] });
    await post({ text: 'second', blocks: [], thread_ts: ts });
    await host.client.chat.postEphemeral({ channel, user: 'UTOM', text: 'Psst', thread_ts: ts! });
    const { messages } = await host.client.conversations.replies({ channel, ts: ts! });
    expect(messages?.map(({ text }) => text)).toEqual(['first', 'second']);
    const history = await host.client.conversations.history({ channel });
    expect(history.messages?.[0]).toMatchObject({ ts, text: 'first' });
  });

  it('opens a conversation with a person, which only they see', async () => {
    const { channel: direct } = await host.client.conversations.open({ users: 'UTOM' });
    const { ts } = await post({ channel: direct!.id, blocks: [], text: 'For Tom' });
    expect(await drawn(ts, 'UTOM')).toContain('For Tom');
    expect(await drawn(ts, 'UMAYA')).toBeUndefined();
    const byPerson = await post({ channel: 'UTOM', blocks: [], text: 'Again' });
    expect(byPerson.channel).toBe(direct!.id);
  });

  it('publishes a Home to one person', async () => {
    await host.client.views.publish({ user_id: 'UMAYA', view: sampleHome(2) });
    expect((await host.seenBy('UMAYA')).home.html).toContain('Belief 2: setup is abandoned');
    expect((await host.seenBy('UTOM')).home.html).toContain('has not published a Home');
  });

  it('knows its people and channels', async () => {
    const { user } = await host.client.users.lookupByEmail({ email: 'tom@sandbox.example' });
    expect(user).toMatchObject({ id: 'UTOM', real_name: 'Tom Okafor' });
    const info = await host.client.users.info({ user: 'UMAYA' });
    expect(info.user?.profile?.email).toBe('maya@sandbox.example');
    expect(info.user?.tz).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const { channels } = await host.client.conversations.list();
    expect(channels?.map(({ name }) => name)).toEqual(['user-research', 'product-team']);
    expect((await host.client.conversations.info({ channel })).channel).toMatchObject({
      is_ext_shared: false,
      is_archived: false,
      is_member: true,
    });
  });

  it('links to a message, reacts to it once and shows previews of links in it', async () => {
    const { ts } = await post();
    const { permalink } = await host.client.chat.getPermalink({ channel, message_ts: ts! });
    expect(permalink).toBe(`${host.baseUrl}/sandbox?channel=${channel}&message=${ts}`);
    await host.client.reactions.add({ channel, timestamp: ts!, name: 'memo' });
    await expect(
      host.client.reactions.add({ channel, timestamp: ts!, name: 'memo' }),
    ).rejects.toMatchObject({ data: { error: 'already_reacted' } });
    await host.client.chat.unfurl({
      channel,
      ts: ts!,
      unfurls: { 'https://example.com/1': { blocks: sampleCard('The preview') } },
    });
    expect(await drawn(ts)).toContain('📝 1');
    expect(await drawn(ts)).toContain('The preview');
  });

  const refusals: [string, string, (client: WebClient) => Promise<unknown>][] = [
    [
      'an unknown channel',
      'channel_not_found',
      (client) => client.chat.postMessage({ channel: 'CNONE', text: 'x' }),
    ],
    [
      'an unknown message',
      'message_not_found',
      (client) => client.chat.update({ channel, ts: '1.000001', text: 'x' }),
    ],
    ['no text', 'no_text', (client) => client.apiCall('chat.postMessage', { channel })],
    [
      'blocks beyond the limits',
      'invalid_blocks',
      (client) =>
        client.chat.postMessage({
          channel,
          text: 'x',
          blocks: [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }],
        }),
    ],
    [
      'a trigger that nobody pulled',
      'invalid_trigger_id',
      (client) => client.views.open({ trigger_id: '1.2.x', view: sampleModal }),
    ],
    [
      'a closed view',
      'not_found',
      (client) => client.views.update({ view_id: 'V0', view: sampleModal }),
    ],
    ['a method it lacks', 'unknown_method', (client) => client.apiCall('files.upload')],
    [
      'a missing thread',
      'thread_not_found',
      (client) => client.chat.postMessage({ channel, text: 'x', thread_ts: '1.000001' }),
    ],
  ];
  it.each(refusals)('refuses %s as %s', async (_, error, call) => {
    await expect(call(host.client)).rejects.toMatchObject({ data: { ok: false, error } });
  });

  it('refuses a token that is not its own', async () => {
    const stranger = new WebClient('xoxb-other', {
      slackApiUrl: host.sandbox.apiUrl(),
      retryConfig: { retries: 0 },
    });
    await expect(stranger.auth.test()).rejects.toMatchObject({ data: { error: 'invalid_auth' } });
  });

  it('has a token that outlives a restart with the same signing secret', async () => {
    const restarted = await startHost();
    expect(restarted.sandbox.botToken).toBe(host.sandbox.botToken);
    await restarted.close();
    const other = await startHost({ signingSecret: 'another' });
    expect(other.sandbox.botToken).not.toBe(host.sandbox.botToken);
    expect(other.sandbox.botToken).toMatch(/^xoxb-sandbox-/);
    await other.close();
  });

  it('forgets the oldest messages of a channel that holds 200', async () => {
    const first = await post({ channel: 'CPRODUCT', blocks: [], text: 'the first' });
    const more = Array.from({ length: 200 }, (_, count) => `message ${count}`);
    await Promise.all(more.map((text) => post({ channel: 'CPRODUCT', blocks: [], text })));
    expect(await drawn(first.ts)).toBeUndefined();
    const { messages } = await host.seenBy('UMAYA');
    expect(messages.filter((one) => one.channel === 'CPRODUCT')).toHaveLength(200);
  });
});
