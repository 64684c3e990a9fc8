import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readClaims } from '../../src/analysis/claims/read-claims.js';
import { compileEntry } from '../../src/analysis/codebook/patterns.js';
import { builtInCodebook } from '../../src/analysis/codebook/team-codebook.js';

/** Turns from meetings, and messages to a bank: hardly any is about a product. */
const sets = ['meetings', 'paraphrase'];

export function falseMatches(corpus: string): Record<string, string | number>[] {
  const compiled = builtInCodebook().map(compileEntry);
  return sets.map((set) => {
    const lines = readFileSync(join(corpus, 'search', set, 'documents.ndjson'), 'utf8').trim();
    const texts = lines.split('\n').map((line) => (JSON.parse(line) as { text: string }).text);
    const matched = texts.filter(
      (text) => readClaims([{ turn: 0, text }], compiled).claims.length > 0,
    ).length;
    return {
      set,
      turns: texts.length,
      matched,
      share: `${((100 * matched) / texts.length).toFixed(1)}%`,
    };
  });
}
