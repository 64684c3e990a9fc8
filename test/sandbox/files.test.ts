import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Host, startHost } from './host.js';

const channel = 'CRESEARCH';
const MIB = 1024 * 1024;

describe('files in the sandbox', () => {
  let host: Host;
  beforeEach(async () => {
    host = await startHost();
    host.bolt.event('message', async () => {});
  });
  afterEach(() => host.close());

  const upload = (content: string | ArrayBuffer, headers: Record<string, string> = {}) =>
    fetch(`${host.baseUrl}/sandbox/upload?as=UMAYA&name=ana.vtt`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        origin: host.baseUrl,
        ...headers,
      },
      body: new Blob([content]),
    });
  const uploaded = async (content: string | ArrayBuffer): Promise<string> =>
    (await (await upload(content)).json()).result.id;
  const say = async (input: object) =>
    (await host.act('say', { channel, text: '', ...input })).json();

  it('are sent with a message by the user who uploaded them, and by no one else', async () => {
    const id = await uploaded('WEBVTT');
    expect(await say({ as: 'UTOM', fileIds: [id] })).toEqual({
      ok: false,
      error: 'That file is no longer there: attach it again.',
    });
    expect(await say({ fileIds: [id] })).toEqual({ ok: true });
    const { messages } = await host.client.conversations.history({ channel });
    expect(messages).toMatchObject([{ user: 'UMAYA', files: [{ id, name: 'ana.vtt', size: 6 }] }]);
    expect(await say({ fileIds: [] })).toMatchObject({ ok: false });
  });

  it('are read by the app alone', async () => {
    const id = await uploaded('WEBVTT');
    const url = `${host.baseUrl}/sandbox/file/${id}`;
    const authorization = `Bearer ${host.sandbox.botToken}`;
    expect((await fetch(url)).status).toBe(403);
    expect(await (await fetch(url, { headers: { authorization } })).text()).toBe('WEBVTT');
    expect((await fetch(`${url}0`, { headers: { authorization } })).status).toBe(404);
    await expect(host.client.files.info({ file: 'F0' })).rejects.toThrow('file_not_found');
  });

  it('are taken from the sandbox’s own page only', async () => {
    const statuses = await Promise.all([
      upload('x', { origin: 'https://evil.example' }),
      upload('x', { 'content-type': 'text/plain' }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([403, 403]);
  });

  it('make room for new ones, the oldest first', async () => {
    const large = new ArrayBuffer(39 * MIB);
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push(await uploaded(large));
    await expect(host.client.files.info({ file: ids[0]! })).rejects.toThrow('file_not_found');
    expect(await host.client.files.info({ file: ids[1]! })).toMatchObject({ ok: true });
  });
});

describe('the digest in the sandbox', () => {
  it('is posted when it is asked for, and said to be empty when there is none', async () => {
    let news = true;
    const host: Host = await startHost({
      postDigest: async () => {
        if (news) await host.client.chat.postMessage({ channel, text: 'What is new' });
      },
    });
    const digest = async () => (await host.act('digest', {})).json();
    expect(await digest()).toEqual({ ok: true });
    news = false;
    expect(await digest()).toEqual({
      ok: false,
      error: 'There is no digest: nothing is new since the last one, or these are quiet hours.',
    });
    await host.close();
  });
});
