import type { Span } from '../../language/sentences.js';

/** Minimum and maximum characters of a quote that a model, an agent or a person takes from a transcript. */
export const QUOTE_LENGTH = { min: 12, max: 600 } as const;

/** A text in which quotes are looked up, ignoring white space and the shape of quotation marks and dashes. */
export class QuotedText {
  private letters: Letters | undefined;

  constructor(private readonly text: string) {}

  /**
   * Finds a quote; undefined if it is not in the text. The span refers to the text, so the words in it are verbatim.
   */
  find(quote: string): Span | undefined {
    const words = quote.trim();
    if (words === '') return undefined;
    const exact = this.text.indexOf(words);
    if (exact >= 0) return { start: exact, end: exact + words.length };
    const sought = lettersOf(words).letters;
    this.letters ??= lettersOf(this.text);
    const { letters, places } = this.letters;
    const at = letters.indexOf(sought);
    if (at === -1) return undefined;
    const start = places[at] as number;
    const end = (places[at + sought.length - 1] as number) + 1;
    return { start, end };
  }
}

/** Finds a quote in a text, like `QuotedText`. */
export const locateQuote = (text: string, quote: string): Span | undefined =>
  new QuotedText(text).find(quote);

/** The characters of a text that count, with their positions. */
interface Letters {
  letters: string;
  places: number[];
}

const straight: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
};

function lettersOf(text: string): Letters {
  let letters = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    const space = /\s/.test(character);
    if (space && (letters === '' || letters.endsWith(' '))) continue;
    letters += space ? ' ' : (straight[character] ?? character);
    places.push(at);
  }
  return { letters, places };
}
