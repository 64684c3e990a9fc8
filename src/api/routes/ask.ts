import { endpoint } from '../endpoint.js';
import { examples } from '../examples.js';
import { AskResult } from '../schemas/ask.js';
import { Data } from '../schemas/envelope.js';
import { AskBody } from '../schemas/inputs.js';

export const question = endpoint({
  method: 'post',
  path: '/v1/ask',
  id: 'ask',
  tag: 'Ask',
  summary: 'Ask one question',
  description:
    'One answer with verified citations; slower than the reads. Where the material is thin it says that the belief layer does not cover the question. Changes nothing.',
  body: AskBody,
  response: Data(AskResult),
  errors: [],
  bucket: 'ask',
  example: examples.answer,
  async handle({ ctx, deps, body }) {
    const { answer, citations, searchedAt } = await deps.ask(ctx, body.question);
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
