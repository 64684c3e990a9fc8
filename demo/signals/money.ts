import type { SignalNotes } from '../signal-notes.js';

/** Beliefs about invoices, chasing and fees. */
export const moneySignals: SignalNotes[] = [
  {
    key: 'asking',
    number: 1,
    label: 'Asking for money is the hardest part of the job',
    description:
      'People who do difficult work without a second thought put off asking to be paid for it. Reminders sent by the app have not changed that for the debts that matter.',
    implication:
      'Do not count reminders as the answer to chasing. Look at who gets them, and at what a person does after the third.',
    links: [
      {
        theme: 'paid-awkward',
        as: 'supports',
        narrative: 'Messages are written, deleted and softened; some debts are let go.',
        day: 103,
      },
      {
        theme: 'first-chase',
        as: 'supports',
        narrative: 'New customers with reminders switched on bring up chasing by themselves.',
        day: 24,
      },
      {
        theme: 'after-still',
        as: 'supports',
        narrative: 'After reminders, the hard cases are still rung and visited.',
        day: 19,
      },
      {
        theme: 'paid-dont-mind',
        as: 'contradicts',
        narrative: 'Those paid on the spot, or with enough behind them, do not know the feeling.',
        day: 103,
      },
    ],
  },
  {
    key: 'same-day',
    number: 2,
    label: 'An invoice sent before leaving gets paid, the rest drift',
    description:
      'Whether the bill goes out from the drive or on Sunday decides how long the money takes, more than the amount or the customer.',
    implication:
      'Everything that helps to finish the invoice on site is worth more than a better Sunday.',
    links: [
      {
        theme: 'paid-same-day',
        as: 'supports',
        narrative:
          'Eleven days against thirty in one bookkeeper’s ledgers; a Darren-shaped hole in another’s.',
        day: 103,
      },
      {
        theme: 'first-first-invoice',
        as: 'supports',
        narrative:
          'The first invoice sent on the spot is paid within the hour and never forgotten.',
        day: 30,
      },
    ],
  },
  {
    key: 'big-late',
    number: 3,
    label: 'The bigger the customer, the longer the wait',
    description:
      'Private customers pay within days. Housing associations, builders, hotels and agents pay when their own calendar says so, and nothing we send reaches the person who decides.',
    implication: 'Treat a company as a different kind of customer, with a contact for paying.',
    links: [
      {
        theme: 'paid-late-big',
        as: 'supports',
        narrative: 'Sixty, fifty-eight and ninety days, on terms nobody agreed to.',
        day: 103,
      },
      {
        theme: 'paid-agents',
        as: 'supports',
        narrative: 'Letting agents pass a bill between three parties.',
        day: 103,
      },
      {
        theme: 'after-ignored',
        as: 'supports',
        narrative: 'Reminders to companies pile up unread, with a school as the exception.',
        day: 18,
      },
      {
        theme: 'after-wrong',
        as: 'supports',
        narrative: 'They go to caretakers, foremen and tenants.',
        day: 18,
      },
    ],
  },
  {
    key: 'blame-the-app',
    number: 4,
    label: 'It is easier when the app asks',
    description:
      'Pointing at the app keeps the relationship clean with private customers. It stops working where the customer knows who set it up.',
    implication:
      'Keep the app’s name on the reminder, and let people choose whom it never writes to.',
    links: [
      {
        theme: 'after-relief',
        as: 'supports',
        narrative: 'The app is the weather, the computer, the one who gets up early.',
        day: 23,
      },
      {
        theme: 'after-off',
        as: 'contradicts',
        narrative: 'It was switched off for an old client, a street, a list of names.',
        day: 11,
      },
    ],
  },
  {
    key: 'card-fees',
    number: 9,
    label: 'Card fees are felt as a fine for being paid',
    description:
      'The fee is compared with diesel and with nothing, never with the weeks it saves. People who are paid at the door see it the other way round.',
    implication: 'Show the fee next to the days it saves, or let the owner pass it on.',
    links: [
      {
        theme: 'paid-card',
        as: 'supports',
        narrative: 'Readers lie in drawers and links are switched off.',
        day: 103,
      },
    ],
  },
  {
    key: 'deposits',
    number: 10,
    label: 'Money up front is fine for strangers and rude to regulars',
    description:
      'Deposits protect materials and empty chairs. Those who ask for them lose only the customers they wanted to lose, and still exempt the ones they like.',
    implication: 'A deposit should be a setting per customer, not per business.',
    links: [
      {
        theme: 'paid-deposit',
        as: 'supports',
        narrative: 'Slate, oak and brides need money first; Mrs. Doherty does not.',
        day: 103,
      },
      {
        theme: 'diary-deposit',
        as: 'supports',
        narrative: 'A salon and a groomer stopped no-shows overnight.',
        day: 56,
      },
      {
        theme: 'diary-noshow',
        as: 'nuances',
        narrative: 'Where no-shows hurt most, nobody has dared to charge for them yet.',
        day: 35,
      },
    ],
  },
  {
    key: 'wording',
    number: 16,
    label: 'One wording cannot suit a friend and a developer',
    description:
      'The same reminder is a slap to a client of eleven years and a joke to a developer. After one bad reaction people switch reminders off altogether.',
    implication: 'Let people change the words, and skip named customers.',
    links: [
      {
        theme: 'after-tone',
        as: 'supports',
        narrative: 'Hurt regulars on one side, unimpressed developers on the other.',
        day: 11,
      },
      {
        theme: 'after-off',
        as: 'supports',
        narrative: 'Switching off, for one street or for everybody, is the only control there is.',
        day: 11,
      },
    ],
  },
  {
    key: 'seen',
    number: 18,
    label: 'Not knowing whether it was opened is worse than waiting',
    description:
      'Without a sign that an invoice arrived, every call starts with a lie about spam. Since invoices show when they were opened, nobody has brought it up again.',
    links: [
      {
        theme: 'paid-seen',
        as: 'supports',
        narrative: 'Six of nine wanted to know that it had landed; one hands it over in person.',
        day: 103,
      },
    ],
    archived: { reason: 'validated', day: 17.2 },
  },
  {
    key: 'whatsapp',
    number: 19,
    label: 'Photo invoices are a habit of the young',
    description:
      'We took invoices on WhatsApp for an age thing. Sole traders of every age do it, for the reason that the job was agreed there. Retired as badly put.',
    links: [
      {
        theme: 'paid-whatsapp',
        as: 'nuances',
        narrative: 'Used by four very different businesses; none of them mentions age.',
        day: 103,
      },
    ],
    archived: { reason: 'retired', day: 61.4 },
  },
];
