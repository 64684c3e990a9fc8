import type { Span } from '../quotes/sentences.js';

const straight: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
};

/**
 * Finds a quote in a text, ignoring white space and the shape of quotation marks and dashes; undefined if it is
 * not there. The span refers to the text, so what it covers is verbatim.
 */
export function locateQuote(text: string, quote: string): Span | undefined {
  const sought = plain(quote.trim());
  if (sought.letters === '') return undefined;
  const within = plain(text);
  const at = within.letters.indexOf(sought.letters);
  if (at === -1) return undefined;
  const start = within.places[at] as number;
  const end = (within.places[at + sought.letters.length - 1] as number) + 1;
  return { start, end };
}

/** The significant characters, with their positions. */
function plain(text: string): { letters: string; places: number[] } {
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
