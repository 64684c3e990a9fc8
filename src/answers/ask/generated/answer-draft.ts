import * as z from 'zod';

/**
 * A model's output; nothing of it is shown before it is verified. Flat and without limits, since
 * not every server can enforce a stricter schema.
 */
export const AnswerDraft = z.object({
  passages: z
    .array(
      z.object({
        evidenceId: z.string(),
        bears: z
          .enum(['answers', 'touches', 'no'])
          .describe('Whether it answers the question, only touches its subject, or neither.'),
      }),
    )
    .describe('Every quote of the material, judged before anything is written.'),
  statements: z
    .array(
      z.object({
        ref: z.string().describe('The belief that it rests on, such as SIG-1.'),
        text: z
          .string()
          .describe("One plain sentence in your own words, in the question's language."),
      }),
    )
    .describe('The answer, the most important first; at most 2. Empty if no quote answers.'),
  quotes: z
    .array(
      z.object({
        ref: z.string().describe('The belief under which the quote is listed.'),
        evidenceId: z.string(),
        text: z.string().describe('The quote, copied character by character.'),
      }),
    )
    .describe('The 2 or 3 quotes that answer it best, and one that speaks against it.'),
});
export type AnswerDraft = z.infer<typeof AnswerDraft>;
