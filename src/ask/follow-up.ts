import { isFrameTerm } from '../search/frame-words.js';
import { stem } from '../search/stem.js';
import { tellingTerms, words } from '../search/tokens.js';

/** What was asked before in the same conversation, and what it was answered. */
export interface EarlierTurn {
  question: string;
  answer?: string | undefined;
}

/** One way to understand a question. */
export interface Reading {
  /** The question as it reads on its own. */
  text: string;
  /** Stems of what it adds to the conversation: an answer must speak of them. Empty where it adds nothing. */
  adds: readonly string[];
  /** True when it asks on about the same: what was told before need not come first again. */
  goesOn: boolean;
}

/** With more of its own than this a question is taken to stand alone first. */
const mostOfAFragment = 2;
const mostTurns = 20;

const opens = /^(?:and|but|or|so|also|plus|then|what about|how about|same|only|even|especially)\b/i;
/** Another subject in place of the last one: "and for agencies?". */
const replaces =
  /^(?:and|but|or|so|also|then|same|only|even|especially|what about|how about|\s)*(?:for|in|with|at|on|among|from|by|of|during|after|before)\b/i;
const anaphors = new Set(
  'it its that this those these them they their there he she his her one ones'.split(' '),
);
const people = new Set('they them their he she his her'.split(' '));

/** Words that ask on about something without naming anything. */
const asksOn: ReadonlySet<string> = new Set(
  `else instead happen happens example examples quote quotes evidence proof sure certain true still often much many
  detail details case specific specifically come cause causes causing exactly opposite against again more interview
  interviews study studies source sources yes no ok okay thanks thank difference show give list first last next
  matter matters long number common usual usually always ever`
    .split(/\s+/)
    .map(stem),
);

/**
 * What a question can mean after what was asked before, the likeliest first; at least one. What a question
 * lacks ("and why?", "what about agencies?", "does it work?") is completed from the questions before it; one
 * that says enough itself stands alone.
 */
export function readInContext(question: string, earlier: readonly EarlierTurn[]): Reading[] {
  let subject: Subject | undefined;
  for (const turn of earlier.slice(-mostTurns)) subject = after(turn.question, subject);
  return subject ? readings(question, subject) : [alone(question)];
}

/** What a conversation is about: the last question that stood alone, and what has been added since. */
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
  // said twice: what is new decides which of the subject's quotes are meant
  const completed = { text: `${base} ${question} ${question}`, adds, goesOn: false };
  if (adds.length > mostOfAFragment) return [alone(question), completed];
  const only = reference || replaces.test(question.trim());
  return only ? [completed] : [completed, alone(question)];
}

/** A question that needs nothing of what was asked before. */
export const alone = (text: string): Reading => ({ text, adds: [], goesOn: false });

const contentOf = (text: string): string[] => [
  ...new Set(tellingTerms(text).filter((term) => !isFrameTerm(term) && !asksOn.has(term))),
];

/** "They" are mostly the people studied; "that" between two words of meaning joins clauses. */
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
