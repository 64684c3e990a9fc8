import { describe, expect, it } from 'vitest';
import { ActionCard, type ActionCardType } from '../../db/entities/action-card.js';
import { Job } from '../../db/entities/job.js';
import { Participant } from '../../db/entities/study.js';
import { bringBack, resolve } from '../../src/beliefs/action-cards/resolve.js';
import { snooze, wake } from '../../src/beliefs/action-cards/snooze.js';
import { CARD_CHANGED } from '../../src/core/announce.js';
import type { Context } from '../../src/core/context.js';
import { useDatabase } from '../support/database.js';
import { addCard, historyOf } from './support/actions.js';
import { daysAhead, NOW, participant } from './support/corpus.js';

const database = useDatabase();
const HOUR_MS = 60 * 60 * 1000;

async function newCard(more: Partial<ActionCard> = {}): Promise<Context> {
  const ctx = database.context(await database.createTeam(), { now: NOW });
  await ctx.db.insert(Participant, participant('p1'));
  await addCard(ctx, 'c1', more);
  return ctx;
}
const liveCall = { type: 'live_call' as ActionCardType, participantId: 'p1' };
const card = async (ctx: Context): Promise<ActionCard> =>
  (await ctx.db.findOne(ActionCard, { actionCardId: 'c1' })) as ActionCard;
const contactedAt = async (ctx: Context) =>
  (await ctx.db.findOne(Participant, { participantId: 'p1' }))?.lastContactedAt;
const redraws = async (ctx: Context) =>
  (await ctx.db.find(Job, { kind: CARD_CHANGED })).map(({ payload, runAt }) => ({
    payload,
    runAt,
  }));

describe('resolving a card', () => {
  it.each(['followed', 'dismissed'] as const)(
    'as %s closes it and keeps who did it',
    async (action) => {
      const ctx = await newCard();
      expect(await resolve(ctx, 'c1', { action })).toEqual({ changed: true });
      expect(await card(ctx)).toMatchObject({ resolvedAt: NOW, resolution: action });
      expect(await historyOf(ctx, 'c1')).toMatchObject([
        { action: 'resolve', detail: { resolution: action }, actorName: 'Test' },
      ]);
      expect(await redraws(ctx)).toMatchObject([{ payload: { actionCardId: 'c1' } }]);
      expect(await contactedAt(ctx)).toBeNull();
    },
  );

  it('as contacted stamps the participant of a live call', async () => {
    const ctx = await newCard(liveCall);
    await resolve(ctx, 'c1', { action: 'contacted' });
    expect(await card(ctx)).toMatchObject({ resolution: 'contacted' });
    expect(await contactedAt(ctx)).toEqual(NOW);
  });

  it('as contacted is refused where the card is no live call, and changes nothing', async () => {
    const ctx = await newCard({ participantId: 'p1' });
    await expect(resolve(ctx, 'c1', { action: 'contacted' })).rejects.toMatchObject({
      code: 'invalid_transition',
      message: expect.stringContaining('live_call'),
    });
    expect((await card(ctx)).resolvedAt).toBeNull();
    expect(await contactedAt(ctx)).toBeNull();
    expect(await historyOf(ctx, 'c1')).toEqual([]);
  });

  it.each(['followed', 'dismissed', 'contacted'] as const)(
    'a second time, as %s, changes nothing whatever the card',
    async (action) => {
      for (const more of [{}, liveCall]) {
        const ctx = await newCard(more);
        await resolve(ctx, 'c1', { action: 'followed' });
        const before = await card(ctx);
        const later = { ...ctx, now: daysAhead(1) };
        expect(await resolve(later, 'c1', { action })).toEqual({ changed: false });
        expect(await card(ctx)).toEqual(before);
        expect(await contactedAt(ctx)).toBeNull();
        expect(await historyOf(ctx, 'c1')).toHaveLength(1);
      }
    },
  );

  it('by several people at the same moment is done by one of them', async () => {
    const ctx = await newCard(liveCall);
    const actions = ['followed', 'dismissed', 'contacted', 'dismissed', 'followed'] as const;
    const results = await Promise.all(actions.map((action) => resolve(ctx, 'c1', { action })));
    expect(results.filter(({ changed }) => changed)).toHaveLength(1);
    const winner = actions[results.findIndex(({ changed }) => changed)];
    expect((await card(ctx)).resolution).toBe(winner);
    expect((await contactedAt(ctx)) !== null).toBe(winner === 'contacted');
    expect(await historyOf(ctx, 'c1')).toHaveLength(1);
  });

  it('does not find the card of another team', async () => {
    const [ctx, other] = [await newCard(), await newCard()];
    await ctx.db.delete(ActionCard, { actionCardId: 'c1' });
    for (const attempt of [
      () => resolve(ctx, 'c1', { action: 'followed' }),
      () => snooze(ctx, 'c1', { durationMs: HOUR_MS }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    }
    expect((await card(other)).resolvedAt).toBeNull();
  });
});

describe('snoozing a card', () => {
  it('hides it until the duration has passed, and has it drawn now and then', async () => {
    const ctx = await newCard();
    await snooze(ctx, 'c1', { durationMs: HOUR_MS });
    const until = new Date(NOW.getTime() + HOUR_MS);
    expect((await card(ctx)).snoozedUntil).toEqual(until);
    expect(await historyOf(ctx, 'c1')).toMatchObject([
      { action: 'snooze', detail: { snoozedUntil: until.toISOString() } },
    ]);
    const drawn = await redraws(ctx);
    expect(drawn).toHaveLength(2);
    expect(drawn.filter(({ runAt }) => runAt.getTime() === until.getTime())).toHaveLength(1);
    expect(drawn.map(({ payload }) => payload)).toEqual([
      { actionCardId: 'c1' },
      { actionCardId: 'c1' },
    ]);
  });

  it('again replaces the end, and keeps the redraw at each end', async () => {
    const ctx = await newCard();
    await snooze(ctx, 'c1', { durationMs: 2 * HOUR_MS });
    await snooze(ctx, 'c1', { durationMs: HOUR_MS });
    await snooze(ctx, 'c1', { durationMs: 3 * HOUR_MS });
    expect((await card(ctx)).snoozedUntil).toEqual(new Date(NOW.getTime() + 3 * HOUR_MS));
    const ends = (await redraws(ctx)).map(({ runAt }) => runAt.getTime() - NOW.getTime());
    for (const hours of [1, 2, 3]) expect(ends).toContain(hours * HOUR_MS);
  });

  it('leaves it pending: it can still be resolved', async () => {
    const ctx = await newCard();
    await snooze(ctx, 'c1', { durationMs: HOUR_MS });
    expect(await resolve(ctx, 'c1', { action: 'followed' })).toEqual({ changed: true });
  });

  it('is refused once it is resolved', async () => {
    const ctx = await newCard();
    await resolve(ctx, 'c1', { action: 'followed' });
    await expect(snooze(ctx, 'c1', { durationMs: HOUR_MS })).rejects.toMatchObject({
      code: 'invalid_transition',
      message: expect.stringContaining('resolved'),
    });
    expect((await card(ctx)).snoozedUntil).toBeNull();
  });

  it('takes up to 90 days and refuses what is out of range', async () => {
    const ctx = await newCard();
    for (const durationMs of [0, -1, 7_776_000_001, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(snooze(ctx, 'c1', { durationMs })).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('7776000000'),
      });
    }
    expect((await card(ctx)).snoozedUntil).toBeNull();
    await snooze(ctx, 'c1', { durationMs: 7_776_000_000 });
    expect((await card(ctx)).snoozedUntil).toEqual(daysAhead(90));
  });

  it('at the moment of a resolve never hides a resolved card silently', async () => {
    for (let round = 0; round < 5; round++) {
      const ctx = await newCard();
      const [snoozed] = await Promise.allSettled([
        snooze(ctx, 'c1', { durationMs: HOUR_MS }),
        resolve(ctx, 'c1', { action: 'followed' }),
      ]);
      const row = await card(ctx);
      expect(row.resolution).toBe('followed');
      expect(row.snoozedUntil !== null).toBe(snoozed.status === 'fulfilled');
    }
  });
});

describe('undoing', () => {
  it('a resolve makes the card pending again; a contact that took place stays', async () => {
    const ctx = await newCard(liveCall);
    await resolve(ctx, 'c1', { action: 'contacted' });
    await bringBack(ctx, 'c1');
    expect(await card(ctx)).toMatchObject({ resolvedAt: null, resolution: null });
    expect(await contactedAt(ctx)).toEqual(NOW);
    expect((await historyOf(ctx, 'c1')).map(({ action }) => action)).toEqual([
      'resolve',
      'bring_back',
    ]);
    await expect(bringBack(ctx, 'c1')).rejects.toMatchObject({ code: 'invalid_transition' });
  });

  it('a resolve is refused where another card has taken up the cause', async () => {
    const ctx = await newCard({ cause: 'gap:g1' });
    await resolve(ctx, 'c1', { action: 'dismissed' });
    await addCard(ctx, 'c2', { cause: 'gap:g1' });
    await expect(bringBack(ctx, 'c1')).rejects.toMatchObject({
      code: 'invalid_transition',
      message: expect.stringContaining('newer card'),
    });
    expect(await card(ctx)).toMatchObject({ resolution: 'dismissed' });
  });

  it('a snooze brings the card back at once, and is refused where there is none', async () => {
    const ctx = await newCard();
    await expect(wake(ctx, 'c1')).rejects.toMatchObject({ message: 'This card is not snoozed.' });
    await snooze(ctx, 'c1', { durationMs: HOUR_MS });
    await wake(ctx, 'c1');
    expect((await card(ctx)).snoozedUntil).toBeNull();
    await snooze(ctx, 'c1', { durationMs: HOUR_MS });
    await resolve(ctx, 'c1', { action: 'followed' });
    await expect(wake(ctx, 'c1')).rejects.toMatchObject({ code: 'invalid_transition' });
    await expect(wake(ctx, 'c9')).rejects.toMatchObject({ code: 'not_found' });
  });
});
