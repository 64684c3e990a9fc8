import type { StudySummary } from '../../db/entities/study.js';
import { coverage } from '../beliefs/studies/read-readout.js';
import {
  CONTRADICTION_PEOPLE,
  CORROBORATED_PARTICIPANTS,
  POST_SHIP_QUALITY,
  SUMMARY_PEOPLE,
} from '../core/numbers.js';
import { counted, listed, named, people } from '../core/words.js';
import type { SummarizedStudyRow, SummarizedThemeRow } from './queries/summaries.js';

const THEMES_NAMED = 4;
const THEMES_TOLD = 3;
const MOST_QUESTIONS = 5;
const THIN_THEMES_ASKED = 2;

/** Summarizes a study from its counts and themes alone, with questions for the next one. */
export function summarize(study: SummarizedStudyRow): Omit<StudySummary, 'lastUpdated'> {
  return {
    narrative: [spoken(study), found(study), ...told(study), disputed(study), single(study)]
      .filter((sentence) => sentence !== '')
      .join(' '),
    confidence: confidenceOf(study),
    suggestedNextQuestions: nextQuestions(study).slice(0, MOST_QUESTIONS),
  };
}

function confidenceOf({
  participantCount,
  avgQualityScore,
}: SummarizedStudyRow): StudySummary['confidence'] {
  const good = avgQualityScore === null || avgQualityScore >= POST_SHIP_QUALITY;
  if (participantCount >= SUMMARY_PEOPLE.high && good) return 'high';
  return participantCount >= SUMMARY_PEOPLE.moderate ? 'moderate' : 'low';
}

const spoken = ({ participantCount, sourceItemCount, analyzedCount }: SummarizedStudyRow): string =>
  `${people(participantCount)} spoke in ${counted(sourceItemCount, 'interview')}` +
  (analyzedCount < sourceItemCount ? `, ${analyzedCount} of which could be read.` : '.');

/** Names the beliefs that people stated, and, as far as there is room, topics, which say little on their own. */
function found({ themes }: SummarizedStudyRow): string {
  if (themes.length === 0) return 'No themes were found.';
  const beliefs = themes.filter(({ isBelief }) => isBelief).slice(0, THEMES_NAMED);
  const topics = themes
    .filter(({ isBelief }) => !isBelief)
    .slice(0, THEMES_NAMED - beliefs.length)
    .map((theme) => withPeople(theme, TONES[theme.sentiment]));
  const said = beliefs.map((theme) => withPeople(theme));
  return [
    ...(said.length > 0 ? [`Said by the most people: ${listed(said)}.`] : []),
    ...(topics.length > 0
      ? [
          `${said.length > 0 ? 'Also mentioned' : 'Mentioned by the most people'}: ${listed(topics)}.`,
        ]
      : []),
  ].join(' ');
}

const withPeople = ({ label, participantCount }: SummarizedThemeRow, tone = ''): string =>
  `${named(label)} (${people(participantCount)}${tone ? `, ${tone}` : ''})`;

const told = ({ themes }: SummarizedStudyRow): string[] =>
  themes
    .filter((theme) => theme.told !== null)
    .slice(0, THEMES_TOLD)
    .map((theme) => `${named(theme.label)}: ${theme.told}`);

const TONES = {
  positive: 'with praise',
  negative: 'with complaints',
  mixed: 'with praise and complaints',
  neutral: '',
} as const;

const isDivided = (theme: SummarizedThemeRow): boolean =>
  Math.min(theme.participantCount, theme.counterParticipantCount) >= CONTRADICTION_PEOPLE;
const isThin = ({ participantCount }: SummarizedThemeRow): boolean =>
  participantCount < CORROBORATED_PARTICIPANTS;

function disputed({ themes }: SummarizedStudyRow): string {
  const divided = themes.filter(isDivided).slice(0, THEMES_NAMED);
  return divided.length === 0
    ? ''
    : `They disagree about ${listed(divided.map(({ label }) => named(label)))}.`;
}

function single({ themes }: SummarizedStudyRow): string {
  const thin = themes.filter(isThin).length;
  return thin === 0
    ? ''
    : `${thin} of ${counted(themes.length, 'theme')} came from a single person.`;
}

function nextQuestions({
  themes,
  learningTargets,
  touched,
  analyzedCount,
}: SummarizedStudyRow): string[] {
  return [
    ...coverage(learningTargets, touched, analyzedCount).map(({ question }) => question),
    ...themes
      .filter(isDivided)
      .map(
        ({ label }) => `What distinguishes people who say ${named(label)} from those who disagree?`,
      ),
    ...themes
      .filter((theme) => isThin(theme) && theme.isBelief)
      .slice(0, THIN_THEMES_ASKED)
      .map(({ label }) => `Who else would say ${named(label)}, and when?`),
  ];
}
