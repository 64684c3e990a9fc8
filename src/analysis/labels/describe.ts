import { termOf, words } from '../../search/tokens.js';

const longestExample = 240;

/** What quotes are about, in the words that they share, and the most typical of them. */
export function describe(
  quotes: readonly string[],
  weights: ReadonlyMap<string, number>,
  polarity: number,
): string {
  const spoken = new Map<string, string>();
  for (const word of quotes.flatMap(words)) {
    const term = termOf(word);
    if (!spoken.has(term)) spoken.set(term, word);
  }
  const about = [...weights]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, 3)
    .map(([term]) => spoken.get(term) ?? term);
  const tone = polarity > 0.2 ? 'Mostly praise' : polarity < -0.2 ? 'Mostly complaints' : 'Remarks';
  const subject = about.length > 0 ? ` about ${about.join(', ')}` : '';
  return `${tone}${subject}. Typical: “${shortened(quotes[0] ?? '', longestExample)}”`;
}

export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const space = text.lastIndexOf(' ', longest - 1);
  return `${text.slice(0, space > 0 ? space : longest - 1).toWellFormed()}…`;
}
