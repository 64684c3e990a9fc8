import { CARD_TYPES } from '../../../db/entities/action-card.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import {
  CONTRADICTED_PEOPLE,
  days,
  POST_SHIP_MIN_PEOPLE,
  POST_SHIP_WINDOW_DAYS,
} from '../../core/numbers.js';
import { day, listed, named, people } from '../../core/words.js';
import type { Cause, RuleSet } from '../cause.js';
import { type ShipRow, ships as shipRows } from '../queries/ships.js';

const LEAST_URGENCY = 0.6;
const URGENCY_PER_PERSON = 0.1;

/** Shipped fixes that are contradicted, and shipped fixes that were never verified. */
export const ships = {
  rules: ['fix_contradicted', 'post_ship_verification'],
  about: 'recommendation',
  async causes(tx, { recommendation: ids }) {
    const rows = await tx.db.rows(shipRows({ only: ids !== null }), ids, tx.now);
    return [...contradicted(rows), ...unverified(rows, tx.now)];
  },
} satisfies RuleSet;

/** Ships after which enough people still report the problem unprompted: the rows by recommendation. */
export function contradictedShips(rows: readonly ShipRow[]): Map<string, ShipRow[]> {
  const byShip = new Map<string, ShipRow[]>();
  for (const row of rows.filter(({ peopleSince }) => peopleSince >= CONTRADICTED_PEOPLE)) {
    byShip.set(row.recommendationId, [...(byShip.get(row.recommendationId) ?? []), row]);
  }
  return byShip;
}

/** Identifies the ship, not the recommendation: a fix shipped again after a reopen can be contradicted again. */
const shipKey = ({ recommendationId, shippedAt }: ShipRow): string =>
  `${recommendationId}:${shippedAt.getTime()}`;

/** One alarm per ship, about its signal with the most people. */
const contradicted = (rows: readonly ShipRow[]): Cause[] =>
  [...contradictedShips(rows).values()].map((ofShip) => {
    const row = ofShip.reduce((most, next) => (next.peopleSince > most.peopleSince ? next : most));
    const others = ofShip
      .filter((other) => other !== row)
      .map((other) => signalRef(other.refNumber));
    const ref = signalRef(row.refNumber);
    const also =
      others.length > 0
        ? ` It was also meant for ${listed(others)}, which people still report.`
        : '';
    return {
      key: `fix_contradicted:${shipKey(row)}`,
      aboutId: row.recommendationId,
      why: `${ref}: ${people(row.peopleSince)} said it unprompted since ${named(row.title)} shipped`,
      match: { recommendationId: row.recommendationId, since: row.shippedAt },
      opens: 'card',
      rule: 'fix_contradicted',
      card: {
        summary: `${named(row.title)} shipped, and ${people(row.peopleSince)} said unprompted since then: ${named(row.label)} (${ref}).${also}`,
        priority: CARD_TYPES.fix_contradicted.tier,
        urgency: Math.min(1, LEAST_URGENCY + URGENCY_PER_PERSON * row.peopleSince),
        recommendationId: row.recommendationId,
        signalId: row.signalId,
        themeIds: [...new Set(ofShip.flatMap(({ themeIds }) => themeIds))],
        studyIds: [...new Set(ofShip.flatMap(({ studyIds }) => studyIds))],
      },
    };
  });

/** One gap per signal. If there were several ships, the latest counts; it comes first in the rows. */
function unverified(rows: readonly ShipRow[], now: Date): Cause[] {
  const bySignal = new Map<string, ShipRow>();
  for (const row of rows) {
    const waited = now.getTime() - row.shippedAt.getTime() >= days(POST_SHIP_WINDOW_DAYS);
    const due = waited && row.interviewedSince < POST_SHIP_MIN_PEOPLE;
    if (due && !bySignal.has(row.signalId)) bySignal.set(row.signalId, row);
  }
  return [...bySignal.values()].map((row) => {
    const heard = row.interviewedSince === 0 ? 'no one' : 'only 1 person';
    return {
      key: `post_ship_verification:${shipKey(row)}:${row.signalId}`,
      aboutId: row.recommendationId,
      why: `${signalRef(row.refNumber)}: ${heard} interviewed since ${named(row.title)} shipped`,
      match: { signalId: row.signalId, since: row.shippedAt },
      opens: 'gap',
      rule: 'post_ship_verification',
      gap: {
        signalId: row.signalId,
        description: `${named(row.title)} shipped on ${day(row.shippedAt)}, and ${heard} has been interviewed since, so its effect on ${named(row.label)} is unknown.`,
        suggestedAction: `Interview at least ${POST_SHIP_MIN_PEOPLE} people about their week, without naming what shipped.`,
      },
    };
  });
}
