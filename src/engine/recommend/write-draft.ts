import type {
  ActionItem,
  Confidence,
  EvidenceSnapshot,
} from '../../../db/entities/recommendation.js';
import type { BasisThemeRow } from '../../../db/queries/engine/recommendable.js';
import { confidenceBand, signalConfidence } from '../../signals/confidence.js';
import { signalRef } from '../../signals/ref.js';
import { counted, cut, day, named, people } from '../../words.js';
import type { Basis } from './basis.js';
import { moveOf, moves } from './moves.js';

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
const THEMES_ACTED_ON = 3;
/** Shares of a signal's people from which an action on a theme is of high and of medium priority. */
const HIGH_SHARE = 0.5;
const MEDIUM_SHARE = 0.25;

/**
 * A recommendation put together from counts and quotes alone: it says what was heard and how often, and leaves
 * what to build to people.
 */
export function writeDraft(basis: Basis, now: Date): Draft {
  const move = moveOf(basis.themes[0]);
  return {
    title: moves[move].title(named(basis.signal.label)),
    body: [heard(basis), inTheirWords(basis)].join('\n\n'),
    actionItems: steps(basis).slice(0, THEMES_ACTED_ON),
    ...standing(basis, now),
  };
}

/** One a theme; studies that found the same call for one step, which the most people of one of them stand behind. */
const steps = ({ signal, themes }: Basis): ActionItem[] =>
  themes
    .map((theme) => ({
      action: moves[moveOf(theme)].action(named(theme.label)),
      ...supportOf(theme.people, signal.participantCount, theme.evidenceIds),
    }))
    .filter(({ action }, index, all) => all.findIndex((step) => step.action === action) === index);

/** What follows from the numbers, whoever writes the words. */
export function standing({ signal, otherVoices }: Basis, now: Date) {
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
        ? 'Nobody was heard against it, which is also what happens when nobody asks.'
        : `Seen differently by ${people(counterParticipantCount)}: ${quoted(otherVoices, 1)}`,
    evidenceSnapshot: {
      totalSourceItems: signal.sourceItemCount,
      studyCount,
      generatedFromEvidenceCount: signal.quoteCount,
    },
  };
}

/** `5 of 12 people (ids of quotes)`, and how much that share presses. */
export function supportOf(
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

function heard({ signal, themes }: Basis): string {
  const { participantCount, studyCount } = signal;
  const where = themes.slice(0, THEMES_ACTED_ON).map(aboutTheme).join('; ');
  return (
    `${signalRef(signal.refNumber)} ${named(signal.label)} is supported by ${people(participantCount)} in ` +
    `${counted(studyCount, 'study', 'studies')}, who spoke of ${where}.`
  );
}

const aboutTheme = ({ label, studyName, people: count }: BasisThemeRow): string =>
  `${named(label)} (${people(count)} in ${named(studyName)})`;

const inTheirWords = ({ voices }: Basis): string =>
  `In their words: ${quoted(voices, QUOTES_SHOWN)}`;

const quoted = (voices: Basis['voices'], most: number): string =>
  voices
    .slice(0, most)
    .map(({ quote }) => `“${cut(quote, QUOTE_LIMIT)}”`)
    .join(' ');
