import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Participant } from '../../db/entities/study.js';
import { decide, recordOutcome } from '../../src/beliefs/recommendations/decide.js';
import { inTransaction } from '../../src/core/context.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { commentOnWorkItems } from '../../src/issues/comments.js';
import { createWorkItem } from '../../src/issues/push.js';
import { useDatabase } from '../support/database.js';
import type { Fault } from './faulty-server.js';
import { REAL, type RealTracker } from './real-trackers.js';
import { createWorld, ID, type World } from './world.js';

const database = useDatabase();

describe.each(REAL)('a linked issue of $name', ({ start }) => {
  let real: RealTracker;
  let world: World;
  const fresh = async (): Promise<void> => {
    real = await start();
    world = await createWorld(database, [real.tracker], { state: 'open' });
    await createWorkItem(world.ctx, real.tracker, ID);
  };
  const done = async (): Promise<void> => {
    await world.close();
    await real.server.stop();
  };
  beforeEach(fresh);
  afterEach(done);

  it('is told of the decision and the outcome, in one comment each that pings nobody', async () => {
    const maya = { ...world.ctx, actor: { type: 'slack_user' as const, id: 'U1', name: '@maya' } };
    await decide(maya, ID, { decision: 'accepted', note: 'Ask @ada\n# now <b>' });
    await recordOutcome(maya, ID, { outcome: 'shipped' });
    await world.settle();
    const told = real.comments();
    expect(told).toHaveLength(2);
    const decision = told.find((body) => body.includes('Accepted'));
    const outcome = told.find((body) => body.includes('shipped'));
    expect(decision).toContain('**Accepted** by \u200b@\u200bmaya in Belief Layer.');
    expect(decision).toContain('> Ask \u200b@\u200bada');
    expect(decision).not.toContain('<b>');
    expect(decision).toMatch(
      /\(https:\/\/beliefs\.example\.com\/p\/recommendations\/rec-1\?t=1\.[\w.-]+\)/,
    );
    expect(outcome).toContain('**Marked as shipped** by');
  });

  it('hears of participants by the names that the team shows', async () => {
    const participant = { participantId: 'p1', displayName: 'Ana Petrova' };
    await world.ctx.db.insert(Participant, participant);
    await decide(world.ctx, ID, { decision: 'accepted', note: 'Ana Petrova waits\nfor it.' });
    await world.settle();
    expect(real.comments()).toEqual([expect.stringContaining('> Ana P. waits')]);
  });

  it('hears of a receipt once, however often it is found', async () => {
    const note = { recommendationId: ID, kind: 'receipt' as const, cause: 'r1', text: 'Quiet.' };
    await inTransaction(world.ctx, (tx) => commentOnWorkItems(tx, note));
    await inTransaction(world.ctx, (tx) => commentOnWorkItems(tx, note));
    await world.settle();
    expect(real.comments()).toHaveLength(1);
  });

  it('hears nothing where the team has switched that off', async () => {
    await changeSettings(world.ctx, { commentBack: false });
    await decide(world.ctx, ID, { decision: 'dismissed' });
    await world.settle();
    expect(real.comments()).toEqual([]);
  });

  it('that refuses comments is left alone after one try', async () => {
    real.server.fail(real.COMMENT, { status: 403, body: { message: 'no' } });
    await decide(world.ctx, ID, { decision: 'accepted' });
    await world.settle();
    await world.settle();
    expect(real.server.count(real.COMMENT)).toBeLessThanOrEqual(1);
  });

  it('gets exactly one comment whatever fails in whatever order', async () => {
    const fault = fc.constantFrom<Fault>('cut-before', 'cut-after', 'cut-during', 'garbled-after', {
      status: 502,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { maxLength: 4 }), async (faults) => {
        await done();
        await fresh();
        real.server.fail(real.COMMENT, ...faults);
        await decide(world.ctx, ID, { decision: 'accepted' });
        await world.settle();
        await real.server.settled();
        expect(real.comments()).toHaveLength(1);
      }),
      { numRuns: 12 },
    );
  });
});
