import { createHash } from 'node:crypto';

/** The id of a quote and of the evidence that it becomes: the same words at the same place always have it. */
export const quoteId = (
  sourceItemId: string,
  turn: number | null,
  start: number | null,
  quote: string,
): string => `ev-${digest([sourceItemId, turn, start, quote])}`;

/** The id of a theme, by the quote that founded it. */
export const themeId = (studyId: string, foundedBy: string): string =>
  `th-${digest([studyId, foundedBy])}`;

/** The id of a signal, by the theme that founded it. */
export const signalId = (foundedBy: string): string => `sg-${digest([foundedBy])}`;

const digest = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20);
