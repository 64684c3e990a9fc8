import * as z from 'zod';

/**
 * A model's output; nothing of it is shown before it is verified. Flat and without limits, since
 * not every server can enforce a stricter schema.
 */
export const AnswerDraft = z.object({
  covered: z.boolean().describe('False if the material does not answer the question.'),
  statements: z
    .array(
      z.object({
        ref: z.string().describe('The belief that it rests on, such as SIG-1.'),
        text: z.string().describe('One plain sentence in your own words.'),
      }),
    )
    .describe('The answer, the most important first; at most 5.'),
  quotes: z
    .array(
      z.object({
        ref: z.string().describe('The belief under which the quote is listed.'),
        evidenceId: z.string(),
        text: z.string().describe('The quote, copied character by character.'),
      }),
    )
    .describe('The 2 to 5 quotes that show it best, and up to 2 that speak against it.'),
});
export type AnswerDraft = z.infer<typeof AnswerDraft>;
