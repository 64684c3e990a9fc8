import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { extractQuotes } from '../../src/analysis/quotes/extract-quotes.js';
import { words } from '../../src/language/tokens.js';
import { readLines } from '../search/evaluation-set.js';

const Gold = z.object({
  quote: z.string(),
  sourceId: z.string().nullable(),
  verbatim: z.boolean().nullable(),
});

const wordsOfAnHour = 9_000;
/** Two passages match if they share a run of this many words. */
const runLength = 6;

interface Recall {
  /** Share, 0 to 1, of the passages coded by researchers that one of our quotes matches. */
  recall: number;
  gold: number;
  quotes: number;
  quotesPerHour: number;
}

/** Number of verbatim passages coded by researchers in one study that our quotes match. */
export function goldRecall(corpus: string): Recall {
  const folder = join(corpus, 'interviews', 'pdpilot');
  const gold = readLines(join(folder, 'gold.ndjson'))
    .map((line) => Gold.parse(line))
    .filter(({ verbatim }) => verbatim);
  let met = 0;
  let quotes = 0;
  let spoken = 0;
  for (const sourceId of new Set(gold.map((one) => one.sourceId))) {
    const turns = turnsOf(readFileSync(join(folder, `${sourceId}.txt`), 'utf8'));
    spoken += turns.reduce((sum, { text }) => sum + words(text).length, 0);
    const found = extractQuotes({ turns, interviewers: ['Dan'] });
    quotes += found.length;
    const runs = new Set(
      found.flatMap(({ turn, start, end }) => runsOf(turns[turn]?.text.slice(start, end) ?? '')),
    );
    for (const one of gold.filter((each) => each.sourceId === sourceId)) {
      if (runsOf(one.quote).some((run) => runs.has(run))) met++;
    }
  }
  return {
    recall: met / gold.length,
    gold: gold.length,
    quotes,
    quotesPerHour: (quotes / spoken) * wordsOfAnHour,
  };
}

function turnsOf(text: string): { speaker: string; text: string }[] {
  return text
    .split(/\n+/)
    .map((line) => /^(Dan|Participant): (.*)$/.exec(line))
    .flatMap((match) => (match ? [{ speaker: match[1] as string, text: match[2] as string }] : []));
}

function runsOf(text: string): string[] {
  const said = words(text);
  if (said.length <= runLength) return [said.join(' ')];
  return said.slice(runLength - 1).map((_, at) => said.slice(at, at + runLength).join(' '));
}
