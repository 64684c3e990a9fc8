import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiKey } from '../../db/entities/team.js';
import { createKey, listKeys, revokeKey } from '../../src/core/keys.js';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();
let api: TestApi;
let second: TestApi;
beforeAll(async () => {
  api = await startApi(database);
  second = await startApi(database);
});
afterAll(async () => {
  await api.close();
  await second.close();
});

const status = async (on: TestApi, key: string) => (await on.get('/v1/studies', key)).status;

describe('API keys', () => {
  it('are bl_ and 32 random bytes, of which the database keeps a hash only', async () => {
    const teamId = await database.createTeam();
    const ctx = database.context(teamId);
    const { key, keyId } = await createKey(ctx, { name: 'a tool', scope: 'read' });
    expect(key).toMatch(/^bl_[A-Za-z0-9_-]{43}$/);
    const stored = await ctx.db.findOne(ApiKey, { keyId });
    expect(stored?.keyHash).toHaveLength(32);
    expect(JSON.stringify(stored)).not.toContain(key.slice(3));
    expect(await status(api, key)).toBe(200);
  });

  it('are revoked at once in every process, though each has used the key before', async () => {
    const teamId = await database.createTeam();
    const { key, keyId } = await createKey(database.context(teamId), { name: 'k', scope: 'read' });
    for (const on of [api, second, api, second]) expect(await status(on, key)).toBe(200);
    await revokeKey(database.system, keyId);
    await expect.poll(() => status(api, key)).toBe(401);
    await expect.poll(() => status(second, key)).toBe(401);
    expect((await listKeys(database.context(teamId)))[0]?.status).toBe('revoked');
  });

  it('are refused from the instant they expire', async () => {
    const { teamId } = await api.team();
    const expiresAt = new Date(Date.now() + 30_000);
    const key = await api.key(teamId, 'read', expiresAt);
    expect(await status(api, key)).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: expiresAt.getTime() - 1 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await status(api, key)).toBe(200);
    vi.setSystemTime(expiresAt);
    const reply = await api.get('/v1/studies', key);
    expect(reply.body.error.message).toBe('The API key has expired.');
  });

  it('remember when they were last used', async () => {
    const teamId = await database.createTeam();
    const ctx = database.context(teamId);
    const { key } = await createKey(ctx, { name: 'k', scope: 'read' });
    expect((await listKeys(ctx))[0]?.lastUsedAt).toBeNull();
    await status(api, key);
    await expect.poll(async () => (await listKeys(ctx))[0]?.lastUsedAt).toBeInstanceOf(Date);
  });

  it.each([
    ['Basic abc'],
    ['Bearer'],
    ['Bearer  '],
    ['Bearer a b'],
    ['bl_direct'],
    ['Bearer bl_%00'],
    [`Bearer bl_${'x'.repeat(5000)}`],
  ])('refuse the header %s', async (authorization) => {
    const reply = await api.call('GET', '/v1/studies', {
      headers: { Authorization: authorization },
    });
    expect(reply.status).toBe(401);
    expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  it('come with a scheme in any letter case', async () => {
    const { key } = await api.team();
    for (const scheme of ['bearer', 'BEARER']) {
      const headers = { Authorization: `${scheme} ${key}` };
      expect((await api.call('GET', '/v1/studies', { headers })).status).toBe(200);
    }
  });

  it('cannot be revoked when they do not exist', async () => {
    await expect(revokeKey(database.system, 'key-none')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
