import type { Relationship } from '../../../db/entities/signal.js';

const longestQuote = 200;

/** What a study says about a signal, in one sentence and the strongest quote. */
export function narrativeOf(relationship: Relationship, people: number, quote: string): string {
  const who = people === 1 ? '1 person' : `${people} people`;
  return `${who} in this study ${SAID[relationship](people)}: “${shortened(quote)}”`;
}

const SAID: Record<Relationship, (people: number) => string> = {
  supports: (people) => (people === 1 ? 'says so' : 'say so'),
  contradicts: (people) => (people === 1 ? 'says otherwise' : 'say otherwise'),
  nuances: (people) => (people === 1 ? 'sees it in another light' : 'see it in another light'),
};

function shortened(text: string): string {
  if (text.length <= longestQuote) return text;
  const space = text.lastIndexOf(' ', longestQuote - 1);
  return `${text.slice(0, space > 0 ? space : longestQuote - 1).toWellFormed()}…`;
}
