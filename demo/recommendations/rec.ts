import { people } from '../people.js';
import type { RecommendationLine } from '../snapshot-line.js';

const QUOTE_IDS = /q-[a-z0-9-]+(?:, q-[a-z0-9-]+)*/;

const firstName = (quoteId: string): string => {
  const key = quoteId.split('-')[1] as keyof typeof people;
  return people[key].name.split(' ')[0] as string;
};

/** An issue tracker cannot look a quote's id up, so the names of who said it stand before it. */
const withNames = (supportingEvidence: string): string =>
  supportingEvidence.replace(QUOTE_IDS, (ids) => {
    const names = [...new Set(ids.split(', ').map(firstName))];
    return `${names.join(', ')} (${ids})`;
  });

export const rec = (
  key: string,
  facts: Omit<RecommendationLine, 'resource' | 'recommendationId'>,
): RecommendationLine => ({
  resource: 'recommendation',
  recommendationId: `rec-${key}`,
  ...facts,
  ...(facts.actionItems && {
    actionItems: facts.actionItems.map((item) => ({
      ...item,
      supportingEvidence: withNames(item.supportingEvidence),
    })),
  }),
});
