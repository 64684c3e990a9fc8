import { Signal } from '../../../db/entities/signal.js';
import { strongestOfSignal } from '../../../db/queries/ask-material.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import type { SignalRow } from '../../../db/queries/signals.js';
import { filled, type Implication } from '../../analysis/codebook/entry.js';
import { teamCodebook } from '../../analysis/codebook/team-codebook.js';
import type { Context } from '../../core/context.js';
import { type BasisThemeRow, basisThemes } from '../queries/recommendable.js';

const QUOTES_READ = 40;
const VOICES = 8;
const OTHER_VOICES = 3;
const QUOTES_PER_THEME = 3;

/** The facts that a recommendation is written from; it may contain nothing else. */
export interface Basis {
  signal: SignalRow;
  /** The implication of the signal; undefined if the codebook has none. */
  so: Implication | undefined;
  /** The most people first; none is empty. */
  themes: readonly BasisThemeRow[];
  /** The strongest quote per person, for and against the signal. */
  voices: readonly EvidenceRow[];
  otherVoices: readonly EvidenceRow[];
}

export async function readBasis(ctx: Context, signal: SignalRow): Promise<Basis> {
  const { signalId } = signal;
  const strongest = (kind: 'evidence' | 'counterEvidence') =>
    ctx.db.rows(strongestOfSignal, signalId, kind, QUOTES_READ);
  return {
    signal,
    so: await implicationOf(ctx, signalId),
    themes: await ctx.db.rows(basisThemes, signalId, QUOTES_PER_THEME),
    voices: onePerPerson(await strongest('evidence')).slice(0, VOICES),
    otherVoices: onePerPerson(await strongest('counterEvidence')).slice(0, OTHER_VOICES),
  };
}

async function implicationOf(ctx: Context, signalId: string): Promise<Implication | undefined> {
  const signal = await ctx.db.findOne(Signal, { signalId });
  const entryId = signal?.beliefKey?.split('/')[0];
  const { entries } = await teamCodebook(ctx);
  const so = entries.find(({ id }) => id === entryId)?.so;
  if (!so) return undefined;
  const say = (text: string): string => filled(text, signal?.beliefThing ?? undefined);
  return { title: say(so.title), why: say(so.why), change: say(so.change), known: say(so.known) };
}

const onePerPerson = (quotes: readonly EvidenceRow[]): EvidenceRow[] =>
  quotes.filter(
    ({ participantId }, index) =>
      quotes.findIndex((other) => other.participantId === participantId) === index,
  );
