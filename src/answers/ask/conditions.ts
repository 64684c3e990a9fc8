import { isFrameTerm } from '../../language/frame-words.js';
import { tellingTerms, termOf, terms } from '../../language/tokens.js';

/** A time span that a question names; `from` is inclusive, `to` exclusive. */
export interface Period {
  from: Date;
  to: Date;
}

/** Conditions that a question sets for a quote, besides being about its subject. */
export interface Conditions {
  /** True if it asks who does not, or what is not. */
  negated: boolean;
  /** True if it asks how many, how often, how long or how much, or names a number. */
  quantity: boolean;
  /** True if it asks which one, or for a comparison. */
  choice: boolean;
  /** Terms of the people, places and names it asks about ("new users", "in Germany"). */
  named: readonly string[];
  /** Terms that name the product itself ("the app"), which all beliefs are about. */
  product: readonly string[];
  /** Terms for the people whose behavior it asks about ("How do lawyers …?"). */
  people: readonly string[];
  period: Period | undefined;
}

/** A quote with the facts that conditions are checked against. */
interface Passage {
  quote: string;
  /** True if the term occurs in the quote, or in its theme, study, participant or belief. */
  mentions: (term: string) => boolean;
  capturedAt: Date | null;
}

const negation =
  /\b(?:not|never|no|none|nobody|nothing|without|neither|nor|cannot|no one|stopped|refus\w+|avoid\w*|instead of|rather than|lacks?|fail\w*)\b|n['’]t\b/i;
const negatedQuestion = /\b(?:not|never|nobody|no one|without|none)\b|n['’]t\b/i;
/** "Don't they …?" expects a yes, so it is not a negated question; "Why don't they …" is. */
const expectsYes = /^\W*(?:is|are|do|does|did|was|were|has|have|would|could|can)n['’]t\b/i;
const howMuch = /\bhow\s+(?:many|often|much|long|few|frequently)\b/i;
const quantityAsked =
  /\b(?:more|less|fewer|at least|at most)\s+(?:than\s+)?(?:\d+|once|twice|\p{L}+ times)\b/iu;
const quantitySaid =
  /(?<!\d)(?!(?:19|20)\d\d\b)\d|\b(?:once|twice|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundreds?|thousands?|dozens?|half|quarter|third|percent|every|each|daily|weekly|monthly|yearly|hourly|always|never|an? (?:second|minute|hour|day|week|month|year|afternoon|morning|evening|lot)|seconds|minutes|hours|days|weeks|months|years|all (?:day|night|week))\b/i;
const qualified =
  /\b(\p{L}{2,})\s+(?:users|customers|people|participants|clients|teams|companies|members|accounts)\b/giu;
const doing = /\b(?:do|does|did|have|can|are|would)\s+(?:\p{L}+\s+)?(\p{L}+s)\s+\p{L}{2,}/iu;
const properNoun = /(?<=[\p{L}\p{N},;]\s)\p{Lu}[\p{L}\p{N}-]+/gu;

/** Generic names of the product itself ("the app", "our tool"). */
export const theProduct = /\b(?:the|this|our)(?:\s+(?:app|product|tool|software|platform)\b)+/gi;

/** Conditions that the form of a question sets, apart from its subject. */
export const formOf = (question: string): Pick<Conditions, 'negated' | 'quantity' | 'choice'> => ({
  negated: negatedQuestion.test(question) && !expectsYes.test(question),
  quantity: howMuch.test(question) || quantityAsked.test(question),
  choice: /^\W*which\b|\b(?:compared?|prefer|versus|vs|differences?|differ)\b/i.test(question),
});

/** Extracts the conditions of a question; periods such as "last month" end at `now`. */
export function conditionsOf(question: string, now: Date): Conditions {
  const qualifiers = [...question.matchAll(qualified)].flatMap(([, word = '']) =>
    tellingTerms(word).filter((term) => !isFrameTerm(term)),
  );
  const names = [...question.matchAll(properNoun)]
    .filter(([name]) => !months.some((month) => name.toLowerCase().startsWith(month)))
    .flatMap(([name]) => terms(name));
  return {
    ...formOf(question),
    named: [...new Set([...qualifiers, ...names])],
    product: (question.match(theProduct) ?? []).flatMap(tellingTerms),
    people: tellingTerms(doing.exec(question)?.[1] ?? '').filter((term) => !isFrameTerm(term)),
    period: periodOf(question, now),
  };
}

/** True if a quote meets the conditions of a question. Its subject is not checked. */
export function fulfils(
  { negated, quantity, named, period }: Conditions,
  { quote, mentions, capturedAt }: Passage,
): boolean {
  return (
    (!negated || negation.test(quote)) &&
    (!quantity || quantitySaid.test(quote)) &&
    named.every(mentions) &&
    (!period || (capturedAt !== null && capturedAt >= period.from && capturedAt < period.to))
  );
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const byMonth = new RegExp(
  `\\b(since|in|during|before|after|until)\\s+(${monthNames})\\b\\s*,?\\s*((?:19|20)\\d\\d)?`,
  'i',
);
const byYear = /\b(since|in|during|before|after|until)\s+((?:19|20)\d\d)\b/i;
const byUnit =
  /\b(?:(this|last|past|previous)|(?:in|over|within|during)\s+the\s+(?:last|past))\s+(?:(\d{1,3}|two|three|four|six)\s+)?(day|week|month|quarter|year)s?\b/i;
const unitDays: Record<string, number> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 };
const spelled: Record<string, number> = { two: 2, three: 3, four: 4, six: 6 };
const dayMs = 86_400_000;

/** The period that a question names ("last month", "since March", "in 2024"), in UTC; undefined if none. */
export function periodOf(question: string, now: Date): Period | undefined {
  const month = byMonth.exec(question);
  if (month) {
    const at = months.indexOf(month[2]!.toLowerCase().slice(0, 3));
    const thisYear = now.getUTCFullYear();
    const year = month[3] ? Number(month[3]) : at > now.getUTCMonth() ? thisYear - 1 : thisYear;
    return between(month[1]!, new Date(Date.UTC(year, at)), new Date(Date.UTC(year, at + 1)), now);
  }
  const year = byYear.exec(question);
  if (year) {
    const at = Number(year[2]);
    return between(year[1]!, new Date(Date.UTC(at, 0)), new Date(Date.UTC(at + 1, 0)), now);
  }
  const unit = byUnit.exec(question);
  if (unit) {
    const many = spelled[unit[2]?.toLowerCase() ?? ''] ?? Number(unit[2] ?? 1);
    const from = now.getTime() - many * unitDays[unit[3]!.toLowerCase()]! * dayMs;
    return { from: new Date(from), to: after(now) };
  }
  if (/\b(?:recently|lately)\b/i.test(question)) {
    return { from: new Date(now.getTime() - 30 * dayMs), to: after(now) };
  }
  return undefined;
}

const after = (now: Date): Date => new Date(now.getTime() + 1);

function between(word: string, from: Date, to: Date, now: Date): Period {
  const said = word.toLowerCase();
  if (said === 'since') return { from, to: after(now) };
  if (said === 'after') return { from: to, to: after(now) };
  if (said === 'before' || said === 'until') return { from: new Date(0), to: from };
  return { from, to };
}

const timeTerms: ReadonlySet<string> = new Set(
  'january february march april may june july august september october november december last past previous week weeks month months quarter quarters year years recently lately since'
    .split(' ')
    .map(termOf),
);

/** True for a term that only expresses time, in a question that names a period. */
export const isOfTime = (term: string): boolean => timeTerms.has(term) || /^\d+$/.test(term);
