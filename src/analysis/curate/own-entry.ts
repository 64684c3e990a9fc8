import { createHash } from 'node:crypto';
import type { Signal } from '../../../db/entities/signal.js';
import type { CodebookEntry } from '../codebook/entry.js';
import { OWN } from '../ids.js';

/** The id of an entry that a person created from a record; always the same for the same record. */
export const ownEntryId = (of: string): string =>
  `${OWN}${createHash('sha256').update(of).digest('hex').slice(0, 12)}`;

/** An entry without patterns: until patterns are added, it counts only quotes placed by people. */
export const ownEntry = (id: string, statement: string): CodebookEntry => ({
  ...{ id, kind: 'belief', statement, says: '' },
  counts: 'What people put under it.',
  examples: { counts: [], not: [] },
});

/**
 * The key of a signal's themes: the belief's key, or a key derived from the signal if the service did not create it.
 */
export const beliefKeyOf = ({ beliefKey, signalId }: Pick<Signal, 'beliefKey' | 'signalId'>) =>
  beliefKey ?? ownEntryId(signalId);

/**
 * The id of a signal's codebook entry. A signal that the service did not create has a derived id, without an entry.
 */
export const entryIdOf = (signal: Pick<Signal, 'beliefKey' | 'signalId'>): string =>
  beliefKeyOf(signal).split('/')[0] as string;
