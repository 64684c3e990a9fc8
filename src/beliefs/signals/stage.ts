import type { SignalStage } from '../../../db/entities/signal.js';
import { ESTABLISHED_PARTICIPANTS, ESTABLISHED_STUDIES } from '../../core/numbers.js';

/**
 * Evidence maturity from distinct supporting participants and their studies (docs/reference.md,
 * Signals).
 */
export const stage = (participants: number, studies: number): SignalStage =>
  participants >= ESTABLISHED_PARTICIPANTS && studies >= ESTABLISHED_STUDIES
    ? 'established'
    : 'emerging';
