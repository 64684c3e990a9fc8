import { gettingPaidInterviews } from '../interviews/getting-paid.js';
import type { StudyNotes } from '../study-notes.js';

export const gettingPaid: StudyNotes = {
  key: 'paid',
  name: 'Getting paid: from last screw to money in the bank',
  status: 'completed',
  createdDay: 176,
  objective:
    'Find out what happens between finishing a job and the money arriving, and which part of the wait is in the hands of the person who did the work.',
  openQuestions: [
    'Does a late payer get hired again, and who decides?',
    'How much of the dislike of card fees is arithmetic and how much is principle?',
  ],
  targets: {
    chase: { question: 'What makes asking for money easy or hard?', priority: 'primary' },
    send: { question: 'When and where is the invoice written and sent?', priority: 'primary' },
    books: { question: 'What happens to an invoice after it is paid?', priority: 'secondary' },
    refuse: {
      question: 'Is a customer who paid late refused, or charged more, the next time?',
      priority: 'secondary',
    },
  },
  summary: {
    narrative:
      'Two delays add up. The first is our users’ own: an invoice that is not sent from the van waits for Sunday. The second is the customer’s, and it grows with the size of the customer. Between them sits a phone call that most people in this study put off. Those who are paid on the spot, or who no longer depend on the money, do not see what the fuss is about.',
    confidence: 'high',
    suggestedNextQuestions: [
      'Once nobody has to ask for the small sums, what is left of chasing?',
      'Who inside a large customer can release a payment, and how would a sole trader find out?',
      'Would people take cards if the fee stood next to the days it saved?',
    ],
    day: 102,
  },
  themes: {
    awkward: {
      label: 'Chasing feels like begging',
      description:
        'Asking for money already earned is put off, softened with smileys, or handed to someone with a nice manner.',
      sentiment: 'negative',
    },
    'late-big': {
      label: 'The big ones pay last',
      description:
        'Housing associations, builders, schools and hotels set their own terms and take their time.',
      sentiment: 'negative',
    },
    agents: {
      label: 'Letting agents pass the bill around',
      description: 'Agent, landlord and tenant each point to the other two.',
      sentiment: 'negative',
      parent: 'late-big',
    },
    'same-day': {
      label: 'From the van or not at all',
      description:
        'Invoices sent before leaving are paid within days. Those left for later are late, argued over, or never sent.',
      sentiment: 'positive',
    },
    sunday: {
      label: 'Sunday is paperwork',
      description: 'The books are done in family time: Sunday evening, at football, after chapel.',
      sentiment: 'mixed',
    },
    card: {
      label: 'Card fees grate',
      description:
        'A percentage for being paid is felt as a loss, even where it brings money sooner.',
      sentiment: 'negative',
    },
    deposit: {
      label: 'Something up front',
      description:
        'Deposits for materials and for strangers go without saying; asking a regular is an insult.',
      sentiment: 'mixed',
    },
    'dont-mind': {
      label: 'Happy to wait',
      description: 'Some are paid on the spot, or have enough behind them, and do not chase.',
      sentiment: 'neutral',
    },
    whatsapp: {
      label: 'The invoice is a photo on WhatsApp',
      description: 'Quotes, receipts and invoices travel in the chat in which the job was agreed.',
      sentiment: 'neutral',
    },
    seen: {
      label: 'Did they even open it?',
      description: 'Not knowing whether an invoice arrived makes the next step harder than it is.',
      sentiment: 'negative',
    },
    chargeback: {
      label: 'Paid, and then not',
      description: 'A card payment taken at night is disputed weeks later and lost.',
      sentiment: 'negative',
      parent: 'card',
    },
    retype: {
      label: 'The same numbers, typed three times',
      description:
        'What is already in the app is typed again into accounting software, or drawn as a table.',
      sentiment: 'negative',
    },
  },
  interviews: gettingPaidInterviews,
};
