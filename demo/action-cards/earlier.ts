import type { DaysAgo } from '../days-ago.js';
import type { ActionCardLine } from '../snapshot-line.js';
import { card } from './card.js';

const STUDIES = {
  paid: 'study-paid',
  diary: 'study-diary',
  after: 'study-after',
  first: 'study-first',
} as const;
type StudyKey = keyof typeof STUDIES;

/** What the team was told of and dealt with before: the engine has no need to bring it up again. */
export const earlierCards = (daysAgo: DaysAgo): ActionCardLine[] => [
  ...spanning(daysAgo),
  ...dividing(daysAgo),
  ...disagreeing(daysAgo),
];

function spanning(daysAgo: DaysAgo): ActionCardLine[] {
  const spans = (signal: string, studies: StudyKey[], told: number, summary: string) =>
    card(`${signal}-spans`, {
      type: 'cross_study_signal',
      summary,
      priority: 5,
      createdAt: daysAgo(told),
      refs: { signalId: `sig-${signal}`, studyIds: studies.map((key) => STUDIES[key]) },
      resolvedAt: daysAgo(told - 0.4),
      resolution: 'followed',
    });
  return [
    spans(
      'same-day',
      ['paid', 'first'],
      26,
      'SIG-2 has reached 2 studies: what bookkeepers saw in ledgers, new customers see on their phones.',
    ),
    spans(
      'evening-text',
      ['diary', 'first'],
      25,
      'SIG-6 has reached 2 studies: new customers are thanked for the evening text too.',
    ),
    spans(
      'asking',
      ['paid', 'after', 'first'],
      18,
      'SIG-1 has reached 3 studies: reminders have not taken the asking away.',
    ),
    spans(
      'sunday',
      ['paid', 'first'],
      9,
      'SIG-20 has reached 2 studies: new customers do their paperwork tired as well.',
    ),
    spans(
      'kitchen-table',
      ['diary', 'first'],
      9,
      'SIG-11 has reached 2 studies: who runs the diary also sets Kettle up.',
    ),
    spans(
      'deposits',
      ['paid', 'diary'],
      34,
      'SIG-10 has reached 2 studies: no-shows make the case for money up front.',
    ),
    spans(
      'big-late',
      ['paid', 'after'],
      17,
      'SIG-3 has reached 2 studies: reminders do not hurry an accounts department.',
    ),
  ];
}

function dividing(daysAgo: DaysAgo): ActionCardLine[] {
  const divides = (theme: string, study: StudyKey, signal: string, told: number, summary: string) =>
    card(`${theme}-divides`, {
      type: 'theme_contradiction',
      summary,
      priority: 4,
      createdAt: daysAgo(told),
      refs: { themeIds: [`th-${theme}`], studyIds: [STUDIES[study]], signalId: `sig-${signal}` },
      resolvedAt: daysAgo(told - 0.4),
      resolution: 'followed',
    });
  return [
    divides(
      'diary-phone',
      'diary',
      'paper',
      35,
      'The theme "The phone is the diary" divides people: two do without one on site.',
    ),
    divides(
      'diary-paper',
      'diary',
      'paper',
      35,
      'The theme "The paper one is the real one" divides people: paper cannot be read next to a bath.',
    ),
    divides(
      'diary-window',
      'diary',
      'time',
      34,
      'The theme "Customers want a time" divides people: two never give one.',
    ),
    divides(
      'diary-text',
      'diary',
      'evening-text',
      34,
      'The theme "The text the evening before" divides people: it does not reach people who stay away on purpose.',
    ),
    divides(
      'paid-card',
      'paid',
      'card-fees',
      100,
      'The theme "Card fees grate" divides people: for three the fee is worth it or no matter.',
    ),
    divides(
      'paid-awkward',
      'paid',
      'asking',
      100,
      'The theme "Chasing feels like begging" divides people: three do not mind asking, each for a reason of their own.',
    ),
    divides(
      'after-still',
      'after',
      'asking',
      2.9,
      'The theme "The hard chasing is still mine" divides people: with private customers it has gone.',
    ),
    divides(
      'after-off',
      'after',
      'blame-the-app',
      2.9,
      'The theme "Switched off for those who matter" divides people: two keep it on, one of them for companies only.',
    ),
    divides(
      'first-import',
      'first',
      'import',
      1,
      'The theme "Stuck at the empty customer list" divides people: three do without their old list.',
    ),
    divides(
      'first-texts',
      'first',
      'evening-text',
      1,
      'The theme "The text is what customers thank them for" divides people: not with older clients, and not in a name that is not one’s own.',
    ),
  ];
}

function disagreeing(daysAgo: DaysAgo): ActionCardLine[] {
  const disagrees = (
    who: string,
    study: StudyKey,
    refs: { theme: string; signal: string },
    told: number,
    summary: string,
    quote: string,
  ) =>
    card(`${who}-${refs.signal}`, {
      type: 'live_call',
      summary,
      quote,
      reason: 'contradicts_signal',
      priority: 3,
      createdAt: daysAgo(told),
      refs: {
        studyIds: [STUDIES[study]],
        sourceItemId: `si-${who}-${study}`,
        themeIds: [`th-${study}-${refs.theme}`],
        signalId: `sig-${refs.signal}`,
        participantId: `p-${who}`,
      },
      resolvedAt: daysAgo(told - 0.2),
      resolution: 'dismissed',
    });
  return [
    disagrees(
      'terry',
      'after',
      { theme: 'tone', signal: 'wording' },
      10,
      'Terry Blunt would not mind a sharper reminder.',
      "You lot worry about offending people. I've been trying to offend him for five months.",
    ),
    disagrees(
      'kofi',
      'after',
      { theme: 'still', signal: 'asking' },
      7,
      'Kofi Mensah no longer chases private customers.',
      "The private people, no, I don't chase any more. I used to spend a whole morning. I sleep.",
    ),
    disagrees(
      'gareth',
      'after',
      { theme: 'ignored', signal: 'big-late' },
      3.2,
      'Gareth Pugh was paid by a school within a week of a reminder.',
      "It does work on some of the big ones. The school paid in a week, and I'd given up on the school.",
    ),
    disagrees(
      'wen',
      'first',
      { theme: 'accountant', signal: 'retyping' },
      3,
      'Wen Li types the very small clients in by hand, and does not mind.',
      "For the very small ones it doesn't matter. Under thirty invoices a quarter I can type it faster than I can explain it.",
    ),
    disagrees(
      'callum',
      'first',
      { theme: 'import', signal: 'import' },
      1.1,
      'Callum Reid began with an empty list on purpose.',
      'I just started fresh. New book, new start. Felt quite good, like.',
    ),
  ];
}
