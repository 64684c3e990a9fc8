import * as z from 'zod';
import { MAX_QUESTION } from '../../core/numbers.js';
import { endpoint } from '../endpoint.js';
import { askLimit, authenticate, parse, rateLimit } from '../guards.js';
import { examples } from './examples.js';
import { Data, words } from './fields.js';
import { Ms } from './values.js';

const AskResult = z
  .strictObject({
    answer: z.string().meta({ description: 'May quote evidence and mention signal refs.' }),
    citations: z.array(
      z.strictObject({
        ref: z.string(),
        signalId: z.string(),
        evidenceIds: z.array(z.string()),
      }),
    ),
    searchedAt: Ms,
  })
  .meta({ id: 'AskResult', description: 'One answer with verified citations.' });

const AskBody = z
  .strictObject({
    question: words(
      MAX_QUESTION,
      'One question, in plain language.',
      'What keeps new customers from inviting their team?',
    ),
  })
  .meta({ id: 'AskBody' });

export const ask = endpoint({
  method: 'post',
  path: '/v1/ask',
  guards: [authenticate, rateLimit, askLimit, parse],
  id: 'ask',
  tag: 'Ask',
  summary: 'Ask one question',
  description:
    'One answer with verified citations; slower than the reads. If the material is thin, it says that the belief layer does not cover the question. Changes nothing.',
  body: AskBody,
  response: Data(AskResult),
  errors: [],
  example: examples.answer,
  async handle({ ctx, services, body }) {
    const { answer, citations, searchedAt } = await services.ask(ctx, body.question);
    return {
      data: {
        answer,
        citations: citations.map(({ ref, signalId, evidenceIds }) => ({
          ref,
          signalId,
          evidenceIds: [...evidenceIds],
        })),
        searchedAt: searchedAt.getTime(),
      },
    };
  },
});
