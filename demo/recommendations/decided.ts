import type { DaysAgo } from '../days-ago.js';
import type { RecommendationLine } from '../snapshot-line.js';
import { rec } from './rec.js';

/** Recommendations that were accepted or dismissed, and what became of them. */
export function decidedRecommendations(daysAgo: DaysAgo): RecommendationLine[] {
  return [
    rec('reminders', {
      title: 'Send payment reminders automatically',
      body: 'Three reminders by text and email, 3, 10 and 21 days after the due date, on by default, signed by Kettle on behalf of the business.',
      signalIds: ['sig-asking'],
      confidence: 'high',
      generatedAt: daysAgo(98),
      actionItems: [
        {
          action: 'Send the first reminder without being asked',
          priority: 'high',
          supportingEvidence: 'q-ines-paid-2, q-mo-paid-1, q-dawn-paid-1',
        },
        {
          action: 'Say that Kettle sent it',
          priority: 'medium',
          supportingEvidence: 'q-shireen-paid-3',
        },
      ],
      confidenceRationale: 'Seven of nine people in the study described putting it off.',
      counterEvidenceNote: 'Gareth, Trish and Len do not mind asking, for three different reasons.',
      evidenceSnapshot: { totalSourceItems: 9, studyCount: 1, generatedFromEvidenceCount: 18 },
      decision: {
        value: 'accepted',
        at: daysAgo(94),
        note: 'The clearest result we ever had. Go.',
      },
      outcome: { value: 'shipped', at: daysAgo(41), note: 'On by default for everybody.' },
      workItemLinks: [
        {
          url: 'https://linear.app/kettle-demo/issue/KET-212',
          title: 'Automatic payment reminders',
          externalId: 'KET-212',
          linkedAt: daysAgo(93),
        },
        {
          url: 'https://github.com/kettle-demo/kettle/pull/1408',
          title: 'Reminders: schedule and send',
          externalId: '1408',
          linkedAt: daysAgo(52),
        },
      ],
    }),
    rec('evening-text', {
      title: 'Text customers the evening before, by default',
      body: 'At six o’clock, in the business’s own name, with the time and a way to say no. Off per customer.',
      signalIds: ['sig-evening-text'],
      confidence: 'high',
      generatedAt: daysAgo(29),
      actionItems: [
        {
          action: 'Send at six the evening before',
          priority: 'high',
          supportingEvidence: 'q-ade-diary-4, q-stu-diary-3',
        },
        {
          action: 'Show the business’s name and number as the sender',
          priority: 'high',
          supportingEvidence: 'q-dawn-diary-7',
        },
        {
          action: 'Let it be switched off for one customer',
          priority: 'low',
          supportingEvidence: 'q-zofia-first-9',
        },
      ],
      confidenceRationale: 'Two studies, salons and trades alike.',
      counterEvidenceNote:
        'Older private customers are puzzled by it, and it does not stop a determined no-show.',
      evidenceSnapshot: { totalSourceItems: 11, studyCount: 2, generatedFromEvidenceCount: 13 },
      decision: {
        value: 'accepted',
        at: daysAgo(26),
        note: 'Own number first, or we get called a scam.',
      },
      workItemLinks: [
        {
          url: 'https://linear.app/kettle-demo/issue/KET-261',
          title: 'Evening-before text in the sender’s own name',
          externalId: 'KET-261',
          linkedAt: daysAgo(25.8),
        },
      ],
    }),
    rec('accountant-export', {
      title: 'Give the accountant one export that fits',
      body: 'One file per month with VAT on every line and the invoice number as the reference, sent to the accountant without a login.',
      signalIds: ['sig-retyping'],
      confidence: 'moderate',
      generatedAt: daysAgo(2.7),
      actionItems: [
        {
          action: 'Put the VAT rate on every line',
          priority: 'high',
          supportingEvidence: 'q-shireen-paid-8, q-wen-first-2',
        },
        {
          action: 'Send it by itself on the first of the month',
          priority: 'medium',
          supportingEvidence: 'q-rhys-first-5, q-zofia-first-4',
        },
      ],
      confidenceRationale:
        'A bookkeeper and an accountant ask for the same column without knowing each other.',
      counterEvidenceNote: 'Under thirty invoices a quarter, typing is quicker.',
      evidenceSnapshot: { totalSourceItems: 10, studyCount: 2, generatedFromEvidenceCount: 16 },
      decision: { value: 'accepted', at: daysAgo(1.6) },
      workItemLinks: [
        {
          url: 'https://github.com/kettle-demo/kettle/issues/1533',
          title: 'Monthly export for accountants',
          externalId: '1533',
          linkedAt: daysAgo(1.5),
        },
        {
          url: 'https://wiki.kettle-demo.example/vat-on-the-line',
          title: 'Notes from the call with Wen',
          linkedAt: daysAgo(1.4),
        },
      ],
    }),
    rec('route-planner', {
      title: 'Plan the route of the day automatically',
      body: 'Order the day’s jobs by driving time, and again whenever one is added.',
      signalIds: ['sig-route'],
      confidence: 'low',
      generatedAt: daysAgo(69),
      actionItems: [
        {
          action: 'Order the day by driving time',
          priority: 'medium',
          supportingEvidence: 'q-stu-diary-1, q-stu-diary-7',
        },
      ],
      confidenceRationale:
        'Generated after three interviews on the word of two people, one of whom was asked about driving.',
      counterEvidenceNote: 'Hannah had a planner, and turned it off.',
      evidenceSnapshot: { totalSourceItems: 2, studyCount: 1, generatedFromEvidenceCount: 10 },
      decision: {
        value: 'dismissed',
        at: daysAgo(34),
        note: 'We wanted this one to be true. Only the window cleaner would use it.',
      },
    }),
    rec('two-hour-window', {
      title: 'Offer a two-hour window instead of a morning',
      body: 'Suggest a window when a job is booked, and send one tap’s worth of "running late" when it slips.',
      signalIds: ['sig-time'],
      confidence: 'moderate',
      generatedAt: daysAgo(56),
      actionItems: [
        {
          action: 'Suggest a window from the jobs around it',
          priority: 'high',
          supportingEvidence: 'q-hannah-diary-5, q-ade-diary-7',
        },
        {
          action: 'One tap to say it is running late',
          priority: 'medium',
          supportingEvidence: 'q-len-diary-5',
        },
      ],
      confidenceRationale: 'Customers ring about nothing else; the trades are split.',
      counterEvidenceNote: 'Where nobody has to be in, a time is no use.',
      evidenceSnapshot: { totalSourceItems: 4, studyCount: 1, generatedFromEvidenceCount: 5 },
      decision: { value: 'accepted', at: daysAgo(54.5) },
      outcome: {
        value: 'shipped',
        at: daysAgo(33),
        note: 'Window and "running late" in one release.',
      },
      workItemLinks: [
        {
          url: 'https://linear.app/kettle-demo/issue/KET-239',
          title: 'Two-hour windows',
          externalId: 'KET-239',
          linkedAt: daysAgo(54),
        },
      ],
    }),
    rec('seen', {
      title: 'Show when an invoice was opened',
      body: 'A line under the invoice, "opened on Tuesday at 14:10", with nothing said to the customer.',
      signalIds: ['sig-seen'],
      confidence: 'high',
      generatedAt: daysAgo(100),
      actionItems: [
        {
          action: 'Show the first opening with day and time',
          priority: 'high',
          supportingEvidence: 'q-dawn-paid-8, q-terry-paid-7',
        },
      ],
      confidenceRationale: 'Six of nine people in the study, most of them by an anecdote.',
      counterEvidenceNote: 'Len hands his over in person.',
      evidenceSnapshot: { totalSourceItems: 7, studyCount: 1, generatedFromEvidenceCount: 7 },
      decision: { value: 'accepted', at: daysAgo(96) },
      outcome: {
        value: 'validated',
        at: daysAgo(17.2),
        note: 'Nobody has brought up spam since. Mo now complains about what he sees, which is progress.',
      },
      workItemLinks: [
        {
          url: 'https://linear.app/kettle-demo/issue/KET-208',
          title: 'Opened receipts',
          externalId: 'KET-208',
          linkedAt: daysAgo(95),
        },
      ],
    }),
    rec('pass-on-fee', {
      title: 'Let the owner pass the card fee on',
      body: 'A switch that adds the card fee as a line on the invoice.',
      signalIds: ['sig-card-fees'],
      confidence: 'moderate',
      generatedAt: daysAgo(99),
      actionItems: [
        {
          action: 'Add the fee as a line',
          priority: 'medium',
          supportingEvidence: 'q-terry-paid-4, q-mo-paid-5',
        },
      ],
      counterEvidenceNote: 'People paid at the door are glad of the card.',
      evidenceSnapshot: { totalSourceItems: 8, studyCount: 1, generatedFromEvidenceCount: 10 },
      decision: { value: 'accepted', at: daysAgo(95), note: 'Check the law first.' },
      outcome: {
        value: 'stale',
        at: daysAgo(50),
        note: 'Charging consumers for paying by card is not allowed. Would have to be a different idea.',
      },
    }),
  ];
}
