import * as z from 'zod';
import { Signal } from '../../../db/entities/signal.js';
import { CLAIM_KINDS, Implication, MAX_LINE } from '../../analysis/codebook/entry.js';
import { addWords } from '../../analysis/curate/add-quote.js';
import {
  changeQuestions,
  LONGEST_QUESTION,
  MOST_QUESTIONS,
} from '../../analysis/curate/questions.js';
import { stateBelief as state } from '../../analysis/curate/state-belief.js';
import { QUOTE_LENGTH } from '../../analysis/quotes/locate-quote.js';
import { words } from '../../api/endpoints/fields.js';
import { listSourceItems, SourceItemListItem } from '../../api/endpoints/studies.js';
import { Count, SignalStateOfPlay } from '../../api/endpoints/values.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import { ESTABLISHED_PARTICIPANTS, ESTABLISHED_STUDIES } from '../../core/numbers.js';
import { cut } from '../../core/words.js';
import { type Call, pageOf } from '../caller.js';
import { knownSignalId } from '../documents.js';
import { fitPage } from '../fit.js';
import { Day, dayOf, id, NOTICE, Notice, page, paged, url } from '../quote.js';
import { tool } from '../tool.js';

/** Most quotes in one call. */
const MOST_QUOTES = 50;
const LONGEST_SENTENCE = 200;
/** UTF-16 units by which a caller recognizes its quote. */
const LONGEST_BEGINNING = 80;

export const listInterviews = tool({
  name: 'list_interviews',
  title: 'List the interviews of a study',
  description: 'The interviews of a study, newest first. `fetch` returns what was said in one.',
  forWriters: true,
  input: z.strictObject({ studyId: id('As `list_studies` returns it.'), ...page }),
  output: z.strictObject({
    notice: Notice,
    interviews: z.array(
      SourceItemListItem.omit({ capturedAt: true }).extend({
        id: z.string().meta({ description: 'For `fetch`.' }),
        capturedAt: Day,
      }),
    ),
    ...paged,
  }),
  run: (call, { studyId, ...args }) =>
    fitPage(args.limit, async (limit) => {
      const query = { ...args, limit };
      const { data, ...rest } = await listSourceItems.handle({
        ...call,
        params: { studyId },
        query,
        body: {},
      });
      return {
        notice: NOTICE,
        interviews: data.map(({ capturedAt, ...item }) => ({
          ...item,
          id: `interview:${item.sourceItemId}`,
          capturedAt: dayOf(capturedAt),
        })),
        ...rest,
      };
    }),
});

const Said = z.strictObject({
  interview: id('As `list_interviews` returns it: its sourceItemId or its id.'),
  words: words(
    QUOTE_LENGTH.max,
    `What the participant said, copied character by character from one turn: one to three sentences or a part of one, at least ${QUOTE_LENGTH.min} characters.`,
    'I type every refund in twice, because the export drops the reference.',
  ),
  against: z.boolean().default(false).meta({ description: 'True if it contradicts the belief.' }),
});

const quotes = z.array(Said).min(1).max(MOST_QUOTES);

const said = (given: readonly z.output<typeof Said>[]) =>
  given.map(({ interview, ...one }) => ({
    ...one,
    interviewId: interview.replace(/^interview:/, ''),
  }));

const questions = z.array(
  words(
    LONGEST_QUESTION,
    'A question that the belief answers, as a colleague who does not know it would ask.',
    'why do folks enter stuff twice?',
  ),
);

const LeftOut = z
  .array(z.string())
  .meta({ description: 'How each quote begins that overlaps another one of the belief.' });
const beginnings = (quotes: readonly string[]): string[] =>
  quotes.map((one) => cut(one, LONGEST_BEGINNING));

/** State of a belief after a write. */
const Heard = {
  ref: z.string(),
  peopleFor: Count,
  peopleAgainst: Count,
  stage: SignalStateOfPlay,
};

async function heard({ ctx }: Call, signalId: string) {
  const signal = (await ctx.db.findOne(Signal, { signalId })) as Signal;
  return {
    ref: signalRef(signal.refNumber),
    peopleFor: signal.participantCount,
    peopleAgainst: signal.counterParticipantCount,
    stage: signal.stage,
  };
}

export const stateBelief = tool({
  name: 'state_belief',
  title: 'State a belief',
  description:
    'Creates a belief from one plain sentence about people and the words that bear it out, for and against. Every quote is looked up in its interview; if one was not said there by the participant, nothing is stored. Look in `list_beliefs` first: quotes for a belief that exists are added with `add_quotes`. Only if a person asked for it.',
  writes: 'undoable',
  input: z.strictObject({
    sentence: words(
      LONGEST_SENTENCE,
      'A sentence that someone could deny.',
      'People retype refunds because the export drops their reference',
    ),
    kind: z.enum(CLAIM_KINDS).meta({
      description:
        'pain: what hinders them. worry: what they fear. wish: what they would like. need: what they cannot do without. praise: what works for them. habit: what they do. choice: what they prefer, and why. belief: what they take for true.',
    }),
    counts: words(
      MAX_LINE,
      'Which quotes support it, in one sentence: people read it below the belief.',
      'Someone enters data again that the tool already has.',
    ).optional(),
    quotes: quotes.meta({ description: 'For it, from at least two participants, and against it.' }),
    recommendation: Implication.meta({
      description: `What follows for the product: \`title\` (an imperative), \`why\`, \`change\` (what to change) and \`known\` (how one would know that it worked). It opens when the belief is established: ${ESTABLISHED_PARTICIPANTS} people in ${ESTABLISHED_STUDIES} studies.`,
    }).optional(),
    questions: questions
      .max(MOST_QUESTIONS)
      .meta({ description: 'Questions that it answers, by which `ask` finds it.' })
      .optional(),
  }),
  output: z.strictObject({
    id: z.string(),
    signalId: z.string(),
    leftOut: LeftOut,
    ...Heard,
    ...url,
  }),
  async run(call, { recommendation, quotes: given, ...belief }) {
    const { signalId, leftOut } = await state(call.ctx, {
      ...belief,
      so: recommendation,
      said: said(given),
      isProposal: true,
    });
    return {
      ...{ id: `belief:${signalId}`, signalId, leftOut: beginnings(leftOut) },
      ...(await heard(call, signalId)),
      ...pageOf(call, { signalId }),
    };
  },
});

export const addQuotes = tool({
  name: 'add_quotes',
  title: 'Add quotes to a belief',
  description:
    'Adds words of interviews to a belief, for or against it. Every quote is looked up in its interview; if one was not said there by the participant, nothing is stored. Words that overlap a quote of the belief are left out.',
  writes: 'undoable',
  idempotent: true,
  input: z.strictObject({
    belief: id('Its signalId or its ref, such as SIG-7.'),
    quotes,
  }),
  output: z.strictObject({
    id: z.string(),
    added: Count.meta({ description: 'Quotes that the belief did not have.' }),
    leftOut: LeftOut,
    ...Heard,
    ...url,
  }),
  async run(call, { belief, quotes: given }) {
    const signalId = await knownSignalId(call, belief);
    const { added, leftOut } = await addWords(call.ctx, signalId, said(given));
    return {
      ...{ id: `belief:${signalId}`, added },
      leftOut: beginnings(leftOut),
      ...(await heard(call, signalId)),
      ...pageOf(call, { signalId }),
    };
  },
});

export const changeQuestionsOf = tool({
  name: 'change_questions',
  title: 'Change the questions that a belief answers',
  description: `People ask in other words than participants use. A belief carries the questions that it answers, in the words of those who ask: \`ask\` and \`/ask\` find it by them too. \`read_belief\` lists them; there are at most ${MOST_QUESTIONS}. Questions that it already has are not added again. How to write them: the prompt \`write_questions\`.`,
  writes: 'undoable',
  idempotent: true,
  input: z.strictObject({
    belief: id('Its signalId or its ref, such as SIG-7.'),
    add: questions.max(MOST_QUESTIONS).default([]),
    remove: z
      .array(
        words(LONGEST_QUESTION, 'A question that the belief has, as it is listed.', 'why retype?'),
      )
      .max(MOST_QUESTIONS)
      .default([]),
  }),
  output: z.strictObject({
    id: z.string(),
    ref: z.string(),
    questions: z.array(z.string()).meta({ description: 'All questions of the belief now.' }),
  }),
  async run(call, { belief, ...changes }) {
    const signalId = await knownSignalId(call, belief);
    const all = await changeQuestions(call.ctx, signalId, changes);
    const { ref } = await heard(call, signalId);
    return { id: `belief:${signalId}`, ref, questions: [...all] };
  },
});
