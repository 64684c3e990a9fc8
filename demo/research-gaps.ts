import type { DaysAgo } from './days-ago.js';
import type { ResearchGapLine } from './snapshot-line.js';

const gap = (
  key: string,
  facts: Omit<ResearchGapLine, 'resource' | 'researchGapId'>,
): ResearchGapLine => ({ resource: 'researchGap', researchGapId: `gap-${key}`, ...facts });

/** Open questions about the team's own beliefs, of every type and in every status. */
export function researchGapLines(daysAgo: DaysAgo): ResearchGapLine[] {
  return [
    gap('same-day-sceptics', {
      signalId: 'sig-same-day',
      type: 'thin_counter_evidence',
      status: 'open',
      description:
        'Sixteen people, and not one says that sending it later made no difference. That is either true or the way we ask.',
      suggestedAction:
        'Interview people who bill monthly on purpose, such as cleaners with contracts.',
      createdAt: daysAgo(2.6),
    }),
    gap('fair-login', {
      signalId: 'sig-second-login',
      type: 'thin_counter_evidence',
      status: 'accepted',
      description: 'Eight people find the price of a second login unfair, and nobody defends it.',
      suggestedAction: 'Talk to firms that have paid for several logins for a year.',
      draftedStudyId: 'study-second-login',
      createdAt: daysAgo(2.3),
    }),
    gap('import-elsewhere', {
      signalId: 'sig-import',
      type: 'missing_breadth',
      status: 'open',
      description: 'Everything we know about importing comes from one study of new customers.',
      suggestedAction: 'Ask people who joined a year ago how their customers got in.',
      createdAt: daysAgo(1.8),
    }),
    gap('fees-stale', {
      signalId: 'sig-card-fees',
      type: 'stale_evidence',
      status: 'open',
      description: 'Nobody has said anything about card fees for more than 90 days.',
      suggestedAction: 'Add one question on cards to the next round of The first fortnight.',
      createdAt: daysAgo(15.5),
    }),
    gap('hired-again', {
      signalId: 'sig-big-late',
      type: 'topic_asymmetry',
      status: 'accepted',
      description: 'Whether a late payer is refused the next time came up in 2 of 10 interviews.',
      suggestedAction: 'Ask about the last customer who was turned away, and why.',
      createdAt: daysAgo(101),
    }),
    gap('on-site', {
      signalId: 'sig-offline',
      type: 'topic_asymmetry',
      status: 'open',
      description: 'What has to work on site was talked through in 2 of 10 interviews.',
      suggestedAction:
        'Spend a day in a van; people do not remember the circle when they sit at a table.',
      createdAt: daysAgo(1.1),
    }),
    gap('window-check', {
      signalId: 'sig-time',
      type: 'post_ship_verification',
      status: 'applied',
      description:
        'The two-hour window shipped, and at that time nobody had been interviewed since.',
      suggestedAction: 'Listen for waiting in all new interviews.',
      createdAt: daysAgo(32.5),
    }),
    gap('reminders-check', {
      signalId: 'sig-asking',
      type: 'post_ship_verification',
      status: 'applied',
      description:
        'Reminders are on for everybody, and we had not gone back to those who asked for them.',
      suggestedAction: 'Go back to the people of Getting paid.',
      draftedStudyId: 'study-after',
      createdAt: daysAgo(28.5),
    }),
    gap('paper-elsewhere', {
      signalId: 'sig-paper',
      type: 'missing_breadth',
      status: 'dismissed',
      description: 'All that speaks for paper diaries comes from A week in the diary.',
      suggestedAction: 'Visit three offices with a whiteboard.',
      createdAt: daysAgo(34.5),
    }),
  ];
}
