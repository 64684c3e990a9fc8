import type { DaysAgo } from '../days-ago.js';
import type { RecommendationLine } from '../snapshot-line.js';
import { rec } from './rec.js';

/** Recommendations that nobody has decided on; the last one is not published. */
export function openRecommendations(daysAgo: DaysAgo): RecommendationLine[] {
  return [
    rec('import', {
      title: 'Start with this week’s customers, not with an import',
      body: 'On the first evening, ask for the next three jobs and take the customers from those. Offer the phone’s contacts later, a few at a time, with the address. Never show an empty list with a plus.',
      signalIds: ['sig-import'],
      confidence: 'moderate',
      generatedAt: daysAgo(0.9),
      actionItems: [
        {
          action: 'Replace the empty customer page with "Who are you seeing this week?"',
          priority: 'high',
          supportingEvidence:
            '7 of 10 people in the study got stuck here: q-joao-first-1, q-ollie-first-2',
        },
        {
          action: 'Bring addresses across with a phone contact',
          priority: 'medium',
          supportingEvidence: '1 of 10: q-rhys-first-3',
        },
        {
          action: 'Let a contact be skipped or renamed on the way in',
          priority: 'medium',
          supportingEvidence: '2 of 10: q-marge-first-2, q-priya-first-1',
        },
      ],
      confidenceRationale: 'Seven people, all from one study and all in their first two weeks.',
      counterEvidenceNote:
        'Three people never imported anything and did not miss it, which points the same way.',
      evidenceSnapshot: { totalSourceItems: 9, studyCount: 1, generatedFromEvidenceCount: 12 },
    }),
    rec('free-helper', {
      title: 'Stop charging for the person who helps',
      body: 'Add a login that can see the diary and the invoices and change neither, without a fee. Keep the nine pounds for people who write invoices.',
      signalIds: ['sig-second-login', 'sig-kitchen-table'],
      confidence: 'high',
      generatedAt: daysAgo(1),
      actionItems: [
        {
          action: 'Add a look-only login, free of charge',
          priority: 'high',
          supportingEvidence: 'q-priya-first-8, q-rhys-first-2, q-wen-first-5',
        },
        {
          action: 'Write to Terry Blunt and Gareth Pugh before their plans renew',
          priority: 'high',
          supportingEvidence: 'q-terry-after-2, q-gareth-after-6',
        },
        {
          action: 'Ask how many accounts are shared today',
          priority: 'low',
          supportingEvidence: 'q-joao-first-5',
        },
      ],
      confidenceRationale:
        'Eight people in two studies within two weeks, none of whom was asked about the price.',
      evidenceSnapshot: { totalSourceItems: 17, studyCount: 3, generatedFromEvidenceCount: 28 },
    }),
    rec('offline', {
      title: 'Let an invoice be written without a signal',
      body: 'Keep the draft on the phone from the first letter, show that it is safe, and send it when there is a connection.',
      signalIds: ['sig-offline'],
      confidence: 'moderate',
      generatedAt: daysAgo(0.8),
      actionItems: [
        {
          action: 'Save every keystroke on the phone',
          priority: 'high',
          supportingEvidence: 'q-fiona-first-2',
        },
        {
          action: 'Show prices and past jobs without a connection',
          priority: 'medium',
          supportingEvidence: 'q-callum-first-1, q-fiona-first-1',
        },
      ],
      confidenceRationale: 'Five people, one of whom lost work; all from one study.',
      counterEvidenceNote: 'Anyone with fixed premises does not have the problem.',
      evidenceSnapshot: { totalSourceItems: 6, studyCount: 1, generatedFromEvidenceCount: 7 },
    }),
    rec('wording', {
      title: 'Let people change the words of a reminder, and skip names',
      body: 'Three tones to choose from, a list of customers who never get one, and a last letter with a date and the word "interest" for companies.',
      signalIds: ['sig-wording', 'sig-blame-the-app'],
      confidence: 'moderate',
      generatedAt: daysAgo(2.9),
      actionItems: [
        {
          action: 'Add a list of customers to skip',
          priority: 'high',
          supportingEvidence: 'q-kofi-after-4, q-gareth-after-7, q-beata-after-2',
        },
        {
          action: 'Offer a softer first reminder',
          priority: 'medium',
          supportingEvidence: 'q-beata-after-3',
        },
        {
          action: 'Offer a formal last letter for companies',
          priority: 'medium',
          supportingEvidence: 'q-terry-after-9',
        },
      ],
      confidenceRationale: 'Four people in one study, pulling in two directions.',
      counterEvidenceNote: 'Terry wants it harder, not softer.',
      evidenceSnapshot: { totalSourceItems: 6, studyCount: 1, generatedFromEvidenceCount: 25 },
    }),
    rec('deposit-setting', {
      title: 'Make the deposit a choice per customer',
      body: 'Let a deposit be on for new customers and off for regulars, and call it whatever the owner calls it.',
      signalIds: ['sig-deposits'],
      confidence: 'low',
      generatedAt: daysAgo(34),
      actionItems: [
        {
          action: 'Add "asks for money first" to a customer',
          priority: 'medium',
          supportingEvidence: 'q-trish-paid-5, q-ade-diary-2',
        },
        {
          action: 'Let the line on the quote be renamed',
          priority: 'low',
          supportingEvidence: 'q-len-paid-5',
        },
      ],
      confidenceRationale: 'Two kinds of business want it for two different reasons.',
      counterEvidenceNote: 'People on small reactive jobs have no use for it.',
      evidenceSnapshot: { totalSourceItems: 12, studyCount: 2, generatedFromEvidenceCount: 20 },
    }),
    rec('print-week', {
      title: 'Print the week on one page',
      body: 'A button that prints the week in the shape of a page-a-day, for the office wall.',
      signalIds: ['sig-paper'],
      confidence: 'low',
      generatedAt: daysAgo(31),
      published: false,
      confidenceRationale: 'Three people trust paper first, and three gave it up for good.',
    }),
  ];
}
