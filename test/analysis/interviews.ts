import { SourceItem, type Turn } from '../../db/entities/source-item.js';
import { Participant, Study } from '../../db/entities/study.js';
import { analyzeSourceItem } from '../../src/analysis/analyze-source-item.js';
import type { Context } from '../../src/core/context.js';
import { DAY, T0 } from '../support/snapshot.js';

export interface Talk {
  id: string;
  study: string;
  person: string;
  /** The participant's turns; a moderator asks a question before each. */
  answers: readonly string[];
}

export const turnsOf = (answers: readonly string[]): Turn[] =>
  answers.flatMap((text, index) => [
    { speaker: 'Mia', text: 'Tell me more.', atSecs: index * 60 },
    { speaker: 'Guest', text, atSecs: index * 60 + 10 },
  ]);

/** Six talks in two studies: setting up is hard for most, quick for one; late invoices; one lone remark. */
export const talks: readonly Talk[] = [
  {
    id: 'i1',
    study: 'st1',
    person: 'Ines',
    answers: [
      'The setup of the import took me two whole days, and I was really frustrated.',
      'Our invoices arrive a week late every single month, which is a problem for accounting.',
    ],
  },
  {
    id: 'i2',
    study: 'st1',
    person: 'Tomas',
    answers: [
      'I struggled with the setup of the import for days; it was slow and confusing.',
      'The setup of the import was far too complicated for me.',
    ],
  },
  {
    id: 'i3',
    study: 'st1',
    person: 'Wanda',
    answers: [
      'For me the setup of the import was easy, quick and helpful, done in five minutes.',
      'My parrot hates the horrible sound that the app makes when it opens a window.',
    ],
  },
  {
    id: 'i4',
    study: 'st2',
    person: 'Jo',
    answers: [
      'The setup of the import was slow and painful, I lost a week on it.',
      'Invoices arrive late, and nobody can tell me why that is.',
    ],
  },
  {
    id: 'i5',
    study: 'st2',
    person: 'Kai',
    answers: [
      'The invoices arrive late every month, so our accounting is a problem.',
      'Setting up the import was complicated for all of us in the office.',
      'Last month the invoices arrived too late again, all of them.',
    ],
  },
  {
    id: 'i6',
    study: 'st2',
    person: 'Lea',
    answers: ['The invoices arrive too late here as well, and we pay them late.'],
  },
];

/** Stores talks as ingestion does, and reads each. */
export async function readTalks(ctx: Context, list: readonly Talk[]): Promise<void> {
  for (const { id, study, person, answers } of list) {
    if (!(await ctx.db.findOne(Study, { studyId: study }))) {
      await ctx.db.insert(Study, {
        studyId: study,
        name: study,
        status: 'active',
        createdAt: new Date(T0),
      });
    }
    await ctx.db.insert(Participant, { participantId: person, displayName: person });
    await ctx.db.insert(SourceItem, {
      sourceItemId: id,
      studyId: study,
      participantId: person,
      status: 'processing',
      capturedAt: new Date(T0 + DAY),
      transcript: turnsOf(answers) as object[],
      interviewers: ['Mia'],
    });
    await analyzeSourceItem(ctx, id);
  }
}

/** Remarks on receipts, in German. */
export const germanTalks: readonly Talk[] = ['Jörg', 'Uta', 'Kim'].map((person, at) => ({
  id: `d${at}`,
  study: 'st1',
  person,
  answers: [
    'Die Belege liegen bei uns im Schuhkarton, und am Monatsende sortiert meine Frau sie einzeln.',
    'Ich fotografiere jeden Beleg noch im Auto, weil ich ihn sonst verliere, das ist mir schon passiert.',
    'Der Steuerberater will alles auf Papier, deshalb drucken wir die Rechnungen wieder aus.',
    'Wenn der Empfang weg ist, dann ist das Foto auch weg, und ich muss es noch einmal machen.',
    'Mit dem Passwort ist es schwierig, wir teilen uns eines, und das hängt am Bildschirm.',
  ].map((answer) => `${answer} So ist das bei ${person}.`),
}));

/** Remarks on a cash box that is counted every night, which no entry of the codebook foresees. */
export const boxes: readonly Talk[] = [
  {
    id: 'b1',
    study: 'st1',
    person: 'Vera',
    answers: [
      'Counting the coins of the cash box every night is slow and annoying, I count them twice.',
    ],
  },
  {
    id: 'b2',
    study: 'st1',
    person: 'Olli',
    answers: [
      'Counting the coins of the cash box every night is a pain, my wife writes the sum down.',
    ],
  },
  {
    id: 'b3',
    study: 'st2',
    person: 'Noor',
    answers: [
      'At night somebody has to count the cash box, coin by coin, before we lock the door.',
      'The garden is in the back, and that is where the guests sit in the summer.',
    ],
  },
];
