import * as z from 'zod';
import { ask as answer } from '../../answers/ask/ask.js';
import { answerText } from '../../answers/ask/wording.js';
import { type EvidenceHit, searchEvidence } from '../../answers/search/find-evidence.js';
import { presentEvidence } from '../../api/endpoints/evidence.js';
import { integer, words } from '../../api/endpoints/fields.js';
import { EvidenceKind } from '../../api/endpoints/values.js';
import { MAX_QUESTION } from '../../core/numbers.js';
import { cut } from '../../core/words.js';
import { pageOf } from '../caller.js';
import { DOCUMENT_IDS, knownSignalId, readDocument } from '../documents.js';
import { withTeamsNames } from '../fit.js';
import { id, NOTICE, Notice, Quote, quoteOf, url } from '../quote.js';
import { tool } from '../tool.js';

const MAX_HITS = 20;
const TITLE = 120;

export const search = tool({
  name: 'search',
  title: 'Search what users said',
  description:
    'Finds quotes from interviews by meaning, for and against, best first: for a question, a feature, a complaint or a pasted quote. `fetch` resolves each id.',
  input: z.strictObject({
    query: words(MAX_QUESTION, 'A question, a feature or a pasted quote.', 'Why is setup slow?'),
    kind: EvidenceKind.optional().meta({ description: 'Only quotes for, or only quotes against.' }),
    belief: id('Only quotes of this belief: its signalId or its ref, such as SIG-7.').optional(),
    studyId: id('Only quotes of this study.').optional(),
    limit: integer(1, MAX_HITS).default(10),
  }),
  output: z.strictObject({
    notice: Notice,
    results: z.array(
      Quote.extend({
        title: z.string(),
        ...url,
        score: z.number().meta({ description: '0 to 1.' }),
      }),
    ),
  }),
  async run(call, { query, kind, belief, studyId, limit }) {
    const signalId = belief === undefined ? undefined : await knownSignalId(call, belief);
    const find = (one: EvidenceHit['item']['kind']) =>
      searchEvidence(call.ctx, { query, kind: one, signalId, studyId, limit });
    const found = await Promise.all((kind ? [kind] : EvidenceKind.options).map(find));
    const best = found.flat().sort((a, b) => b.score - a.score);
    return {
      notice: NOTICE,
      results: best.slice(0, limit).map(({ item, score }) => ({
        ...quoteOf(presentEvidence(item)),
        title: cut(item.themeLabel, TITLE),
        ...pageOf(call, { studyId: item.studyId }),
        score,
      })),
    };
  },
});

export const fetch = tool({
  name: 'fetch',
  title: 'Fetch one thing in full',
  description: `Reads one quote, belief, study or recommendation as text. Ids: ${DOCUMENT_IDS}, or a ref such as SIG-7. A long text comes in parts: fetch \`metadata.next\` for the next.`,
  input: z.strictObject({ id: id('As other tools return it.') }),
  output: z.strictObject({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    ...url,
    metadata: z.record(z.string(), z.string()),
  }),
  run: (call, args) => readDocument(call, args.id),
});

export const ask = tool({
  name: 'ask',
  title: 'Ask one question',
  description:
    'Answers a question from what users said, with verbatim quotes for and against and checked citations. If the material is thin, the answer says so and has no citations: do not fill the gap with guesses.',
  input: z.strictObject({
    question: words(MAX_QUESTION, 'One question, in plain language.', 'What stops new customers?'),
  }),
  output: z.strictObject({
    notice: Notice,
    answer: z.string(),
    citations: z.array(
      z.strictObject({
        id: z.string().meta({ description: 'The belief, for `fetch`.' }),
        ref: z.string(),
        ...url,
        evidenceIds: z.array(z.string()).meta({ description: 'For `fetch`.' }),
      }),
    ),
  }),
  async run(call, { question }) {
    const { ctx, caller } = call;
    await caller.useQuestion();
    const { parts, citations } = await answer(ctx, question);
    return {
      notice: NOTICE,
      answer: answerText(await withTeamsNames(ctx, parts), ctx.now),
      citations: citations.map(({ ref, signalId, evidenceIds }) => ({
        id: `belief:${signalId}`,
        ref,
        ...pageOf(call, { signalId }),
        evidenceIds: evidenceIds.map((one) => `evidence:${one}`),
      })),
    };
  },
});
