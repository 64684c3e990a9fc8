import { firstFortnightInterviews } from '../interviews/first-fortnight.js';
import type { StudyNotes } from '../study-notes.js';

export const firstFortnight: StudyNotes = {
  key: 'first',
  name: 'The first fortnight with Kettle',
  status: 'active',
  createdDay: 47,
  objective:
    'Follow new customers through their first two weeks: where they stop, what makes them stay, and who else is in the room.',
  openQuestions: [
    'How many people share a login today?',
    'Do those who skip the import ever bring their old customers in?',
  ],
  targets: {
    start: { question: 'Where does setting up come to a halt?', priority: 'primary' },
    click: { question: 'Which moment makes people decide to stay?', priority: 'primary' },
    helper: { question: 'Who else uses, or should use, the account?', priority: 'secondary' },
    site: {
      question: 'What has to work with no signal, gloves on, or one hand?',
      priority: 'secondary',
    },
  },
  summary: {
    narrative:
      'The empty customer list stops people for days; the first paid invoice makes them stay. In most of these businesses somebody else at home does the setting up, and the price of a second login is the one thing people get cross about. Several said without being asked that they still chase by phone.',
    confidence: 'moderate',
    suggestedNextQuestions: [
      'Would a login that can look but not touch be enough for the person who helps?',
      'What did those who left in the first fortnight do instead?',
    ],
    day: 0.9,
  },
  themes: {
    import: {
      label: 'Stuck at the empty customer list',
      description:
        'Customers live in the phone under nicknames, in a card index or in an old sheet, and do not come across.',
      sentiment: 'negative',
    },
    'first-invoice': {
      label: 'The first one paid',
      description:
        'The first invoice that comes back paid is remembered in detail, and told to family.',
      sentiment: 'positive',
    },
    sofa: {
      label: 'Set up on the sofa',
      description: 'Setting up happens late, tired, one-handed and away from the bank card.',
      sentiment: 'neutral',
    },
    partner: {
      label: 'Someone at home does it',
      description: 'A wife, husband, daughter or girlfriend sets it up and keeps it going, unpaid.',
      sentiment: 'mixed',
    },
    offline: {
      label: 'No signal, no invoice',
      description: 'Glens, basements and new builds have no reception, and work gets lost.',
      sentiment: 'negative',
    },
    seat: {
      label: 'Nine pounds for the second person',
      description:
        'Paying for a helper who looks in for an hour or two feels wrong, so logins are shared.',
      sentiment: 'negative',
    },
    accountant: {
      label: 'The accountant wants it in her program',
      description:
        'Exports are cut, renamed, printed or copied by hand before an accountant can use them.',
      sentiment: 'negative',
    },
    texts: {
      label: 'The text is what customers thank them for',
      description: 'People are in, dogs are in, and gates are open since the text goes out.',
      sentiment: 'positive',
    },
    chase: {
      label: 'Still chasing on Fridays',
      description:
        'New customers chase by phone, by list or not at all, although reminders are on.',
      sentiment: 'negative',
    },
    ring: {
      label: 'A person on the phone',
      description:
        'Most would rather ring someone than read, at the hours when they do their paperwork.',
      sentiment: 'mixed',
    },
  },
  interviews: firstFortnightInterviews,
};
