import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Participant } from '../../db/entities/study.js';
import { decide, recordOutcome } from '../../src/beliefs/recommendations/decide.js';
import { inTransaction } from '../../src/core/context.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { commentOnWorkItems } from '../../src/issues/comments.js';
import { createWorkItem } from '../../src/issues/push.js';
import { useDatabase } from '../support/database.js';
import { REAL, type RealTracker } from './real-trackers.js';
import { createWorld, ID, type World } from './world.js';

const database = useDatabase();

describe.each(REAL)('a linked issue of $name', ({ start }) => {
  let real: RealTracker;
  let world: World;
  beforeEach(async () => {
    real = await start();
    world = await createWorld(database, [real.tracker], { state: 'open' });
    await createWorkItem(world.ctx, real.tracker, ID);
  });
  afterEach(async () => {
    await world.close();
    await real.server.stop();
  });

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
});
