/** A part of a text, in UTF-16 units, from `start` to `end` (exclusive). */
export interface Span {
  start: number;
  end: number;
}

/** Longer sentences are split into clauses; machine transcripts may have no full stops. */
export const LONGEST_SENTENCE = 400;

// A run of punctuation is matched only from its start; otherwise a long run would take quadratic time.
const sentenceEnd = /(?<![.!?…。！？])[.!?…。！？]+["'”’)\]]*(?=\s|$)|\n+|(?<=[。！？])/gu;
const abbreviation = /(?:^|\s)(?:\p{L}|e\.g|i\.e|etc|vs|mr|mrs|ms|dr|st|no|approx|inc|ltd)\.$/iu;
const clauseEnd = /(?<=[,;:])\s|\s(?=(?:and|but|so|because|then|or|which|where)\s)/giu;

/** Returns the sentences of a text in order, trimmed; longer ones are split into clauses. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length;
    if (abbreviation.test(text.slice(Math.max(start, end - 10), end))) continue;
    spans.push(...clausesOf(text, trimmed(text, { start, end })));
    start = end;
  }
  spans.push(...clausesOf(text, trimmed(text, { start, end: text.length })));
  return spans.filter((span) => span.end > span.start);
}

/** True for a sentence that ends in a question mark, also before closing quotation marks. */
export const isQuestion = (sentence: string): boolean => /\?["'”’)]*$/.test(sentence);

/** Trims white space at both ends of a span. */
function trimmed(text: string, { start, end }: Span): Span {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(text[from] as string)) from++;
  while (to > from && /\s/.test(text[to - 1] as string)) to--;
  return { start: from, end: to };
}

function clausesOf(text: string, span: Span): Span[] {
  if (span.end - span.start <= LONGEST_SENTENCE) return [span];
  const breaks = [...text.slice(span.start, span.end).matchAll(clauseEnd)].map(
    ({ index }) => span.start + index,
  );
  const clauses: Span[] = [];
  let start = span.start;
  let next = 0;
  while (span.end - start > LONGEST_SENTENCE) {
    const limit = start + LONGEST_SENTENCE;
    let clause: number | undefined;
    for (; (breaks[next] ?? Number.POSITIVE_INFINITY) <= limit; next++) {
      if ((breaks[next] as number) > start) clause = breaks[next];
    }
    const space = text.slice(start, limit + 1).lastIndexOf(' ');
    const end = clause ?? (space > 0 ? start + space : wholeCharacter(text, limit));
    clauses.push(trimmed(text, { start, end }));
    start = end;
  }
  clauses.push(trimmed(text, { start, end: span.end }));
  return clauses;
}

/** The position, or the one before it if it would cut a surrogate pair. */
const wholeCharacter = (text: string, at: number): number =>
  /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
