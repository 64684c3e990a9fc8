import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ConfidenceFacts,
  confidence,
  confidenceBand,
  themeStrength,
} from '../../src/beliefs/signals/confidence.js';
import { stage } from '../../src/beliefs/signals/stage.js';
import {
  firstSeenAt,
  isStale,
  lastUpdatedAt,
  trajectory,
  trajectoryUntil,
} from '../../src/beliefs/signals/trajectory.js';
import { days } from '../../src/core/numbers.js';
import { daysAgo, daysAhead, NOW } from './support/corpus.js';

const count = fc.integer({ min: 0, max: 200 });
const facts: fc.Arbitrary<ConfidenceFacts> = fc.record({
  participants: count,
  studies: fc.integer({ min: 0, max: 20 }),
  counterParticipants: count,
  latestCapturedAt: fc.option(fc.integer({ min: -10, max: 2000 }).map(daysAgo)),
  now: fc.constant(NOW),
});

describe('confidence', () => {
  it('lies between 0 and 1', () => {
    fc.assert(
      fc.property(facts, (row) => {
        expect(confidence(row)).toBeGreaterThanOrEqual(0);
        expect(confidence(row)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('never falls when a supporting participant is added, in a study that is known or new', () => {
    fc.assert(
      fc.property(facts, fc.boolean(), (row, newStudy) => {
        const more = {
          ...row,
          participants: row.participants + 1,
          studies: row.studies + (newStudy ? 1 : 0),
        };
        expect(confidence(more)).toBeGreaterThanOrEqual(confidence(row));
        const withNewCapture = confidence({ ...more, latestCapturedAt: NOW });
        expect(withNewCapture).toBeGreaterThanOrEqual(confidence(row));
      }),
    );
  });

  it('never falls when the added participant has no date', () => {
    fc.assert(
      fc.property(facts, (row) => {
        const undated = { ...row, latestCapturedAt: null };
        expect(
          confidence({ ...undated, participants: row.participants + 1 }),
        ).toBeGreaterThanOrEqual(confidence(undated));
        expect(confidence(row)).toBeGreaterThanOrEqual(confidence(undated));
      }),
    );
  });

  it('never rises when counter-evidence is added', () => {
    fc.assert(
      fc.property(facts, fc.integer({ min: 1, max: 50 }), (row, more) => {
        const opposed = { ...row, counterParticipants: row.counterParticipants + more };
        expect(confidence(opposed)).toBeLessThanOrEqual(confidence(row));
      }),
    );
  });

  it('never rises with age alone, and does not decay in the first 90 days', () => {
    fc.assert(
      fc.property(facts, fc.integer({ min: 0, max: 3000 }), (row, later) => {
        const then = new Date(NOW.getTime() + days(later));
        expect(confidence({ ...row, now: then })).toBeLessThanOrEqual(confidence(row));
      }),
    );
    const fresh = { participants: 6, studies: 2, counterParticipants: 0, now: NOW };
    expect(confidence({ ...fresh, latestCapturedAt: daysAgo(90) })).toBe(
      confidence({ ...fresh, latestCapturedAt: NOW }),
    );
    expect(confidence({ ...fresh, latestCapturedAt: daysAgo(120) })).toBeLessThan(
      confidence({ ...fresh, latestCapturedAt: NOW }),
    );
  });

  it('is low for one voice, and high for a dozen who agree across studies', () => {
    const at = { counterParticipants: 0, latestCapturedAt: NOW, now: NOW };
    expect(confidenceBand(confidence({ ...at, participants: 1, studies: 1 }))).toBe('low');
    expect(confidenceBand(confidence({ ...at, participants: 12, studies: 3 }))).toBe('high');
    expect(confidenceBand(confidence({ ...at, participants: 40, studies: 1 }))).toBe('moderate');
    expect(confidence({ ...at, participants: 0, studies: 0 })).toBe(0);
  });

  it('falls into bands at 0.4 and 0.7', () => {
    expect([0, 0.3999, 0.4, 0.6999, 0.7, 1].map(confidenceBand)).toEqual([
      'low',
      'low',
      'moderate',
      'moderate',
      'high',
      'high',
    ]);
  });
});

describe('stage, strength and staleness', () => {
  it('establishes a signal from 5 participants and 2 studies up', () => {
    expect([stage(5, 2), stage(4, 2), stage(5, 1), stage(100, 20)]).toEqual([
      'established',
      'emerging',
      'emerging',
      'established',
    ]);
  });

  it('calls a theme thin under 2 participants, corroborated under 5, else broad', () => {
    expect([0, 1, 2, 4, 5].map(themeStrength)).toEqual([
      'thin',
      'thin',
      'corroborated',
      'corroborated',
      'broad',
    ]);
  });

  it('calls a signal stale when nothing was captured for 90 days, or nothing with a date', () => {
    expect(isStale(daysAgo(89.99), NOW)).toBe(false);
    expect(isStale(daysAgo(90), NOW)).toBe(true);
    expect(isStale(null, NOW)).toBe(true);
    expect(isStale(daysAhead(1), NOW)).toBe(false);
  });
});

describe('trajectory', () => {
  const old = daysAgo(100);

  it('is new while the first row is at most 14 days old, whatever the counts', () => {
    expect(trajectory(daysAgo(14), 9, 0, NOW)).toBe('new');
    expect(trajectory(daysAgo(14.01), 9, 0, NOW)).toBe('rising');
  });

  it('rises from 2 recent rows that are 1.5 times the earlier ones', () => {
    expect(trajectory(old, 1, 0, NOW)).toBe('stable');
    expect(trajectory(old, 2, 0, NOW)).toBe('rising');
    expect(trajectory(old, 3, 2, NOW)).toBe('rising');
    expect(trajectory(old, 4, 3, NOW)).toBe('stable');
  });

  it('declines when recent rows are at most half of 2 or more earlier ones', () => {
    expect(trajectory(old, 1, 2, NOW)).toBe('declining');
    expect(trajectory(old, 0, 1, NOW)).toBe('stable');
    expect(trajectory(old, 2, 3, NOW)).toBe('stable');
  });

  it('is stable without any row', () => {
    expect(trajectory(null, 0, 0, NOW)).toBe('stable');
  });
});

describe('the instant until which a trajectory holds', () => {
  const captures = fc.array(
    fc
      .oneof(
        fc.integer({ min: 0, max: 80 }),
        fc.double({ min: 0, max: 80, noNaN: true }),
        fc.constantFrom(14, 30, 60),
      )
      .map(daysAgo),
    { maxLength: 30 },
  );

  const factsAt = (rows: Date[], now: Date, read = Number.POSITIVE_INFINITY) => {
    const sorted = rows.toSorted((a, b) => a.getTime() - b.getTime());
    const ageOf = (at: Date) => now.getTime() - at.getTime();
    const recent = sorted.filter((at) => ageOf(at) <= days(30));
    const earlier = sorted.filter((at) => ageOf(at) > days(30) && ageOf(at) <= days(60));
    return {
      first: sorted[0] ?? null,
      recent: recent.length,
      earlier: earlier.length,
      oldestRecent: recent.slice(0, read),
      oldestEarlier: earlier.slice(0, read),
    };
  };
  const trajectoryAt = (rows: Date[], now: Date) => {
    const { first, recent, earlier } = factsAt(rows, now);
    return trajectory(first, recent, earlier, now);
  };
  const plus = (at: Date, ms: number) => new Date(at.getTime() + ms);

  it('is the very instant of the change where every capture is known', () => {
    fc.assert(
      fc.property(captures, (rows) => {
        const current = trajectoryAt(rows, NOW);
        const until = trajectoryUntil(factsAt(rows, NOW), NOW);
        const end = until ?? daysAhead(200);
        for (let at = NOW; at < end; at = plus(at, days(0.5))) {
          expect(trajectoryAt(rows, at)).toBe(current);
        }
        expect(trajectoryAt(rows, plus(end, -1))).toBe(current);
        if (until) expect(trajectoryAt(rows, until)).not.toBe(current);
      }),
    );
  });

  it('never passes a change over, and always moves on, where only a few captures were read', () => {
    fc.assert(
      fc.property(captures, fc.integer({ min: 1, max: 4 }), (rows, read) => {
        const current = trajectoryAt(rows, NOW);
        const exact = trajectoryUntil(factsAt(rows, NOW), NOW);
        const until = trajectoryUntil(factsAt(rows, NOW, read), NOW);
        if (exact) expect(until && until <= exact).toBe(true);
        if (until) {
          expect(until > NOW).toBe(true);
          expect(trajectoryAt(rows, plus(until, -1))).toBe(current);
        }
      }),
    );
  });
});

describe('first seen and last updated', () => {
  const none = {
    firstCapturedAt: null,
    lastCapturedAt: null,
    firstLinkedAt: null,
    lastLinkedAt: null,
    undatedLink: false,
    statedFirstSeenAt: null,
    archivedAt: null,
    createdAt: daysAgo(1),
  };

  it('falls back from the first quote to what was stated, the first link and the creation', () => {
    const all = {
      ...none,
      firstCapturedAt: daysAgo(9),
      statedFirstSeenAt: daysAgo(50),
      firstLinkedAt: daysAgo(30),
    };
    expect(firstSeenAt(all)).toEqual(daysAgo(9));
    expect(firstSeenAt({ ...all, firstCapturedAt: null })).toEqual(daysAgo(50));
    expect(firstSeenAt({ ...none, firstLinkedAt: daysAgo(30) })).toEqual(daysAgo(30));
    expect(firstSeenAt(none)).toEqual(daysAgo(1));
  });

  it('takes the latest of captures, links and archiving', () => {
    const captured = { ...none, firstCapturedAt: daysAgo(9), lastCapturedAt: daysAgo(8) };
    expect(lastUpdatedAt(captured)).toEqual(daysAgo(8));
    expect(lastUpdatedAt({ ...captured, lastLinkedAt: daysAgo(7) })).toEqual(daysAgo(7));
    expect(lastUpdatedAt({ ...captured, archivedAt: daysAgo(2) })).toEqual(daysAgo(2));
    expect(lastUpdatedAt(none)).toEqual(daysAgo(1));
    const undated = { ...none, undatedLink: true, statedFirstSeenAt: daysAgo(40) };
    expect(lastUpdatedAt({ ...undated, lastLinkedAt: daysAgo(60) })).toEqual(daysAgo(40));
  });
});
