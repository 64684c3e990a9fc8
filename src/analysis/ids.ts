import { createHash } from 'node:crypto';

/** The id of a quote and its evidence; the same for the same words, position and coding. */
export const quoteId = (
  sourceItemId: string,
  turn: number | null,
  start: number | null,
  quote: string,
  entryId?: string,
): string => `ev-${digest([sourceItemId, turn, start, quote, ...(entryId ? [entryId] : [])])}`;

/** The id of a copy of an interview's quote that counts for another belief. */
export const copyId = (
  { sourceItemId, quote }: { sourceItemId: string; quote: string },
  entryId: string,
): string => quoteId(sourceItemId, null, null, quote, entryId);

/** The id of a theme, from the quote that it was created for. */
export const themeId = (studyId: string, foundedBy: string): string =>
  `th-${digest([studyId, foundedBy])}`;

/** The ids of a belief: of its theme in a study, and of its signal. */
export const beliefThemeId = (studyId: string, key: string): string =>
  `th-${digest(['belief', studyId, key])}`;
export const beliefSignalId = (key: string): string => `sg-${digest(['belief', key])}`;

/** Prefix of the ids of entries that people created with a belief. */
export const OWN = 'own-';

/** The id of an entry that a model created; always the same for the same sentence. */
export const foundEntryId = (statement: string): string =>
  `found-${createHash('sha256').update(statement.toLowerCase()).digest('hex').slice(0, 12)}`;

const digest = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 20);
