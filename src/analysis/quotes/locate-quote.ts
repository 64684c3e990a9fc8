import type { Span } from '../../language/sentences.js';

const straight: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
};

/**
 * Finds a quote in a text, ignoring white space and the shape of quotation marks and dashes; undefined if it is not
 * there. The span refers to the text, so the words in it are verbatim.
 */
export function locateQuote(text: string | PlainText, quote: string): Span | undefined {
  const sought = plainText(quote.trim());
  if (sought.letters === '') return undefined;
  const within = typeof text === 'string' ? plainText(text) : text;
  const at = within.letters.indexOf(sought.letters);
  if (at === -1) return undefined;
  const start = within.places[at] as number;
  const end = (within.places[at + sought.letters.length - 1] as number) + 1;
  return { start, end };
}

/** A text in which several quotes are looked up: its significant characters, with their positions. */
export interface PlainText {
  letters: string;
  places: number[];
}

export function plainText(text: string): PlainText {
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
