import * as z from 'zod';
import type { AnswerQuote } from '../answer.js';
import type { MaterialSignal } from '../retrieve.js';
import type { OfferedBelief } from './answer-prompt.js';
import { isInLanguageOf, verifyStatement } from './verify-statement.js';

const mostStatements = 5;
const mostQuotes = 3;
const mostCounterQuotes = 1;

/** A plain sentence about a belief. */
interface Statement {
  text: string;
  signalId: string;
}

/** The parts of a model's draft that may be shown. */
interface VerifiedDraft {
  /** Each about one of `beliefs`. */
  statements: readonly Statement[];
  quotes: readonly AnswerQuote[];
  counterQuotes: readonly AnswerQuote[];
  /** The beliefs that a statement or a quote rests on, in the order of the draft. */
  beliefs: readonly MaterialSignal[];
  /** Number of statements and quotes that were removed, whole or in part. */
  removed: number;
}

/**
 * Keeps only what can be checked against the offered material: quotes that match the stored text
 * byte for byte and belong to the belief they are given for, and sentences that {@link
 * verifyStatement} accepts. To a `question` in another language than the material's, a sentence in
 * that language has no words to compare: it stands if the model judged that a quote of its belief
 * answers.
 */
export function verifyDraft(
  draft: AnswerDraft,
  offered: readonly OfferedBelief[],
  question: string,
): VerifiedDraft {
  const byRef = new Map(offered.map((belief) => [belief.ref, belief]));
  const used = new Set<OfferedBelief>();
  let removed = 0;

  const answering = new Set(
    draft.passages.filter(({ bears }) => bears === 'answers').map(({ evidenceId }) => evidenceId),
  );
  const isForeign = (asked: string, text: string, { quotes }: OfferedBelief): boolean => {
    const said = quotes.map(({ quote }) => quote).join(' ');
    return (
      !isInLanguageOf(asked, said) &&
      !isInLanguageOf(text, said) &&
      quotes.some(({ evidenceId }) => answering.has(evidenceId))
    );
  };

  const statements = draft.statements.slice(0, mostStatements).flatMap(({ ref, text }) => {
    const belief = byRef.get(ref);
    const kept = belief ? verifyStatement(text, belief, isForeign(question, text, belief)) : [];
    if (belief && kept.length > 0) used.add(belief);
    if (kept.join(' ') !== text.trim()) removed++;
    if (!belief || kept.length === 0) return [];
    return [{ text: kept.join(' '), signalId: belief.material.signal.signalId }];
  });

  const quotes = new Map<string, AnswerQuote>();
  for (const { ref, evidenceId, text } of draft.quotes) {
    const belief = byRef.get(ref);
    const item = belief?.quotes.find((row) => row.evidenceId === evidenceId);
    if (!belief || !item || text.trim() === '' || !item.quote.includes(text)) {
      removed++;
      continue;
    }
    used.add(belief);
    // Shown whole, not as the part that the model took: an excerpt can reverse the meaning.
    if (!quotes.has(evidenceId)) {
      quotes.set(evidenceId, { item, signalId: belief.material.signal.signalId });
    }
  }
  const ofKind = (kind: 'evidence' | 'counterEvidence', most: number): AnswerQuote[] =>
    [...quotes.values()].filter(({ item }) => item.kind === kind).slice(0, most);

  return {
    statements: [...new Map(statements.map((one) => [one.text, one])).values()],
    quotes: ofKind('evidence', mostQuotes),
    counterQuotes: ofKind('counterEvidence', mostCounterQuotes),
    beliefs: [...used].map(({ material }) => material),
    removed,
  };
}

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
