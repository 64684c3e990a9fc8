import type { Relationship } from '../../../db/entities/signal.js';
import { linksOfThemes, writeNarratives } from '../../../db/queries/analysis/signals.js';
import type { Context } from '../../core/context.js';

const longestQuote = 200;

/** Summarizes a study's evidence on a signal in one sentence, with the strongest quote. */
function narrativeOf(relationship: Relationship, people: number, quote: string): string {
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

/** Rewrites each study's narrative for the signals of these themes; returns those signals. */
export async function tellStudies(tx: Context, themeIds: readonly string[]): Promise<string[]> {
  const links = await tx.db.rows(linksOfThemes, themeIds);
  const narratives = links.map(({ signalId, themeId, relationship, people, quote }) => ({
    signalId,
    themeId,
    narrative: narrativeOf(relationship, people, quote),
  }));
  await tx.db.rows(writeNarratives, JSON.stringify(narratives));
  return links.map(({ signalId }) => signalId);
}
