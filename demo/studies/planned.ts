import type { StudyNotes } from '../study-notes.js';

/** Studies in which nobody has been interviewed yet. */
export const plannedStudies: StudyNotes[] = [
  {
    key: 'second-login',
    name: 'Who is the second person?',
    status: 'draft',
    createdDay: 2.2,
    objective:
      'Nobody so far finds the price of a second login fair. Look for those who do: firms that have paid for several logins for a year.',
    openQuestions: ['What does the second person need to see, and what must she not see?'],
    targets: {
      sharing: { question: 'Who uses the account, and with whose login?', priority: 'primary' },
      price: {
        question: 'What would be a fair price for someone who looks in?',
        priority: 'primary',
      },
    },
    themes: {},
    interviews: [],
  },
  {
    key: 'left',
    name: 'People who left us this quarter',
    status: 'publishing',
    createdDay: 5.3,
    objective: 'Hear from former customers what they went back to, and what would have kept them.',
    targets: {
      moment: { question: 'When was it decided, and by whom?', priority: 'primary' },
    },
    themes: {},
    interviews: [],
  },
];
