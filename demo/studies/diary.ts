import { diaryInterviews } from '../interviews/diary.js';
import type { StudyNotes } from '../study-notes.js';

export const diary: StudyNotes = {
  key: 'diary',
  name: 'A week in the diary',
  status: 'paused',
  createdDay: 90,
  objective:
    'See how a week of jobs gets planned, what breaks the plan, and whether planning the route would be worth building.',
  openQuestions: [
    'Is there anyone with fixed appointments who would let software choose the order?',
    'What would make an office give up the second, paper diary?',
  ],
  targets: {
    plan: { question: 'Who decides what is done when, and by what?', priority: 'primary' },
    change: {
      question: 'What happens to the day when something urgent comes in?',
      priority: 'primary',
    },
    reach: { question: 'How do customers know when to be in?', priority: 'primary' },
  },
  summary: {
    narrative:
      'We went in believing that people wanted their route planned. One did: a window cleaner, for whom nobody needs to be at home. Everyone with appointments guards the order of the day, because it holds things that no map knows. What they would like is for the customer to be in. The study waits for three salons that have not answered.',
    confidence: 'moderate',
    suggestedNextQuestions: [
      'Which parts of the order would a dispatcher let go of first?',
      'Does an hour’s notice on the day do as much as the text the evening before?',
    ],
    day: 33,
  },
  themes: {
    paper: {
      label: 'The paper one is the real one',
      description: 'A page-a-day or a whiteboard decides when the screen disagrees.',
      sentiment: 'neutral',
    },
    phone: {
      label: 'The phone is the diary',
      description: 'Everything is booked, moved and looked up on the phone.',
      sentiment: 'positive',
    },
    noshow: {
      label: 'Nobody in',
      description:
        'A missed appointment costs two hours or an hour’s drive, and nobody pays for it.',
      sentiment: 'negative',
    },
    window: {
      label: 'Customers want a time',
      description: 'People take leave to be in. "Morning" is heard as nine o’clock.',
      sentiment: 'negative',
    },
    office: {
      label: 'One person holds the week together',
      description: 'A wife, a dispatcher or the owner is the diary, and nothing moves without her.',
      sentiment: 'mixed',
    },
    travel: {
      label: 'Too much driving',
      description: 'Diesel and hours are lost between jobs that might have been nearer each other.',
      sentiment: 'negative',
    },
    order: {
      label: 'Leave my order alone',
      description:
        'The order of the day holds knowledge of people, vans and overruns, and is not up for optimising.',
      sentiment: 'negative',
    },
    emergency: {
      label: 'The plan lasts until ten past eight',
      description: 'Urgent jobs turn the day round before anything planned is worth planning.',
      sentiment: 'neutral',
      parent: 'order',
    },
    text: {
      label: 'The text the evening before',
      description: 'A short message the night before opens gates and fills chairs.',
      sentiment: 'positive',
    },
    deposit: {
      label: 'Ten pounds to hold the slot',
      description: 'Salons and groomers take money at booking and keep the customers they want.',
      sentiment: 'positive',
    },
  },
  interviews: diaryInterviews,
};
