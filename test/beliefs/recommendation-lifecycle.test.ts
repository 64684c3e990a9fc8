import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Job } from '../../db/entities/job.js';
import { Recommendation, type RecommendationState } from '../../db/entities/recommendation.js';
import { Signal } from '../../db/entities/signal.js';
import { decide, recordOutcome, reopen } from '../../src/beliefs/recommendations/decide.js';
import type { Trigger } from '../../src/beliefs/recommendations/lifecycle.js';
import { linkWorkItem } from '../../src/beliefs/recommendations/link-work-item.js';
import { CARD_CHANGED } from '../../src/core/announce.js';
import type { Context } from '../../src/core/context.js';
import { Refusal } from '../../src/core/errors.js';
import { useDatabase } from '../support/database.js';
import { addCard, addRecommendation, addSignals, historyOf, pull } from './support/actions.js';
import { daysAhead, NOW } from './support/corpus.js';

const database = useDatabase();
const newContext = async (more: Partial<Context> = {}): Promise<Context> =>
  database.context(await database.createTeam(), { now: NOW, ...more });

/** A second, independent copy of the lifecycle in docs/reference.md. */
const table: Record<RecommendationState, Partial<Record<Trigger, RecommendationState>>> = {
  open: { accept: 'accepted', dismiss: 'dismissed' },
  accepted: { ship: 'shipped', goStale: 'stale', validate: 'archived', reopen: 'open' },
  dismissed: { reopen: 'open' },
  shipped: { validate: 'archived', reopen: 'open' },
  stale: { reopen: 'open' },
  archived: { reopen: 'open' },
};
const wayTo: Record<RecommendationState, Trigger[]> = {
  open: [],
  accepted: ['accept'],
  dismissed: ['dismiss'],
  shipped: ['accept', 'ship'],
  stale: ['accept', 'goStale'],
  archived: ['accept', 'validate'],
};
const states = Object.keys(table) as RecommendationState[];
const triggers = Object.keys(pull) as Trigger[];

const stored = async (ctx: Context, recommendationId = 'r1'): Promise<Recommendation> =>
  (await ctx.db.findOne(Recommendation, { recommendationId })) as Recommendation;

const signalOf = async (ctx: Context, signalId: string): Promise<Signal> =>
  (await ctx.db.findOne(Signal, { signalId })) as Signal;

async function bring(ctx: Context, state: RecommendationState, id = 'r1'): Promise<void> {
  for (const trigger of wayTo[state]) await pull[trigger](ctx, id);
}

const refusalOf = async (attempt: Promise<unknown>): Promise<Refusal> =>
  attempt.then(
    () => expect.fail('this should have been refused'),
    (error: unknown) => (error instanceof Refusal ? error : Promise.reject(error)),
  );

describe.each(states)('a recommendation that is %s', (state) => {
  it.each(triggers)(`is moved or refused by %s as the table says`, async (trigger) => {
    const ctx = await newContext();
    await addSignals(ctx, 's1');
    await addRecommendation(ctx, 'r1', ['s1']);
    await bring(ctx, state);
    const [before, entries] = [await stored(ctx), await historyOf(ctx, 'r1')];
    expect(before.state).toBe(state);

    const to = table[state][trigger];
    if (to) {
      await pull[trigger](ctx, 'r1');
      expect((await stored(ctx)).state).toBe(to);
      expect(await historyOf(ctx, 'r1')).toHaveLength(entries.length + 1);
    } else {
      const refusal = await refusalOf(pull[trigger](ctx, 'r1'));
      expect(refusal.code).toBe('invalid_transition');
      expect(refusal.message).toContain(`is ${state}`);
      for (const [name, words] of Object.entries({
        accept: 'the decision accepted',
        ship: 'the outcome shipped',
        reopen: 'reopen',
      })) {
        const isAllowed = table[state][name as Trigger] !== undefined;
        expect(refusal.message.split('Allowed now:')[1]?.includes(words)).toBe(isAllowed);
      }
      expect(await stored(ctx)).toEqual(before);
      expect(await historyOf(ctx, 'r1')).toEqual(entries);
    }
  });
});

describe('the lifecycle of a recommendation', () => {
  it('follows the table through any walk, and keeps every step in the history', async () => {
    const walk = fc.array(fc.constantFrom(...triggers), { minLength: 5, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(walk, async (steps) => {
        const ctx = await newContext();
        await addSignals(ctx, 's1', 's2');
        await addRecommendation(ctx, 'r1', ['s1', 's2']);
        let state: RecommendationState = 'open';
        let taken = 0;
        for (const [index, trigger] of steps.entries()) {
          const now = daysAhead(index + 1);
          const to: RecommendationState | undefined = table[state][trigger];
          const attempt = pull[trigger]({ ...ctx, now }, 'r1');
          if (to) {
            await attempt;
            [state, taken] = [to, taken + 1];
            expect((await stored(ctx)).updatedAt).toEqual(now);
          } else await refusalOf(attempt);
          const row = await stored(ctx);
          expect(row.state).toBe(state);
          expect([row.decision, row.outcome]).toEqual(recorded[state]);
          expect((await signalOf(ctx, 's1')).archived).toBe(state === 'archived');
        }
        expect(await historyOf(ctx, 'r1')).toHaveLength(taken);
      }),
      { numRuns: 15 },
    );
  });

  const recorded: Record<RecommendationState, [string | null, string | null]> = {
    open: [null, null],
    accepted: ['accepted', null],
    dismissed: ['dismissed', null],
    shipped: ['accepted', 'shipped'],
    stale: ['accepted', 'stale'],
    archived: ['accepted', 'validated'],
  };

  it('keeps who decided what, when and why', async () => {
    const actor = { type: 'slack_user' as const, id: 'U1', name: 'Ada' };
    const ctx = await newContext({ actor });
    await addRecommendation(ctx, 'r1');
    await decide(ctx, 'r1', { decision: 'dismissed', note: 'not now' });
    await reopen({ ...ctx, now: daysAhead(1) }, 'r1', { note: 'now' });

    expect(await historyOf(ctx, 'r1')).toMatchObject([
      { action: 'decide', detail: { decision: 'dismissed' }, note: 'not now', at: NOW },
      { action: 'reopen', detail: { from: 'dismissed' }, note: 'now', at: daysAhead(1) },
    ]);
    expect(await historyOf(ctx, 'r1')).toMatchObject([
      { actorType: 'slack_user', actorId: 'U1', actorName: 'Ada' },
      { actorType: 'slack_user', actorId: 'U1', actorName: 'Ada' },
    ]);
  });

  it('has the cards that stand for the recommendation redrawn', async () => {
    const ctx = await newContext();
    await addRecommendation(ctx, 'r1');
    await addCard(ctx, 'c1', { type: 'new_recommendation', recommendationId: 'r1' });
    await addCard(ctx, 'c2');
    await decide(ctx, 'r1', { decision: 'accepted' });
    const jobs = await ctx.db.find(Job, { kind: CARD_CHANGED });
    expect(jobs.map(({ payload }) => payload)).toEqual([{ actionCardId: 'c1' }]);
  });

  it('knows neither an unpublished recommendation nor one of another team', async () => {
    const [ctx, other] = [await newContext(), await newContext()];
    await addRecommendation(ctx, 'draft', [], { published: false });
    await addRecommendation(other, 'theirs');
    const url = 'https://example.com/1';
    for (const id of ['draft', 'theirs', 'nowhere']) {
      for (const trigger of triggers) {
        expect((await refusalOf(pull[trigger](ctx, id))).code).toBe('not_found');
      }
      expect((await refusalOf(linkWorkItem(ctx, id, { url }))).code).toBe('not_found');
    }
    expect((await stored(ctx, 'draft')).state).toBe('open');
    expect((await stored(other, 'theirs')).state).toBe('open');
  });

  it('lets one of two conflicting decisions at the same moment win, and refuses the other', async () => {
    const ctx = await newContext();
    for (let round = 0; round < 10; round++) {
      const id = `r${round}`;
      await addRecommendation(ctx, id);
      const results = await Promise.allSettled([
        decide(ctx, id, { decision: 'accepted' }),
        decide(ctx, id, { decision: 'dismissed' }),
      ]);
      const winner = results.findIndex(({ status }) => status === 'fulfilled');
      const [loser] = results.filter((result) => result.status === 'rejected');
      expect(loser?.reason).toMatchObject({ code: 'invalid_transition' });
      const expected = winner === 0 ? 'accepted' : 'dismissed';
      expect((await stored(ctx, id)).state).toBe(expected);
      expect(loser?.reason.message).toContain(`is ${expected}`);
      expect(await historyOf(ctx, id)).toHaveLength(1);
    }
  });

  it('keeps state, signals and history in step when every trigger is pulled at once', async () => {
    const ctx = await newContext();
    await addSignals(ctx, 's1');
    await addRecommendation(ctx, 'r1', ['s1']);
    await bring(ctx, 'accepted');
    const pulled = [...triggers, ...triggers].map((trigger) => pull[trigger](ctx, 'r1'));
    const results = await Promise.allSettled(pulled);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Refusal);
    }
    const moves = results.filter(({ status }) => status === 'fulfilled').length;
    expect(await historyOf(ctx, 'r1')).toHaveLength(1 + moves);
    const { archived } = await signalOf(ctx, 's1');
    expect(archived).toBe((await stored(ctx)).state === 'archived');
  });
});

describe('a validated outcome', () => {
  it('archives the linked signals that are not archived yet, and says by what', async () => {
    const ctx = await newContext();
    await addSignals(ctx, 's1', 's2', 'other');
    const retired = { archived: true, archiveReason: 'retired' as const, archivedAt: NOW };
    await ctx.db.update(Signal, { signalId: 's2' }, retired);
    await addRecommendation(ctx, 'r1', ['s1', 's2']);
    const later = { ...ctx, now: daysAhead(3) };
    await bring(later, 'archived');

    expect(await signalOf(ctx, 's1')).toMatchObject({
      archived: true,
      archiveReason: 'validated',
      archivedAt: daysAhead(3),
      lastUpdatedAt: daysAhead(3),
      archivedByRecommendationId: 'r1',
    });
    expect(await signalOf(ctx, 's2')).toMatchObject({
      ...retired,
      archivedByRecommendationId: null,
    });
    expect((await signalOf(ctx, 'other')).archived).toBe(false);
    expect((await historyOf(ctx, 'r1')).at(-1)?.detail).toEqual({
      outcome: 'validated',
      archivedSignalIds: ['s1'],
    });

    await reopen(later, 'r1', {});
    expect(await signalOf(ctx, 's1')).toMatchObject({
      archived: false,
      archiveReason: null,
      archivedAt: null,
    });
    expect((await signalOf(ctx, 's1')).lastUpdatedAt < daysAhead(3)).toBe(true);
    expect(await signalOf(ctx, 's2')).toMatchObject(retired);
  });

  it('holds a signal archived until the last recommendation that validated it is reopened', async () => {
    const ctx = await newContext();
    await addSignals(ctx, 's1');
    for (const id of ['r1', 'r2']) {
      await addRecommendation(ctx, id, ['s1']);
      await bring(ctx, 'archived', id);
    }
    expect((await signalOf(ctx, 's1')).archivedByRecommendationId).toBe('r1');
    await reopen(ctx, 'r1', {});
    expect(await signalOf(ctx, 's1')).toMatchObject({
      archived: true,
      archivedByRecommendationId: 'r2',
    });
    await reopen(ctx, 'r2', {});
    expect((await signalOf(ctx, 's1')).archived).toBe(false);
  });

  it('never leaves a signal open that one recommendation validates while another is reopened', async () => {
    const ctx = await newContext();
    for (let round = 0; round < 8; round++) {
      const [a, b, s] = [`a${round}`, `b${round}`, `s${round}`];
      await addSignals(ctx, s);
      await addRecommendation(ctx, a, [s]);
      await addRecommendation(ctx, b, [s]);
      await bring(ctx, 'archived', a);
      await bring(ctx, 'shipped', b);
      await Promise.all([reopen(ctx, a, {}), recordOutcome(ctx, b, { outcome: 'validated' })]);
      expect(await signalOf(ctx, s)).toMatchObject({
        archived: true,
        archivedByRecommendationId: b,
      });
    }
  });
});
