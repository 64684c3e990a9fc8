import { CORROBORATED_PARTICIPANTS, days } from '../../core/decisions.js';
import { counted, people } from '../../core/words.js';
import type { AnswerBelief, AnswerParts, AnswerQuote } from './answer.js';

export const uncoveredLead = 'The belief layer does not cover this question.';

/** The leading belief and how sure we are, with counts of people and studies. */
export function leadOf(beliefs: readonly AnswerBelief[]): string {
  return beliefs.map(beliefSentence).join('\n');
}

function beliefSentence(belief: AnswerBelief): string {
  const against =
    belief.counterParticipants > 0 ? `, ${people(belief.counterParticipants)} said otherwise` : '';
  const closed = belief.archiveReason === null ? '' : ` (closed: ${belief.archiveReason})`;
  const said = `${people(belief.participants)} in ${counted(belief.studies, 'study', 'studies')} said so`;
  return `${belief.ref}${closed}: ${sentence(belief.label)} ${said}${against}. Confidence: ${belief.confidence}.`;
}

/** Weaknesses of the answer: thin, old or closed material. */
export function caveatsOf(beliefs: readonly AnswerBelief[], now: Date): string[] {
  return beliefs.flatMap((belief) => [
    ...(belief.participants < CORROBORATED_PARTICIPANTS
      ? [`${belief.ref} is thin: ${people(belief.participants)} so far.`]
      : []),
    ...(belief.stale ? [`${belief.ref} is old: ${lastHeard(belief.latestCapturedAt, now)}.`] : []),
    ...(belief.archiveReason === null
      ? []
      : [`${belief.ref} is closed (${belief.archiveReason}); it is kept as a record.`]),
  ]);
}

function lastHeard(at: Date | null, now: Date): string {
  return at === null ? 'none of its quotes has a date' : `last heard ${age(at, now)}`;
}

/** The parts as plain text; quotes byte for byte as they are stored. */
export function answerText(parts: AnswerParts, now: Date): string {
  if (!parts.covered) return [parts.lead, ...nearestLines(parts)].join('\n');
  const refs = new Map(parts.beliefs.map((belief) => [belief.signalId, belief.ref]));
  const line = (quote: AnswerQuote): string => quoteLine(quote, refs.get(quote.signalId), now);
  return [
    parts.lead,
    ...section('What people said:', parts.quotes.map(line)),
    ...section('Against it:', parts.counterQuotes.map(line)),
    ...section('Keep in mind:', parts.caveats),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((one) => `- ${one}`)];
}

function quoteLine({ item }: AnswerQuote, ref: string | undefined, now: Date): string {
  const who = `${inline(item.participantName)}, ${inline(item.studyName)}, ${age(item.capturedAt, now)}`;
  return `“${item.quote}” (${who}${ref === undefined ? '' : `; ${ref}`})`;
}

function nearestLines({ nearest }: AnswerParts): string[] {
  if (!nearest) return [];
  const { belief, gap } = nearest;
  return [
    `The nearest belief is ${belief.ref}: ${sentence(belief.label)}`,
    ...(gap ? [`An open research gap is near it: ${sentence(gap.description)}`] : []),
  ];
}

/** Age of a statement, in the largest whole unit. */
export function age(at: Date | null, now: Date): string {
  if (at === null) return 'undated';
  const ago = Math.floor((now.getTime() - at.getTime()) / days(1));
  if (ago < 1) return 'today';
  if (ago < 60) return `${counted(ago, 'day')} ago`;
  if (ago < 730) return `${counted(Math.floor(ago / 30.44), 'month')} ago`;
  return `${counted(Math.floor(ago / 365.25), 'year')} ago`;
}

function sentence(text: string): string {
  const line = inline(text);
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}

/** A name or label can neither begin a line of the answer nor look like a quote in it. */
export const inline = (text: string): string =>
  text
    .replace(/[\s\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replace(/[“”„‟]/g, "'")
    .trim();
