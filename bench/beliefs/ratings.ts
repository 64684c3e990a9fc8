import { readFileSync } from 'node:fs';
import { z } from 'zod';

export interface RatedBelief {
  study: string;
  label: string;
}

const Ratings = z.object({
  rubric: z.record(z.string(), z.string()),
  ratedBy: z.string(),
  ratedOn: z.string(),
  /** Studies that were neither read nor run before the rules were frozen. */
  unread: z.array(z.string()),
  /** Pairs of a claim and a quote that counts, each read by a person; the unread ones before the last changes. */
  pairs: z.array(
    z.object({
      of: z.string(),
      unread: z.boolean(),
      read: z.number(),
      supported: z.number(),
      against: z.number(),
      againstRight: z.number(),
    }),
  ),
  labels: z.array(
    z.object({ study: z.string(), label: z.string(), rating: z.enum(['good', 'bland', 'bad']) }),
  ),
});

const read = () =>
  Ratings.parse(JSON.parse(readFileSync(new URL('./ratings.json', import.meta.url), 'utf8')));

/** Adds to each belief the rating of its label in its study; new beliefs are not rated yet. */
export function ratings<T extends RatedBelief>(found: readonly T[]): (T & { rating: string })[] {
  const given = new Map(
    read().labels.map(({ study, label, rating }) => [`${study} ${label}`, rating]),
  );
  return found.map((one) => ({
    ...one,
    rating: given.get(`${one.study} ${one.label}`) ?? 'not rated',
  }));
}

/** Returns how many quotes support the claim they count for, as read by a person. */
export function pairsRead(): Record<string, string | number>[] {
  return read().pairs.map(({ of, unread, read: pairs, supported, against, againstRight }) => ({
    quotes: unread ? `${of} (unread)` : of,
    read: pairs,
    supported,
    share: `${Math.round((100 * supported) / pairs)}%`,
    'against: right': `${againstRight} of ${against}`,
  }));
}

/** Number of labels per rating for each study, and for the unread studies together. */
export function share(
  rated: readonly (RatedBelief & { rating: string })[],
  studies: readonly string[],
): Record<string, string | number>[] {
  const { unread } = read();
  const row = (study: string, own: readonly { rating: string }[]) => {
    const count = (rating: string): number => own.filter((one) => one.rating === rating).length;
    const of = (rating: string): string =>
      `${Math.round((100 * count(rating)) / Math.max(1, own.length))}%`;
    return {
      study,
      labels: own.length,
      good: count('good'),
      bland: count('bland'),
      bad: count('bad'),
      'good share': of('good'),
      'bad share': of('bad'),
    };
  };
  const mine = (study: string) => rated.filter((one) => one.study === study);
  return [
    ...studies.map((study) =>
      row(unread.includes(study) ? `${study} (unread)` : study, mine(study)),
    ),
    row('all', studies.flatMap(mine)),
    ...(unread.length > 0 ? [row('all that was unread', unread.flatMap(mine))] : []),
  ];
}
