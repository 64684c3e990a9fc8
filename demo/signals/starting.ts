import type { SignalNotes } from '../signal-notes.js';

/** Beliefs about the first weeks, the people around the account, and the books. */
export const startingSignals: SignalNotes[] = [
  {
    key: 'import',
    number: 12,
    label: 'New customers stop at the empty customer list',
    description:
      'Customers live in a phone, under names like Dave Dog. Bringing them in takes two evenings or a week of looking at a plus. Those who skip it do fine.',
    implication: 'Bring in the few customers of this week, and leave the other two thousand.',
    links: [
      {
        theme: 'first-import',
        as: 'supports',
        narrative: 'Nicknames, staples, missing addresses and an ex; three people never imported.',
        day: 23,
      },
    ],
  },
  {
    key: 'second-login',
    number: 13,
    label: 'Paying for the second person feels like a penalty',
    description:
      'Nine pounds for a wife, a Saturday girl or a lad who is there half the year. People share a login or a password instead, and some are pricing other apps.',
    implication: 'Give the helper a way in that costs nothing, even if she can only look.',
    links: [
      {
        theme: 'first-seat',
        as: 'supports',
        narrative: 'Shared logins that throw each other out, passwords sent to the accountant.',
        day: 10,
      },
      {
        theme: 'after-seat',
        as: 'supports',
        narrative: 'The bill for several logins is what people add up when something disappoints.',
        day: 9,
      },
    ],
  },
  {
    key: 'offline',
    number: 14,
    label: 'No signal means no invoice',
    description:
      'In glens, basements and new builds the app shows a circle. Work is photographed, written on a hymn sheet, or lost.',
    implication: 'Writing must never need a connection; only sending may wait for one.',
    links: [
      {
        theme: 'first-offline',
        as: 'supports',
        narrative:
          'One certificate lost on the way to Ullapool, one price that could not be shown.',
        day: 22,
      },
    ],
  },
  {
    key: 'retyping',
    number: 15,
    label: 'What Kettle knows gets typed again for the accountant',
    description:
      'Between the app and the accountant sits a person with two windows, a Post-it or a carrier bag. For the smallest firms it hardly matters.',
    implication: 'One export that an accountant takes as it is, with VAT on the line.',
    links: [
      {
        theme: 'paid-retype',
        as: 'supports',
        narrative: 'The same numbers three times, nine hours a quarter.',
        day: 103,
      },
      {
        theme: 'first-accountant',
        as: 'supports',
        narrative: 'Four clients, four exports, an hour to make them the same.',
        day: 3,
      },
    ],
  },
  {
    key: 'sunday',
    number: 20,
    label: 'Paperwork is done tired, on family time',
    description:
      'Sunday evening, after the kids sleep, at nil-nil. It costs mistakes as well as evenings, and a few would not have it otherwise.',
    implication: 'Assume one hand, low light and no bank card within reach.',
    links: [
      {
        theme: 'paid-sunday',
        as: 'supports',
        narrative: 'All nine say when it gets done, and for most of them that is Sunday.',
        day: 103,
      },
      {
        theme: 'first-sofa',
        as: 'supports',
        narrative:
          'Set-up happens late too: sort codes at ten, a cathedral for four hundred pounds.',
        day: 10,
      },
    ],
  },
];
