import { afterRemindersInterviews } from '../interviews/after-reminders.js';
import type { StudyNotes } from '../study-notes.js';

export const afterReminders: StudyNotes = {
  key: 'after',
  name: 'After automatic reminders: did it help?',
  status: 'active',
  createdDay: 27,
  objective:
    'Go back to people who told us that chasing was the worst part, now that Kettle sends reminders for them, and find out what is left of it.',
  openQuestions: [
    'Who, inside a large customer, would have to receive a reminder for it to matter?',
  ],
  targets: {
    help: {
      question: 'Which chasing has gone, and which is still done by hand?',
      priority: 'primary',
    },
    harm: { question: 'Has a reminder cost anyone goodwill?', priority: 'primary' },
    reach: { question: 'Whom do reminders reach at larger customers?', priority: 'secondary' },
  },
  summary: {
    narrative:
      'Reminders took over the easy half: small sums from private customers, where the app may be the one who asks. The large debts have not moved, because the reminder reaches a caretaker, a foreman or nobody. Three of the six tell of a good customer hurt by the wording, and one turned everything off.',
    confidence: 'low',
    suggestedNextQuestions: [
      'What would have to be in a reminder for a company’s accounts department to act on it?',
      'Whom would people exempt from reminders, and when would they decide that?',
    ],
    day: 2.5,
  },
  themes: {
    relief: {
      label: 'Let the app be the one who asks',
      description: 'People point at the app, and keep the relationship out of it.',
      sentiment: 'mixed',
    },
    still: {
      label: 'The hard chasing is still mine',
      description: 'Fridays on the phone, visits with a tool bag, a list with a highlighter.',
      sentiment: 'negative',
    },
    ignored: {
      label: 'Companies do not read them',
      description: 'Builders, developers, flats and hotels let reminders pile up unread.',
      sentiment: 'negative',
    },
    wrong: {
      label: 'It reaches the person with the keys',
      description: 'The contact who lets the trade in is not the one who pays.',
      sentiment: 'negative',
      parent: 'ignored',
    },
    tone: {
      label: 'Too stern for friends, too soft for developers',
      description: 'One wording for everybody hurts the good customers and leaves the others cold.',
      sentiment: 'negative',
    },
    off: {
      label: 'Switched off for those who matter',
      description: 'After one complaint, or before one, reminders are turned off or tricked.',
      sentiment: 'negative',
      parent: 'tone',
    },
    'paid-already': {
      label: 'Reminded after paying',
      description:
        'Cash, standing orders and the bank’s two days lead to reminders for paid invoices.',
      sentiment: 'negative',
    },
    seat: {
      label: 'What am I paying for?',
      description:
        'The bill for several logins is set against reminders that did not bring the money.',
      sentiment: 'negative',
    },
  },
  interviews: afterRemindersInterviews,
};
