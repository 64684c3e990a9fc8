import type {
  ActionItem,
  Confidence,
  EvidenceSnapshot,
} from '../../../db/entities/recommendation.js';
import { Signal } from '../../../db/entities/signal.js';
import { strongestOfSignal } from '../../../db/queries/ask-material.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import type { SignalRow } from '../../../db/queries/signals.js';
import { filled, type Implication } from '../../analysis/codebook/entry.js';
import { teamCodebook } from '../../analysis/codebook/team-codebook.js';
import { confidenceBand, signalConfidence } from '../../beliefs/signals/confidence.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import type { Context } from '../../core/context.js';
import { counted, cut, day, listed, named, people } from '../../core/words.js';
import { type BasisThemeRow, basisThemes, peopleHeard } from '../queries/recommendable.js';

/** A recommendation as it will be stored. */
export interface Draft {
  title: string;
  body: string;
  confidence: Confidence;
  confidenceRationale: string;
  counterEvidenceNote: string;
  actionItems: ActionItem[];
  evidenceSnapshot: EvidenceSnapshot;
}

const QUOTES_SHOWN = 3;
const QUOTE_LIMIT = 300;
const THEMES_NAMED = 3;
/** Shares of the people heard in a signal's studies from which an action has high and medium priority. */
const HIGH_SHARE = 0.5;
const MEDIUM_SHARE = 0.25;

/** Writes a recommendation from the implication of a signal, counts and quotes alone. */
export function writeDraft(basis: Basis, so: Implication, now: Date): Draft {
  const { signal } = basis;
  const support = supportOf(
    signal.participantCount,
    basis.heard,
    basis.voices.map(({ evidenceId }) => evidenceId),
  );
  return {
    title: so.title,
    body: [
      `${so.why}. ${supportSummary(basis)}`,
      inTheirWords(basis),
      `It worked if: ${so.known}.`,
    ].join('\n\n'),
    actionItems: [{ action: so.change, ...support }],
    ...draftFacts(basis, now),
  };
}

/** Confidence and counter-evidence, from the numbers alone. */
function draftFacts({ signal, otherVoices }: Basis, now: Date) {
  const confidence = confidenceBand(signalConfidence(signal, now));
  const { participantCount, studyCount, counterParticipantCount, latestCapturedAt } = signal;
  const newest = latestCapturedAt ? `; newest quote: ${day(latestCapturedAt)}` : '';
  const against = counterParticipantCount === 0 ? 'none' : `${counterParticipantCount}`;
  return {
    confidence,
    confidenceRationale:
      `People who support ${signalRef(signal.refNumber)}: ${participantCount}, in ` +
      `${counted(studyCount, 'study', 'studies')}; people against it: ${against}${newest}.`,
    counterEvidenceNote:
      otherVoices.length === 0
        ? 'No one has contradicted it, but perhaps no one was asked.'
        : `Seen differently by ${people(counterParticipantCount)}: ${quoted(otherVoices, 1)}`,
    evidenceSnapshot: {
      totalSourceItems: signal.sourceItemCount,
      studyCount,
      generatedFromEvidenceCount: signal.quoteCount,
    },
  };
}

/** Text such as `5 of 12 people (ids of quotes)`, and the priority for that share. */
function supportOf(
  count: number,
  all: number,
  evidenceIds: readonly string[],
): Pick<ActionItem, 'priority' | 'supportingEvidence'> {
  const share = count / Math.max(1, all);
  return {
    priority: share >= HIGH_SHARE ? 'high' : share >= MEDIUM_SHARE ? 'medium' : 'low',
    supportingEvidence: `${count} of ${people(all)} (${evidenceIds.join(', ')})`,
  };
}

function supportSummary({ signal, themes }: Basis): string {
  const { participantCount, studyCount } = signal;
  const where = listed(
    themes
      .slice(0, THEMES_NAMED)
      .map(({ studyName, people: count }) => `${count} in ${named(studyName)}`),
  );
  return (
    `${signalRef(signal.refNumber)} ${named(signal.label)} is supported by ${people(participantCount)} in ` +
    `${counted(studyCount, 'study', 'studies')}: ${where}.`
  );
}

const inTheirWords = ({ voices }: Basis): string =>
  `In their words: ${quoted(voices, QUOTES_SHOWN)}`;

const quoted = (voices: Basis['voices'], most: number): string =>
  voices
    .slice(0, most)
    .map(({ quote }) => `“${cut(quote, QUOTE_LIMIT)}”`)
    .join(' ');

const QUOTES_READ = 40;
const VOICES = 8;
const OTHER_VOICES = 3;
const QUOTES_PER_THEME = 3;

/** The facts that a recommendation is written from; it may contain nothing else. */
interface Basis {
  signal: SignalRow;
  /** Number of people heard in its studies. */
  heard: number;
  /** Most people first; each has at least one quote. */
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
    heard: (await ctx.db.row(peopleHeard, signalId))?.count ?? 0,
    themes: await ctx.db.rows(basisThemes, signalId, QUOTES_PER_THEME),
    voices: onePerPerson(await strongest('evidence')).slice(0, VOICES),
    otherVoices: onePerPerson(await strongest('counterEvidence')).slice(0, OTHER_VOICES),
  };
}

/** The implication of a signal; undefined if the codebook has none. */
export async function implicationOf(
  ctx: Context,
  signalId: string,
): Promise<Implication | undefined> {
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
