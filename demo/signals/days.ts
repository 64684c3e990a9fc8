import type { SignalNotes } from '../signal-notes.js';

/** Beliefs about planning the day and about who is in. */
export const daySignals: SignalNotes[] = [
  {
    key: 'route',
    number: 5,
    label: 'People want their route planned for them',
    description:
      'Our own belief going in. Everyone would like to drive less, and almost nobody with appointments would let software choose the order of the day.',
    implication: 'Do not build a planner. A map that shows the day as it is might be enough.',
    links: [
      {
        theme: 'diary-travel',
        as: 'supports',
        narrative:
          'Half of them complain of diesel and hours; one window cleaner wants the planner.',
        day: 80,
      },
      {
        theme: 'diary-order',
        as: 'contradicts',
        narrative: 'Two had a planner and turned it off. Parrots and ex-wives are not on the map.',
        day: 48,
      },
      {
        theme: 'diary-emergency',
        as: 'contradicts',
        narrative: 'An urgent job undoes the order before it can save anything.',
        day: 48,
      },
    ],
  },
  {
    key: 'evening-text',
    number: 6,
    label: 'The text the evening before saves the visit',
    description:
      'One message at about six o’clock opens gates, fills chairs and shuts dogs away. It does not reach people who never meant to come, and a few older customers dislike it.',
    implication: 'Send it by default, in the business’s own name.',
    links: [
      {
        theme: 'diary-text',
        as: 'supports',
        narrative: 'Locked gates from six a day to one; one forgotten visit in ten caught.',
        day: 68,
      },
      {
        theme: 'first-texts',
        as: 'supports',
        narrative:
          'In the first fortnight it is the feature that customers mention to their customers.',
        day: 30,
      },
    ],
  },
  {
    key: 'paper',
    number: 7,
    label: 'The paper diary is the one they trust',
    description:
      'Where screen and paper disagree, paper wins: it has never been discontinued and works when the internet does not.',
    implication: 'Let the week be printed, and do not fight the whiteboard.',
    links: [
      {
        theme: 'diary-paper',
        as: 'supports',
        narrative: 'A page-a-day since 1991, a desk diary, a whiteboard that wins.',
        day: 60,
      },
      {
        theme: 'diary-phone',
        as: 'contradicts',
        narrative: 'Most of the others keep nothing on paper at all.',
        day: 60,
      },
    ],
  },
  {
    key: 'phone',
    number: 8,
    label: 'The phone already is the diary',
    description:
      'People who work alone, and salons, keep everything on the phone and pity those who do not. Offices and older trades see it the other way round.',
    implication: 'Design for the phone first, with an office as the exception.',
    links: [
      {
        theme: 'diary-phone',
        as: 'supports',
        narrative: 'Booked under a sink with a nose; paper got wet, eaten or left on a roof.',
        day: 56,
      },
      {
        theme: 'diary-paper',
        as: 'contradicts',
        narrative: 'Three of eight trust paper first, two of them in an office.',
        day: 35,
      },
    ],
  },
  {
    key: 'kitchen-table',
    number: 11,
    label: 'The office is somebody at the kitchen table',
    description:
      'A wife, a husband, a daughter or a girlfriend sets things up, does the diary and knows the numbers, mostly unpaid and late in the evening.',
    implication: 'Write set-up and help for the person who was not on the job.',
    links: [
      {
        theme: 'diary-office',
        as: 'supports',
        narrative: 'One person holds the week together, from six vans to one sandwich.',
        day: 49,
      },
      {
        theme: 'first-partner',
        as: 'supports',
        narrative: 'The account is set up by somebody else and handed over like a lunchbox.',
        day: 10,
      },
    ],
  },
  {
    key: 'time',
    number: 17,
    label: 'Customers want a time, and get a morning',
    description:
      'People take leave to be in for a tradesperson. Those who give an hour and keep to it are praised for nothing else.',
    implication: 'Make it easy to send a two-hour window and to say when it slips.',
    links: [
      {
        theme: 'diary-window',
        as: 'supports',
        narrative: '"Turned up when he said" is the whole review.',
        day: 49,
      },
    ],
  },
];
