import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WORK_ITEM_STATES } from '../../db/entities/work-item.js';
import type { TrackedIssue } from '../../src/issues/issue.js';
import { nextStatus, type Status } from '../../src/issues/update-status.js';

const sighting = (minute: number, more: Partial<TrackedIssue> = {}): TrackedIssue => ({
  externalId: 'ENG-1',
  nativeId: 'n1',
  url: 'https://linear.app/acme/issue/ENG-1',
  title: 'One',
  state: 'open',
  updatedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)),
  ...more,
});
const follow = (seen: readonly TrackedIssue[]): Status | undefined =>
  seen.reduce<Status | undefined>(
    (status, one) => nextStatus(status, one, 'delivery') ?? status,
    undefined,
  );

describe('what is known of an issue', () => {
  it('is what was true last, in whatever order it is heard', () => {
    const there = fc.constantFrom(...WORK_ITEM_STATES.filter((state) => state !== 'deleted'));
    const states = fc.array(there, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(states, fc.boolean(), fc.infiniteStream(fc.nat()), (before, gone, chance) => {
        const order = gone ? [...before, 'deleted' as const] : before;
        const told = order.map((state, minute) => sighting(minute, { state }));
        const heard = told
          .map((one) => ({ one, at: chance.next().value }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ one }) => one);
        const twice = [...heard, ...heard];
        expect(follow(twice)).toMatchObject({
          state: order.at(-1),
          updatedAt: told.at(-1)?.updatedAt,
        });
      }),
    );
  });

  it('reports progress again after it had ended, until it ends again', () => {
    const completed = sighting(1, { state: 'completed' });
    const again = follow([completed, sighting(2)]);
    expect(again).toMatchObject({ state: 'open', reopened: true });
    expect(follow([completed, sighting(2), sighting(3, { state: 'started' })])?.reopened).toBe(
      true,
    );
    expect(follow([completed, sighting(2), sighting(3, { state: 'completed' })])?.reopened).toBe(
      false,
    );
  });

  it('keeps where it came from when it moves, and who brought it into its state', () => {
    const moved = follow([
      sighting(1, { state: 'completed', changedBy: 'Ada' }),
      sighting(2, { state: 'completed', externalId: 'OPS-4' }),
      sighting(3, { state: 'completed', externalId: 'OPS-4', title: 'Two' }),
    ]);
    expect(moved).toMatchObject({
      externalId: 'OPS-4',
      movedFrom: 'ENG-1',
      changedBy: 'Ada',
      title: 'Two',
    });
  });

  it('is believed of a restored issue only when its tracker was asked', () => {
    const deleted = follow([sighting(9, { state: 'deleted' })]);
    expect(nextStatus(deleted, sighting(5), 'delivery')).toBeUndefined();
    expect(nextStatus(deleted, sighting(10), 'delivery')).toBeUndefined();
    const moved = { ...sighting(10, { externalId: 'OPS-4' }), movedFrom: { externalId: 'ENG-1' } };
    expect(nextStatus(deleted, moved, 'delivery')).toMatchObject({ externalId: 'OPS-4' });
    expect(nextStatus(deleted, sighting(5), 'read')).toMatchObject({
      state: 'open',
      reopened: true,
    });
  });
});
