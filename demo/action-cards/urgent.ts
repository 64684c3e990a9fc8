import type { DaysAgo } from '../days-ago.js';
import type { ActionCardLine } from '../snapshot-line.js';
import { card } from './card.js';

/** What broke or runs out: a fix that did not help, failed interviews, the balance. */
export function urgentCards(daysAgo: DaysAgo): ActionCardLine[] {
  return [
    card('reminders-contradicted', {
      type: 'fix_contradicted',
      summary:
        'Since reminders shipped, 7 people in The first fortnight said unasked that they still chase by hand.',
      priority: 1,
      urgency: 0.9,
      createdAt: daysAgo(1.1),
      refs: {
        signalId: 'sig-asking',
        recommendationId: 'rec-reminders',
        themeIds: ['th-first-chase'],
        studyIds: ['study-first'],
      },
    }),
    card('dawn-recording', {
      type: 'interview_failure',
      summary:
        'The recording of Dawn Whitlock is empty; she agreed to talk again if it takes under 20 minutes.',
      priority: 2,
      urgency: 0.7,
      createdAt: daysAgo(1.05),
      refs: { studyIds: ['study-after'], sourceItemId: 'si-dawn-after', participantId: 'p-dawn' },
    }),
    card('ade-analysis', {
      type: 'interview_failure',
      summary:
        'The interview with Adeola Bankole was recorded, but no quotes could be read out of it.',
      priority: 2,
      urgency: 0.4,
      createdAt: daysAgo(2),
      refs: { studyIds: ['study-first'], sourceItemId: 'si-ade-first', participantId: 'p-ade' },
    }),
    card('interviews-left', {
      type: 'low_balance',
      summary: '3 interviews are left on the plan, with two studies still running.',
      priority: 2,
      urgency: 0.5,
      createdAt: daysAgo(0.4),
    }),
  ];
}
