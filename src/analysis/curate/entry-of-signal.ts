import type { Signal } from '../../../db/entities/signal.js';
import { ownEntryId } from './promote-theme.js';

/** The key of a signal's themes: the belief's, or for a signal that the service did not create, its own. */
export const beliefKeyOf = ({ beliefKey, signalId }: Pick<Signal, 'beliefKey' | 'signalId'>) =>
  beliefKey ?? ownEntryId(signalId);

/** The codebook entry of a signal; a signal that the service did not create has an id of its own, and no entry. */
export const entryIdOf = (signal: Pick<Signal, 'beliefKey' | 'signalId'>): string =>
  beliefKeyOf(signal).split('/')[0] as string;
