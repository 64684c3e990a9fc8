import { CORROBORATED_PARTICIPANTS, days } from '../../core/numbers.js';
import { counted, cut, listed, people } from '../../core/words.js';
import { sentencesOf } from '../../language/sentences.js';
import { words } from '../../language/tokens.js';
import type { Decided } from '../queries/ask-facts.js';
import type { AnswerBelief, AnswerParts, AnswerQuote, Said } from './answer.js';

/** A sentence with the belief that answers a question. */
export const leadOf = (belief: AnswerBelief): string =>
  `${belief.ref}${closed(belief)}: ${sentence(belief.label)}`;

/** A sentence saying that nothing answers a question, with the closest belief and the word that it lacks. */
export const nearLeadOf = (
  belief: AnswerBelief,
  { opening, notAbout }: { opening?: string | undefined; notAbout?: string | undefined } = {},
): string => {
  return `${opening ?? `Nothing answers this exactly. Closest${though(notAbout)}:`} ${leadOf(belief)}`;
};

/**
 * A model's statements, each run of them followed by the ref of its belief. Without statements, a sentence that
 * introduces the quotes.
 */
export const writtenLeadOf = (
  statements: readonly { text: string; signalId: string | null }[],
  beliefs: readonly AnswerBelief[],
): string =>
  statements.length === 0
    ? "In people's own words:"
    : statements
        .map(({ text, signalId }, place) => {
          const ref = beliefs.find((belief) => belief.signalId === signalId)?.ref;
          const goesOn = statements[place + 1]?.signalId === signalId;
          return goesOn || ref === undefined ? text : `${text} (${ref})`;
        })
        .join(' ');

/** A belief by its ref and name within a sentence. */
export const namedBelief = (belief: AnswerBelief): string =>
  `${belief.ref}${closed(belief)}, ‘${inline(belief.label)}’`;

const mostNamed = 3;

/** The people whom a question names, as the subject of a sentence, in which a hidden name becomes "A participant". */
const theseAre = (names: readonly string[]): string =>
  names.length > mostNamed
    ? 'The people you name are'
    : `${listed(names.map(inline))} ${names.length === 1 ? 'is' : 'are'}`;

export const ofOthersLead = (names: readonly string[]): string =>
  `${theseAre(names)} not quoted on this. Others mentioned it:`;

export const onTheSameLead = (names: readonly string[]): string =>
  `${theseAre(names)} quoted on the same belief, in different words:`;

/** Names the belief in the area of a question that nothing covers. */
export const knownLine = (belief: AnswerBelief): string => `Known in this area: ${leadOf(belief)}`;

/** Says that no belief covers a question, but that quotes come close. */
export const spokenLeadOf = (opening?: string, notAbout?: string): string =>
  opening ??
  `No belief covers this yet. The closest quotes${notAbout === undefined ? '' : `, though none mentions ‘${inline(notAbout)}’`}:`;

/** Says that the nearest words are hardly about the question. */
export const farLead = 'Nothing clearly answers this. The closest passages, in case they help:';

/**
 * A model's statements about quotes that belong to no belief. Without statements, a sentence that introduces the
 * quotes.
 */
export const saidLeadOf = (statements: readonly { text: string }[]): string =>
  statements.length === 0
    ? 'No belief covers this yet, but participants said:'
    : statements.map(({ text }) => text).join(' ');

/** Quotes the word, rather than building it into the sentence, so that any word fits. */
const though = (notAbout?: string): string =>
  notAbout === undefined ? '' : `, though it does not mention ‘${inline(notAbout)}’`;

/** Counts the people quoted; others may have mentioned it, too. */
export function closingOfQuotes(quotes: readonly AnswerQuote[]): string {
  const studies = new Set(quotes.map(({ item }) => item.studyId)).size;
  const speakers = new Set(quotes.map(({ item }) => item.participantId)).size;
  return `Quoted: ${people(speakers)} in ${counted(studies, 'study', 'studies')}. No belief rests on this yet.`;
}

/** A belief in a list, in one line. */
export const listLine = (belief: AnswerBelief, further?: string): string =>
  `${leadOf(belief)} ${whoSaidSo(belief)} Confidence: ${belief.confidence}.${further ? ` Next: ${sentence(further)}` : ''}`;

const closed = ({ archiveReason }: AnswerBelief): string =>
  archiveReason === null ? '' : ` (closed: ${archiveReason})`;

function whoSaidSo(belief: AnswerBelief): string {
  const against =
    belief.counterParticipants > 0 ? `, ${people(belief.counterParticipants)} said otherwise` : '';
  return `${people(belief.participants)} in ${counted(belief.studies, 'study', 'studies')} said so${against}.`;
}

const decidedAs = { accepted: 'Accepted', shipped: 'Shipped' } as const;
const longestTitle = 120;

/** One line on how many people said so, how certain that is, what is weak about it, and what the team decided. */
export function closingOf(belief: AnswerBelief, now: Date, decided: readonly Decided[]): string {
  const weak = [
    ...(belief.participants < CORROBORATED_PARTICIPANTS ? ['thin'] : []),
    ...(belief.stale ? [`old: ${lastHeard(belief.latestCapturedAt, now)}`] : []),
  ];
  const caveat = weak.length > 0 ? ` It is ${weak.join('; ')}.` : '';
  const done = decided.find(({ signalId }) => signalId === belief.signalId);
  const decision = done
    ? ` ${decidedAs[done.state]}: ${sentence(cut(done.title, longestTitle))}`
    : '';
  return `${whoSaidSo(belief)} Confidence: ${belief.confidence}.${caveat}${decision}`;
}

function lastHeard(at: Date | null, now: Date): string {
  return at === null ? 'none of its quotes has a date' : `last heard ${age(at, now)}`;
}

/** The parts as plain text; quotes byte for byte as they are stored. */
export function answerText(parts: AnswerParts, now: Date): string {
  const refs = new Map(parts.beliefs.map((belief) => [belief.signalId, belief.ref]));
  const line = (quote: AnswerQuote): string =>
    `- ${quoteLine(quote, refs.get(quote.signalId ?? ''), now)}`;
  return [
    parts.lead,
    ...(parts.list.length > 0 ? listLines(parts, line) : parts.quotes.map(line)),
    ...(parts.counterQuotes.length > 0 ? ['Against it:', ...parts.counterQuotes.map(line)] : []),
    ...(parts.closing === '' ? [] : [parts.closing]),
    ...(parts.gap ? [`Related open research gap: ${sentence(parts.gap.description)}`] : []),
  ].join('\n');
}

/** Each belief of the list, followed by its quotes. */
const listLines = (
  { list, beliefs, quotes }: AnswerParts,
  line: (quote: AnswerQuote) => string,
): string[] =>
  list.flatMap((one, place) => [
    one,
    ...quotes.filter(({ signalId }) => signalId === beliefs[place]?.signalId).map(line),
  ]);

function quoteLine({ item }: AnswerQuote, ref: string | undefined, now: Date): string {
  const who = `${inline(item.participantName)}, ${inline(item.studyName)}, ${age(item.capturedAt, now)}`;
  const said = `“${item.quote}” (${who}${ref === undefined ? '' : `; ${ref}`})`;
  const asked = askedBefore(item);
  return asked === undefined ? said : `${asked} ${said}`;
}

/** A quote with fewer words says little without the question before it. */
const leastAlone = 15;
const leastAsked = 4;

/**
 * The question before a short passage of a transcript. Undefined if it contains the participant's name, which the
 * team may hide.
 */
export function askedBefore({ quote, asked, participantName }: Said): string | undefined {
  if (!asked || words(quote).length >= leastAlone) return undefined;
  const question = sentencesOf(asked)
    .map(({ start }) => asked.slice(start))
    .findLast((text) => words(text).length >= leastAsked);
  const named = new Set(words(participantName));
  if (!question || words(question).some((word) => named.has(word))) return undefined;
  return `Asked ‘${inline(question)}’:`;
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

export function sentence(text: string): string {
  const line = inline(text);
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}

/** A name or label can neither begin a line of the answer nor look like a quote in it. */
export const inline = (text: string): string =>
  text
    .replace(/[\s\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replace(/[“”„‟]/g, "'")
    .trim();
