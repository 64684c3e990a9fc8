import { isFrameTerm } from '../../search/frame-words.js';
import { tellingTerms } from '../../search/tokens.js';

const fewest = 2;
const share = 1 / 3;
const using =
  /\b(?:us(?:e|es|ed|ing)|ask(?:ed|ing)?) (?:the |an? |my |our )?([\p{L}\p{N}][\p{L}\p{N}-]+)(?= (?:to|for|in|as|with|when)\b)/giu;

/** What somebody says they use and at least a third of the quotes speak of, as written; undefined where there is none. */
export function toolOf(quotes: readonly string[], subject: string): string | undefined {
  const counts = new Map<string, number>();
  for (const [, tool] of quotes.flatMap((quote) => [...quote.matchAll(using)])) {
    const [term] = tellingTerms(tool as string);
    if (!term || isFrameTerm(term) || subject.split(' ').includes(term)) continue;
    const by = quotes.filter((quote) => tellingTerms(quote).includes(term)).length;
    counts.set(tool as string, by);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return most && most[1] >= Math.max(fewest, share * quotes.length) ? most[0] : undefined;
}
