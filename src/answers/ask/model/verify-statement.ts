import type { EvidenceRow } from '../../../../db/queries/evidence.js';
import type { SignalRow } from '../../../../db/queries/signals.js';
import { isFrameTerm } from '../../../language/frame-words.js';
import { relatedTerms } from '../../../language/thesaurus.js';
import { terms, words } from '../../../language/tokens.js';
import type { TranscriptPassage } from '../transcripts/talk.js';

/** Minimum share of a sentence's terms that its material must mention too. */
const leastGrounded = 0.4;
const longestStatement = 500;

const marks = /["“”„‟«»「」『』]|(?<![\p{L}\p{N}])['‘’](?=\p{L})/u;
const quoted =
  /["“„‟]([^"“”„‟]*)["”“]|[«»]([^«»]*)[«»]|[「『]([^」』]*)[」』]|(?<![\p{L}\p{N}])['‘’]([^"“”]*?)['’](?![\p{L}\p{N}])/gu;
/** Characters that could ping, link, format or hide text; a statement needs none of them. */
const unsafe = /[<>`|\\[\]]|[@#]\p{L}|:\/\/|\bwww\.|\bmailto:|\w\.\w+\/|\p{Cc}|\p{Cf}|\p{Co}/u;
const people =
  'people|persons?|participants?|users?|customers?|interviewees?|respondents?|men|women';
const uncounted = new RegExp(
  `\\b(?:most|many|majority|all|half|several|few|lots?|numerous|countless|every|no)(?:\\s+(?:of|the|our|these|those|your))*\\s+(?:\\p{L}+\\s+)?(?:${people})\\b|\\b(?:everyone|everybody|nobody|no one|majority)\\b`,
  'iu',
);
const anyRef = /\bSIG-\d+/giu;
const token = /[\p{L}\p{N}_.,:-]+%?/gu;
const digit = /\p{N}/u;
const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(
  ' ',
);
/** "3-4" may also be written "3 to 4". */
const aRange = /^\d+-\d+$/;
const aYear = /^(?:19|20)\d\d$/;
/**
 * A word between a count and its noun, but not a conjunction: in "Participant 2 and participants of the pilot" the
 * number is part of a name and not a count.
 */
const betweenCountAndNoun = '(?:(?!(?:and|or|nor|but|while|who)\\b)\\p{L}+\\s+)?';
const counted = new RegExp(
  `((?<![\\d,.])\\d(?:[\\d,.]*\\d)?|\\b(?:${numberWords.slice(1).join('|')}|dozens?|hundreds?|thousands?|millions?))\\s+(?:of\\s+)?${betweenCountAndNoun}(${people}|stud(?:y|ies)|interviews?|quotes?)\\b`,
  'giu',
);

/** The material that a sentence may rest on. */
export interface Grounds {
  /** Absent for quotes that belong to no belief. */
  ref?: string;
  signal?: SignalRow;
  quotes: readonly (EvidenceRow | TranscriptPassage)[];
  /** Words right before and after these quotes in their transcripts. */
  around?: string;
}

/**
 * Returns the acceptable sentences of a statement (docs/reference.md, Ask): they are about what a belief or quotes
 * say, use the belief's own counts, name no other belief, number or quote, and are plain text. Sentences after the
 * first unacceptable one are dropped too, since they may depend on it. A `foreign` statement is in another language
 * than its material: only names are compared.
 */
export function verifyStatement(text: string, on: Grounds, foreign = false): string[] {
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/\*\*|__/g, '')
    .replace(/^[#*\->\s]+/, '')
    .trim();
  const sentences = sentencesOf(plain);
  const fallen = sentences.findIndex((sentence) => !stands(sentence, on, foreign));
  return fallen < 0 ? sentences : sentences.slice(0, fallen);
}

/** Splits a text into sentences, unless it has quotation marks: half a quote would lose its marks. */
function sentencesOf(text: string): string[] {
  if (text === '') return [];
  if (marks.test(text)) return [text];
  const segments = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text);
  return [...segments].map(({ segment }) => segment.trim()).filter((one) => one !== '');
}

function stands(sentence: string, on: Grounds, foreign: boolean): boolean {
  return (
    sentence.length <= longestStatement &&
    !unsafe.test(sentence) &&
    countsAreKnown(sentence, on) &&
    [...sentence.matchAll(anyRef)].every(([ref]) => ref === on.ref) &&
    quotesAreVerbatim(sentence, on) &&
    countsAreTrue(sentence, on) &&
    numbersAreKnown(sentence, on) &&
    (foreign ? namesAreKnown(sentence, on) : isGrounded(sentence, on))
  );
}

function quotesAreVerbatim(sentence: string, { quotes }: Grounds): boolean {
  const rest = sentence.replace(quoted, '');
  if (marks.test(rest)) return false; // an unpaired mark
  return [...sentence.matchAll(quoted)]
    .map((found) => found.slice(1).find((group) => group !== undefined) ?? '')
    .every((words) => quotes.some(({ quote }) => quote.includes(words)));
}

/**
 * True unless the sentence has a vague count ("several people") that the belief and quotes do not. "A few" counts as
 * "several", "few" does not.
 */
function countsAreKnown(sentence: string, on: Grounds): boolean {
  const [phrase] = uncounted.exec(alike(sentence)) ?? [];
  return phrase === undefined || alike(spokenBy(on).join(' ')).includes(phrase);
}

const alike = (text: string): string => text.toLowerCase().replace(/\ba few\b/g, 'several');

function countsAreTrue(sentence: string, { signal, quotes }: Grounds): boolean {
  const truths = {
    people: [1, signal?.participantCount, signal?.counterParticipantCount], // one is the person quoted
    stud: [signal?.studyCount],
    interview: [signal?.sourceItemCount],
    quote: [signal?.quoteCount, signal?.counterEvidenceCount, quotes.length],
  };
  return [...sentence.matchAll(counted)].every(([, number = '', noun = '']) => {
    if (aYear.test(number)) return true; // numbersAreKnown checks years
    const spelled = numberWords.indexOf(number.toLowerCase());
    const value = spelled >= 0 ? spelled : Number(number.replaceAll(',', ''));
    const kind = (['stud', 'interview', 'quote'] as const).find((start) =>
      noun.toLowerCase().startsWith(start),
    );
    return truths[kind ?? 'people'].includes(value);
  });
}

function numbersAreKnown(sentence: string, on: Grounds): boolean {
  const { ref = '', signal } = on;
  const counts = signal
    ? [
        signal.participantCount,
        signal.counterParticipantCount,
        signal.studyCount,
        signal.sourceItemCount,
        signal.quoteCount,
        signal.counterEvidenceCount,
      ].map(String)
    : [];
  const known = new Set([ref, ...counts, ...numbersIn(spokenBy(on).join(' '))]);
  return numbersIn(sentence).every((number) => known.has(number));
}

const numbersIn = (text: string): string[] =>
  (text.match(token) ?? [])
    .filter((found) => digit.test(found))
    .map((found) => found.replace(/(?<![.,:])[.,:]+$/, ''))
    .flatMap((found) => (aRange.test(found) ? [found, ...found.split('-')] : [found]));

const capital = /^\p{Lu}/u;
const nameLike = /\p{Lu}[\p{L}\p{M}’'-]+/gu;
/** Recognizes a language that capitalizes nouns (German), in which a capital does not mark a name. */
const capitalizesNouns =
  /\b(?:der|die|das|dem|den|und|oder|aber|ist|sind|hat|haben|wird|werden|nicht|kein|keine|ein|eine|einen|sie|man|sich|für|von|vom|mit|zu|zum|zur|auf|bei|beim|im|am|aus|nach|vor|durch|weil|wenn|dass|nur|auch|noch|deswegen)\b/iu;
const saidBy =
  'laut|zufolge|sagt|sagte|meint|meinte|erzählt|erzählte|berichtet|berichtete|frau|herr|selon|dit|explique|raconte|según|dice|cuenta|secondo|volgens|zegt|segundo|diz';
const bySpeaker = new RegExp(
  `(?<!\\p{L})(?:${saidBy})\\s+(\\p{Lu}[\\p{L}’'-]+)|(?<!\\b(?:der|die|das|ein|eine|le|la|un|une|el|il)\\s)(\\p{Lu}[\\p{L}’'-]+)\\s+(?:${saidBy})(?!\\p{L})`,
  'giu',
);

/**
 * True if a sentence in another language uses only names that occur in its material. Names are: a speaker's name, two
 * capitalized words in a row and, unless the language capitalizes nouns, any capitalized word after the first.
 */
function namesAreKnown(sentence: string, on: Grounds): boolean {
  const known = new Set(words([on.ref ?? '', ...spokenBy(on)].join(' ')));
  const isKnown = (name: string): boolean => words(name).every((word) => known.has(word));
  const speakers = [...sentence.matchAll(bySpeaker)]
    .map(([, after, before]) => after ?? before ?? '')
    .filter((name) => capital.test(name));
  const inside = [...sentence.matchAll(nameLike)].filter(({ index }) => index > 0);
  const suspects = capitalizesNouns.test(sentence)
    ? inside.filter(
        ({ 0: name, index }) =>
          capital.test(sentence.slice(index + name.length).trimStart()) ||
          inside.some((one) => one.index + one[0].length + 1 === index),
      )
    : inside;
  return [...speakers, ...suspects.map(([name]) => name)].every(isKnown);
}

function isGrounded(sentence: string, on: Grounds): boolean {
  const uncountedWords = sentence.replace(counted, ' ').replace(anyRef, ' ');
  const telling = [...new Set(terms(uncountedWords))].filter((term) => !isFrameTerm(term));
  if (telling.length === 0) return true;
  const said = new Set(terms(spokenBy(on).join(' ')));
  const grounded = telling.filter(
    (term) => said.has(term) || [...relatedTerms(term)].some((other) => said.has(other)),
  );
  return grounded.length >= leastGrounded * telling.length;
}

const spokenBy = ({ signal, quotes, around = '' }: Grounds): string[] => [
  ...(signal ? [signal.label, signal.description] : []),
  around,
  ...quotes.flatMap((row) => [
    ...('themeLabel' in row ? [row.note ?? '', row.themeLabel] : [row.asked]),
    ...[row.quote, row.studyName, row.participantName],
  ]),
];
