import { strongestOfSignal } from '../../../db/queries/ask-material.js';
import { type BasisThemeRow, basisThemes } from '../../../db/queries/engine/recommendable.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import type { SignalRow } from '../../../db/queries/signals.js';
import type { Context } from '../../context.js';

const QUOTES_READ = 40;
const VOICES = 8;
const OTHER_VOICES = 3;
const QUOTES_PER_THEME = 3;

/** What a recommendation is written from: nothing else may stand in it. */
export interface Basis {
  signal: SignalRow;
  /** The most people first; none of them empty. */
  themes: readonly BasisThemeRow[];
  /** The strongest quote of each person, for it and against it. */
  voices: readonly EvidenceRow[];
  otherVoices: readonly EvidenceRow[];
}

export async function readBasis(ctx: Context, signal: SignalRow): Promise<Basis> {
  const { signalId } = signal;
  const strongest = (kind: 'evidence' | 'counterEvidence') =>
    ctx.db.rows(strongestOfSignal, signalId, kind, QUOTES_READ);
  return {
    signal,
    themes: await ctx.db.rows(basisThemes, signalId, QUOTES_PER_THEME),
    voices: onePerPerson(await strongest('evidence')).slice(0, VOICES),
    otherVoices: onePerPerson(await strongest('counterEvidence')).slice(0, OTHER_VOICES),
  };
}

const onePerPerson = (quotes: readonly EvidenceRow[]): EvidenceRow[] =>
  quotes.filter(
    ({ participantId }, index) =>
      quotes.findIndex((other) => other.participantId === participantId) === index,
  );
