import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TrackerToken } from '../../db/entities/work-item.js';
import { LinearTracker } from '../../integrations/linear/linear-tracker.js';
import type { Context } from '../../src/core/context.js';
import { createCipher } from '../../src/core/encryption.js';
import { Secret } from '../../src/core/secret.js';
import { TokenStore } from '../../src/issues/token-store.js';
import { useDatabase } from '../support/database.js';
import { attempt, draft, publicUrl } from './draft.js';
import { FakeLinear } from './fake-linear.js';
import type { Fault } from './faulty-server.js';
import { KEY, linearOf } from './questions/asked.js';

const database = useDatabase();
const ANOTHER_KEY = Buffer.alloc(32, 8).toString('base64');

describe('Linear as an app', () => {
  let linear: FakeLinear;
  let ctx: Context;
  beforeEach(async () => {
    linear = new FakeLinear();
    await linear.server.start();
    ctx = database.context(await database.createTeam());
  });
  afterEach(() => linear.server.stop());

  /** Another process: nothing of its memory is shared. */
  const process = (key = KEY) => linearOf(linear, new TokenStore(ctx.db, createCipher([key])));
  const where = () => process().whereTo();

  it('asks for one token, however many processes need one at once, and stores it encrypted', async () => {
    const processes = Array.from({ length: 8 }, () => process());
    await Promise.all(processes.map((one) => one.whereTo()));
    expect(linear.tokens).toEqual(['lin_oauth_1']);
    const [stored] = await ctx.db.find(TrackerToken);
    expect(stored).toMatchObject({ provider: 'linear', leaseId: null });
    expect(JSON.stringify(stored)).not.toContain('lin_oauth_1');
    expect(createCipher([KEY]).decrypt(stored!.sealedToken!)).toBe('lin_oauth_1');
  });

  it('creates issues as the app where there is no API key', async () => {
    await process().create(draft(), attempt());
    expect(linear.issues).toHaveLength(1);
  });

  it('renews a refused token once for all processes', async () => {
    const processes = [process(), process(), process()];
    await Promise.all(processes.map((one) => one.whereTo()));
    linear.tokens.push('lin_oauth_of_somebody_else'); // which ends ours
    await Promise.all(processes.map((one) => one.create(draft(), attempt())));
    expect(linear.tokens).toHaveLength(3);
    expect(linear.issues).toHaveLength(3);
    await where();
    expect(linear.tokens).toHaveLength(3);
  });

  it('goes on where a process died while it asked', async () => {
    await where();
    await database.dataSource.query(
      `update tracker_tokens set sealed_token = null, lease_id = gen_random_uuid(),
              lease_until = now() + interval '300 ms' where team_id = $1`,
      [ctx.db.teamId],
    );
    await where();
    expect(linear.tokens).toHaveLength(2);
  });

  it('asks again if ENCRYPTION_KEY no longer opens what is stored', async () => {
    await where();
    await process(ANOTHER_KEY).whereTo();
    expect(linear.tokens).toHaveLength(2);
    expect(linear.tokens.at(-1)).toBe('lin_oauth_2');
  });

  it.each<Fault>(['cut-before', 'cut-after', 'garbled-after', { status: 503 }])(
    'says that Linear cannot be reached if the token is lost (%j), and goes on later',
    async (fault) => {
      linear.server.fail('POST /oauth/token', fault);
      const failure = { kind: 'retry_later' };
      await expect(process().create(draft(), attempt())).rejects.toMatchObject(failure);
      expect(linear.issues).toEqual([]);
      await process().create(draft(), attempt());
      expect(linear.issues).toHaveLength(1);
    },
  );

  it('says what to check if Linear refuses the app, and shows no secret', async () => {
    const { clientSecret } = linear.credentials;
    linear.credentials.clientSecret = 'a new one';
    const tracker = new LinearTracker({
      app: { clientId: 'an-app', clientSecret: new Secret(clientSecret) },
      teamKey: 'ENG',
      apiUrl: linear.server.url,
      tokens: new TokenStore(ctx.db, createCipher([KEY])),
      publicUrl,
    });
    const why = await tracker.whereTo().catch((thrown: Error) => thrown.message);
    expect(why).toContain('check LINEAR_CLIENT_ID and LINEAR_CLIENT_SECRET');
    expect(why).not.toContain(clientSecret);
  });

  it('is not offered as a coding agent', async () => {
    const { agents } = await process().agents.list();
    expect(agents.map(({ name }) => name)).toEqual(['Coder']);
  });

  it('tells the doctor how it is asked, or what is missing', async () => {
    expect(await process().questions?.howToAsk()).toBe('answers @belief-layer in issues');
    const tracker = new LinearTracker({
      apiKey: new Secret(linear.key),
      teamKey: 'ENG',
      apiUrl: linear.server.url,
      publicUrl,
    });
    expect(tracker.questions).toBeUndefined();
  });
});
