import type { DaysAgo } from '../days-ago.js';
import type { ActionCardLine } from '../snapshot-line.js';
import { card } from './card.js';

/** People to call, each with what they said; one card is snoozed, one person was contacted. */
export function callCards(daysAgo: DaysAgo): ActionCardLine[] {
  return [
    card('terry-leaving', {
      type: 'live_call',
      summary:
        'Terry Blunt says he is off at renewal: 21 pounds a month, and reminders that developers ignore.',
      quote:
        "Twenty-one quid a month with the missus on it, and for what? To send a text that don't work. I'll be straight with you, if that's not sorted when it renews, I'm off.",
      reason: 'churn_risk',
      priority: 1,
      urgency: 0.8,
      createdAt: daysAgo(10.1),
      refs: {
        studyIds: ['study-after'],
        sourceItemId: 'si-terry-after',
        themeIds: ['th-after-seat'],
        signalId: 'sig-second-login',
        participantId: 'p-terry',
      },
    }),
    card('callum-leaving', {
      type: 'live_call',
      summary:
        'Callum Reid would go back to paper over 9 pounds for a lad who works half the year.',
      quote:
        "Second phone's nine quid a month, and I've a lad who's only with me April to October. I'll be honest, if it's nine quid for a lad who's no there, I'm away back to the wee book.",
      reason: 'churn_risk',
      priority: 1,
      urgency: 0.7,
      createdAt: daysAgo(1.15),
      refs: {
        studyIds: ['study-first'],
        sourceItemId: 'si-callum-first',
        themeIds: ['th-first-seat'],
        signalId: 'sig-second-login',
        participantId: 'p-callum',
      },
    }),
    card('kofi-bailiff', {
      type: 'live_call',
      summary: 'Kofi Mensah feels that our last reminder undid a kindness of his.',
      quote:
        'The lady was locked out with a child, I was kind to her, then the phone says "Final notice". I went from the nice locksmith to the bailiff in three weeks, by text.',
      reason: 'emotional_intensity',
      priority: 2,
      urgency: 0.6,
      createdAt: daysAgo(7),
      refs: {
        studyIds: ['study-after'],
        sourceItemId: 'si-kofi-after',
        themeIds: ['th-after-tone'],
        signalId: 'sig-wording',
        participantId: 'p-kofi',
      },
    }),
    card('beata-shouting', {
      type: 'live_call',
      summary:
        'Beata Nowak says the opposite of SIG-4: the app asking made it worse, and she switched it off.',
      quote:
        'Relief, no. When I came on the Thursday she showed me on her phone, and it had my company name on top, and I thought, who is this shouting at her? It is me.',
      reason: 'contradicts_signal',
      priority: 3,
      urgency: 0.8,
      createdAt: daysAgo(11.2),
      refs: {
        studyIds: ['study-after'],
        sourceItemId: 'si-beata-after',
        themeIds: ['th-after-relief'],
        signalId: 'sig-blame-the-app',
        participantId: 'p-beata',
      },
    }),
    card('gareth-price', {
      type: 'live_call',
      summary:
        'Gareth Pugh added up 57 pounds a month for his logins and asked a competitor for a price.',
      quote:
        "I've four vans, so that's four lots of nine, and then the girl in the office. I make that fifty-seven quid. I went and got a price off the other crowd, to be honest with you.",
      reason: 'churn_risk',
      priority: 1,
      urgency: 0.6,
      createdAt: daysAgo(3.3),
      refs: {
        studyIds: ['study-after'],
        sourceItemId: 'si-gareth-after',
        themeIds: ['th-after-seat'],
        signalId: 'sig-second-login',
        participantId: 'p-gareth',
      },
      snoozedUntil: daysAgo(-1.6),
    }),
    card('fiona-lost', {
      type: 'live_call',
      summary:
        'Fiona Macrae lost a finished certificate to a missing signal and nearly drowned the phone.',
      quote:
        'I lost one. Typed the whole thing, certificate number and all, pressed send, nothing, and when I got to Ullapool it was gone. I nearly put the phone in the loch.',
      reason: 'emotional_intensity',
      priority: 2,
      urgency: 0.7,
      createdAt: daysAgo(24),
      refs: {
        studyIds: ['study-first'],
        sourceItemId: 'si-fiona-first',
        themeIds: ['th-first-offline'],
        signalId: 'sig-offline',
        participantId: 'p-fiona',
      },
      resolvedAt: daysAgo(21.4),
      resolution: 'contacted',
    }),
  ];
}
