import * as z from 'zod';
import type { EvidenceRow } from '../../../../db/queries/evidence.js';
import { isInLanguageOf } from '../../../language/english.js';
import type { Statement } from '../compose.js';
import { passageNamed, wordsNear } from '../transcripts/excerpts.js';
import type { TranscriptPassage } from '../transcripts/talk.js';
import type { Offered, OfferedBelief } from './offer-material.js';
import { type Grounds, verifyStatement } from './verify-statement.js';

const mostStatements = 5;
/** Minimum share of a passage named by a model that a stored quote must contain to be cited for it. */
const leastOfPassage = 0.6;
/** Beginning of a sentence that depends on the one before it. */
const goesOn =
  /^(?:(?:an)?other|others|that|this|these|those|they|he|she|it|its|their|but|and|also|both|so|then|instead|however|yet)\b|^[^,]{0,60}, (?:however|by contrast|on the other hand)\b/i;

/** An offered quote with its belief, if it has one, or a passage of a talk. */
type OfferedQuote =
  | { item: EvidenceRow; belief: OfferedBelief }
  | { item: EvidenceRow | TranscriptPassage; belief: undefined };

/** A quote that bears on the question, and how, as judged by the model. */
export type Judged = OfferedQuote & { bears: 'answers' | 'against' | 'touches' };

/** The parts of a model's draft that may be shown. */
interface VerifiedDraft {
  /** Each rests on a belief with an answering quote, or on answering quotes without a belief. */
  statements: readonly Statement[];
  /** In the order of the draft. */
  passages: readonly Judged[];
  /** Number of statements and passages that were removed, whole or in part. */
  removed: number;
}

/**
 * Keeps only what can be checked against the offered material: passages that were offered, and sentences that {@link
 * verifyStatement} accepts, up to the first that it rejects. If the answer is in the language of `question` and the
 * material is not, there are no words to compare: a sentence is kept if the model judged that a quote of its belief
 * answers.
 */
export function verifyDraft(
  draft: AnswerDraft,
  { beliefs, ofNoBelief, talks }: Offered,
  question: string,
): VerifiedDraft {
  const offered = new Map<string, OfferedQuote>([
    ...ofNoBelief.map((item) => [item.evidenceId, { item, belief: undefined }] as const),
    ...beliefs.flatMap((belief) =>
      belief.quotes.map((item) => [item.evidenceId, { item, belief }] as const),
    ),
  ]);
  /** Returns the offered quote with all or most of these words, which can be cited; else the passage itself. */
  const asKept = (passage: TranscriptPassage): OfferedQuote => {
    const least = leastOfPassage * passage.quote.length;
    const kept = [...offered.values()].find(
      ({ item: { sourceItemId, quote } }) =>
        sourceItemId === passage.sourceItemId &&
        (quote.includes(passage.quote) || (passage.quote.includes(quote) && quote.length >= least)),
    );
    return kept ?? { item: passage, belief: undefined };
  };
  const judged = new Map<string, Judged>();
  for (const { evidenceId, bears } of draft.passages) {
    const passage = passageNamed(evidenceId, talks);
    const known = passage ? asKept(passage) : offered.get(evidenceId);
    const name = known?.item.evidenceId ?? known?.item.quote ?? evidenceId;
    if (known && !judged.has(name)) judged.set(name, { ...known, bears });
  }
  const passages = [...judged.values()];
  let removed = draft.passages.length - passages.length;

  const statements = new Map<string, Statement>();
  const lost = new Set<string>();
  const answering = passages.filter(({ bears }) => bears === 'answers');
  const bearing = passages.filter(({ bears }) => bears !== 'touches');
  const othersAnswer = answering.some((one) => !one.belief);
  for (const { ref, text } of draft.statements.slice(0, mostStatements)) {
    const belief = answering.find((one) => one.belief?.ref === ref)?.belief;
    // all of a belief's quotes may be on the other side: the statement is then not about that belief
    const isOtherSide = bearing.some((one) => one.belief?.ref === ref);
    const isNamed = beliefs.some((one) => one.ref === ref);
    const rests = belief !== undefined || isOtherSide || (othersAnswer && !isNamed);
    const quotes = [...(belief?.quotes ?? []), ...bearing.map(({ item }) => item)];
    const around = quotes.map((quote) => wordsNear(quote, talks)).join(' ');
    const grounds = { ...belief, quotes, around };
    const kept =
      rests && !(lost.has(ref) && goesOn.test(text)) ? sentences(text, grounds, question) : '';
    if (kept !== text.trim()) removed++;
    if (kept === '') lost.add(ref);
    else statements.set(kept, { text: kept, signalId: belief?.signal.signalId ?? null });
  }
  return { statements: [...statements.values()], passages, removed };
}

function sentences(text: string, grounds: Grounds, question: string): string {
  const said = grounds.quotes.map(({ quote }) => quote).join(' ');
  const isForeign = !isInLanguageOf(question, said) && !isInLanguageOf(text, said);
  return verifyStatement(text, grounds, isForeign).join(' ');
}

/**
 * A model's output; no part of it is shown before it is verified. Flat and without limits, since not every server can
 * enforce a stricter schema.
 */
export const AnswerDraft = z.object({
  passages: z
    .array(
      z.object({
        evidenceId: z.string(),
        bears: z.enum(['answers', 'against', 'touches']),
      }),
    )
    .describe('The quotes that bear on the question, the best first, before anything is written.'),
  statements: z
    .array(
      z.object({
        ref: z
          .string()
          .describe('The belief under which its quotes are listed, such as SIG-1; else empty.'),
        text: z
          .string()
          .describe("One plain sentence in your own words, in the question's language."),
      }),
    )
    .describe('The answer, the most important first. Empty if no quote answers.'),
});
export type AnswerDraft = z.infer<typeof AnswerDraft>;
