import { isFrameTerm } from '../../language/frame-words.js';
import { stem } from '../../language/stem.js';
import { tellingTerms, words } from '../../language/tokens.js';

/** An earlier question of the same conversation and its answer. */
export interface EarlierTurn {
  question: string;
  answer?: string | undefined;
}

/** One way to understand a question. */
export interface Reading {
  /** The question as it reads on its own. */
  text: string;
  /**
   * Stems of the words that it adds to the conversation; an answer must mention them. Empty if it
   * adds none.
   */
  adds: readonly string[];
  /**
   * True if it continues the same subject: quotes that were already shown need not come first
   * again.
   */
  goesOn: boolean;
}

/** A question with more content words than this is first read on its own. */
const mostOfAFragment = 2;
const mostTurns = 20;

const opens = /^(?:and|but|or|so|also|plus|then|what about|how about|same|only|even|especially)\b/i;
/** A new subject that replaces the last one: "and for agencies?". */
const replaces =
  /^(?:and|but|or|so|also|then|same|only|even|especially|what about|how about|\s)*(?:for|in|with|at|on|among|from|by|of|during|after|before)\b/i;
const anaphors = new Set(
  'it its that this those these them they their there he she his her one ones'.split(' '),
);
const people = new Set('they them their he she his her'.split(' '));

/** Words that ask a follow-up without naming a subject. */
const asksOn: ReadonlySet<string> = new Set(
  `else instead happen happens example examples quote quotes evidence proof sure certain true still often much many
  detail details case specific specifically come cause causes causing exactly anybody somebody opposite opposed contradict contradicts contradicted otherwise against again more interview
  interviews study studies source sources yes no ok okay thanks thank difference show give list first last next
  matter matters long number common usual usually always ever`
    .split(/\s+/)
    .map(stem),
);

/**
 * Possible readings of a question after the earlier ones, the likeliest first; at least one.
 * Missing parts ("and why?", "what about agencies?", "does it work?") are completed from the
 * questions before it; a question that is complete is read on its own.
 */
export function readInContext(question: string, earlier: readonly EarlierTurn[]): Reading[] {
  let subject: Subject | undefined;
  for (const turn of earlier.slice(-mostTurns)) subject = after(turn.question, subject);
  return subject ? readings(question, subject) : [alone(question)];
}

/**
 * The subject of a conversation: the last question that was complete, and what has been added
 * since.
 */
interface Subject {
  opened: string;
  now: string;
}

function after(question: string, subject: Subject | undefined): Subject | undefined {
  const own = contentOf(question);
  if (!subject) return own.length === 0 ? undefined : { opened: question, now: question };
  const [first] = readings(question, subject);
  if (first!.adds.length === 0 && first!.goesOn) return subject;
  return first!.text === question
    ? { opened: question, now: question }
    : { opened: subject.opened, now: first!.text };
}

function readings(question: string, subject: Subject): Reading[] {
  const adds = contentOf(question);
  if (adds.length === 0) return [{ text: subject.now, adds, goesOn: true }];
  const reference = refersBack(question, adds.length);
  if (!reference && !opens.test(question.trim()) && adds.length > 1) return [alone(question)];
  const base = reference ? subject.now : subject.opened;
  // The question is repeated so that its new words decide which of the subject's quotes are meant.
  const completed = { text: `${base} ${question} ${question}`, adds, goesOn: false };
  if (adds.length > mostOfAFragment) return [alone(question), completed];
  const only = reference || replaces.test(question.trim());
  return only ? [completed] : [completed, alone(question)];
}

/** The reading of a question that needs no context. */
export const alone = (text: string): Reading => ({ text, adds: [], goesOn: false });

/** Stems of the words that name a subject, without those that only ask a follow-up. */
export const contentOf = (text: string): string[] => [
  ...new Set(tellingTerms(text).filter((term) => !isFrameTerm(term) && !asksOn.has(term))),
];

/**
 * True if a pronoun refers to an earlier question. "They" usually means the participants; "that" between two content
 * words joins clauses.
 */
function refersBack(question: string, content: number): boolean {
  const all = words(question);
  return all.some((spoken, place) => {
    const word = spoken.replace(/'.*/, '');
    if (!anaphors.has(word)) return false;
    if (people.has(word)) return content < mostOfAFragment;
    if (word !== 'that') return true;
    return place === all.length - 1 || place === 0 || tellingTerms(all[place - 1]!).length === 0;
  });
}
