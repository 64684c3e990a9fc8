import type { Concept } from './concept.js';

const rowBudget = 2_000;
const mostMatched = 12;
const mostOrdered = 24;

/** The two halves of a candidate query in tsquery syntax: what has to match, and what orders it. */
export interface MatchQuery {
  match: string;
  words: string[];
  weights: number[];
}

/**
 * Keeps the rows that Postgres has to look at few: a rare concept matches alone, common ones only two
 * together, and the rarest always. In a scope, where rows are few anyway, each one matches alone.
 * Undefined for a query without a known word.
 */
export function matchQuery(concepts: readonly Concept[], scoped: boolean): MatchQuery | undefined {
  const known = concepts.filter((concept) => concept.documents > 0);
  if (known.length === 0) return undefined;
  const rarestFirst = known.toSorted((a, b) => a.documents - b.documents).slice(0, mostMatched);
  const parts: string[] = [];
  let rows = 0;
  const common: string[] = [];
  for (const [index, concept] of rarestFirst.entries()) {
    rows += concept.documents;
    if (scoped || index === 0 || rows <= rowBudget) parts.push(anyMention(concept));
    else common.push(anyMention(concept));
  }
  for (const [index, first] of common.entries()) {
    for (const second of common.slice(index + 1)) parts.push(`(${first} & ${second})`);
  }
  const heaviest = known.toSorted((a, b) => b.weight - a.weight).slice(0, mostOrdered);
  return {
    match: parts.join(' | '),
    words: heaviest.map(anyMention),
    weights: heaviest.map((concept) => concept.weight),
  };
}

function anyMention(concept: Concept): string {
  return `(${[...concept.mentions.keys()].map(quoted).join(' | ')})`;
}

const quoted = (term: string): string => `'${term.replaceAll("'", "''")}'`;
