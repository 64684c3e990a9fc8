import type { DaysAgo } from '../days-ago.js';
import type { ActionCardLine } from '../snapshot-line.js';
import { card } from './card.js';

/** News about beliefs, recommendations, gaps and studies; two of the cards are resolved. */
export function beliefCards(daysAgo: DaysAgo): ActionCardLine[] {
  return [
    card('rec-free-helper', {
      type: 'new_recommendation',
      summary:
        'Stop charging for the person who helps: 8 people in 2 studies, all within two weeks.',
      priority: 3,
      urgency: 0.8,
      createdAt: daysAgo(0.98),
      refs: {
        recommendationId: 'rec-free-helper',
        signalId: 'sig-second-login',
        studyIds: ['study-first', 'study-after'],
      },
    }),
    card('rec-import', {
      type: 'new_recommendation',
      summary: 'Start with this week’s customers: 7 people of 10 stopped at the empty list.',
      priority: 3,
      urgency: 0.5,
      createdAt: daysAgo(0.88),
      refs: { recommendationId: 'rec-import', signalId: 'sig-import', studyIds: ['study-first'] },
    }),
    card('rec-wording', {
      type: 'new_recommendation',
      summary:
        'Let people change the words of a reminder: 4 people in one study, in two directions.',
      priority: 3,
      urgency: 0.4,
      createdAt: daysAgo(2.8),
      refs: { recommendationId: 'rec-wording', signalId: 'sig-wording', studyIds: ['study-after'] },
    }),
    card('rec-evening-text', {
      type: 'new_recommendation',
      summary: 'Text customers the evening before, by default.',
      priority: 3,
      createdAt: daysAgo(28.9),
      refs: { recommendationId: 'rec-evening-text', signalId: 'sig-evening-text' },
      resolvedAt: daysAgo(26),
      resolution: 'followed',
    }),
    card('relief-split', {
      type: 'theme_contradiction',
      summary:
        'The theme "Let the app be the one who asks" divides people: 5 people glad of it, 3 people against, two of them on both sides.',
      priority: 4,
      urgency: 0.6,
      createdAt: daysAgo(3.2),
      refs: {
        themeIds: ['th-after-relief'],
        studyIds: ['study-after'],
        signalId: 'sig-blame-the-app',
      },
    }),
    card('deposit-split', {
      type: 'theme_contradiction',
      summary:
        'The theme "Something up front" cuts both ways: 4 people ask for it, 2 people would not dream of it for their usual work.',
      priority: 4,
      urgency: 0.3,
      createdAt: daysAgo(20.6),
      refs: { themeIds: ['th-paid-deposit'], studyIds: ['study-paid'], signalId: 'sig-deposits' },
    }),
    card('login-second-study', {
      type: 'cross_study_signal',
      summary:
        'SIG-13 has reached 2 studies: new customers and four-van firms add up the same nine pounds.',
      priority: 5,
      urgency: 0.7,
      createdAt: daysAgo(9.9),
      refs: { signalId: 'sig-second-login', studyIds: ['study-first', 'study-after'] },
    }),
    card('retyping-second-study', {
      type: 'cross_study_signal',
      summary:
        'SIG-15 is in 2 studies now: what bookkeepers type again is what new customers cut and paste.',
      priority: 5,
      urgency: 0.3,
      createdAt: daysAgo(3),
      refs: { signalId: 'sig-retyping', studyIds: ['study-paid', 'study-first'] },
    }),
    card('gap-same-day', {
      type: 'research_gap',
      summary:
        'SIG-2 rests on 16 people with nobody against it; look for someone who bills late and is fine.',
      priority: 6,
      urgency: 0.5,
      createdAt: daysAgo(2.5),
      refs: { signalId: 'sig-same-day' },
    }),
    card('gap-fees', {
      type: 'research_gap',
      summary: 'SIG-9 on card fees has heard nothing new for more than 90 days.',
      priority: 6,
      urgency: 0.3,
      createdAt: daysAgo(15.4),
      refs: { signalId: 'sig-card-fees', studyIds: ['study-paid'] },
    }),
    card('gap-paper', {
      type: 'research_gap',
      summary: 'SIG-7 on paper diaries comes from 1 study.',
      priority: 6,
      createdAt: daysAgo(34.4),
      refs: { signalId: 'sig-paper', studyIds: ['study-diary'] },
      resolvedAt: daysAgo(33.1),
      resolution: 'dismissed',
    }),
    card('paid-follow-up', {
      type: 'follow_up_suggestion',
      summary:
        'Getting paid is complete and left 3 questions; the one about who releases a payment is still open.',
      priority: 7,
      urgency: 0.4,
      createdAt: daysAgo(17.9),
      refs: { studyIds: ['study-paid'] },
    }),
    card('first-saturated', {
      type: 'study_saturation',
      summary:
        'The last 5 interviews of The first fortnight brought no new theme; its people may be better spent elsewhere.',
      priority: 8,
      urgency: 0.5,
      createdAt: daysAgo(0.95),
      refs: { studyIds: ['study-first'] },
    }),
  ];
}
