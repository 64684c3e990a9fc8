import * as z from 'zod';

/** The kind of a claim determines its possible subjects: people have habits, tools mostly cause pains. */
export const CLAIM_KINDS = [
  'pain',
  'worry',
  'wish',
  'need',
  'praise',
  'habit',
  'choice',
  'belief',
] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/** Maximum length of a sentence or example of an entry. */
export const MAX_LINE = 400;
const Line = z.string().trim().min(1).max(MAX_LINE);
const Pattern = z.string().max(2_000);

/** The recommendation that follows from a belief. `{thing}` is replaced with the thing that its people share. */
export const Implication = z.strictObject({
  title: Line,
  why: Line,
  change: Line,
  known: Line,
});
export type Implication = z.infer<typeof Implication>;

export const ENTRY_ID = /^[a-z0-9][a-z0-9-]{0,79}$/;

/** One code of the codebook: a belief as a sentence, and when a quote supports it (docs/analysis.md). */
export const CodebookEntry = z.strictObject({
  id: z.string().regex(ENTRY_ID, 'must be lower-case letters, digits and hyphens'),
  kind: z.enum(CLAIM_KINDS),
  /** True for claims about AI: it must be named in the clause, the sentence, or just before. */
  about: z.literal('ai').optional(),
  statement: Line,
  /** The sentence used if people share no thing; if absent, there is no claim then. */
  general: Line.optional(),
  /** Restricts the subject to the speaker, others, or the tool. */
  by: z.enum(['self', 'self-alone', 'tool', 'other']).optional(),
  /** Describes which quotes support it. */
  counts: Line,
  /** Describe which quotes contradict it, and which look-alikes do neither. */
  opposed: Line.optional(),
  unlike: Line.optional(),
  /**
   * Patterns of supporting quotes, one per line, for a lower-case sentence with "n't" as "not" and "it's" as
   * "it is". If empty, only quotes placed by people support it.
   */
  says: Pattern.default(''),
  /** Patterns of the opposite, one per line. */
  against: Pattern.optional(),
  /** Patterns that change the meaning if they match the same clause. */
  not: Pattern.optional(),
  /** Patterns that the sentence must also match. */
  near: Pattern.optional(),
  /**
   * Patterns of questions whose answers support it: "What frustrates you?" – "The search." The statement then has
   * the thing that the answer names.
   */
  asked: Pattern.optional(),
  /** True if a negated sentence still supports it: "I do not use it as a crutch". */
  evenDenied: z.boolean().optional(),
  examples: z
    .strictObject({ counts: z.array(Line), not: z.array(Line) })
    .default({ counts: [], not: [] }),
  so: Implication.optional(),
});
export type CodebookEntry = z.infer<typeof CodebookEntry>;

export const Chapter = z.strictObject({
  title: Line,
  about: z.literal('ai').optional(),
  entries: z.array(CodebookEntry),
});

/** Placeholder in a statement for the thing that its people share. */
const THING = '{thing}';

export const hasThing = ({ statement }: Pick<CodebookEntry, 'statement'>): boolean =>
  statement.includes(THING);

/** Fills the placeholder of a sentence with the thing. */
export function filled(sentence: string, thing: string | undefined): string {
  const text = sentence.replaceAll(THING, thing ?? 'it');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The sentence of an entry, with which claims and quotes are compared. */
export interface Sentence {
  entryId: string;
  statement: string;
}
