import { type Concept, leastShareOfName, type Mention } from './concept.js';

const rowBudget = 2_000;
const mostConcepts = 12;
const mostOrdered = 24;
const mostHints = 48;

/**
 * The two parts of a candidate query in tsquery syntax: the part that must match, and the part that
 * orders the matches.
 */
interface MatchQuery {
  match: string;
  words: string[];
  weights: number[];
}

interface Name {
  terms: Mention[];
  rows: number;
  weight: number;
}

/**
 * Limits the rows that Postgres has to examine. The rarest concept always matches alone, other rare ones while there
 * is room, and common ones only in pairs; hints of a concept match while there is room. In a scope, which has few
 * rows anyway, each concept matches alone. Undefined for a query without a known word.
 */
export function matchQuery(concepts: readonly Concept[], scoped: boolean): MatchQuery | undefined {
  const budget = scoped ? Number.POSITIVE_INFINITY : rowBudget;
  const names = concepts.map(nameOf).filter((name) => name.rows > 0);
  const rarest = names.toSorted((a, b) => a.rows - b.rows).slice(0, mostConcepts);
  const parts: string[] = [];
  const common: string[] = [];
  let rows = 0;
  for (const { terms, rows: found } of rarest) {
    if (parts.length === 0 || rows + found <= budget) {
      parts.push(anyOf(terms));
      rows += found;
    } else common.push(anyOf(terms));
  }
  for (const [index, first] of common.entries()) {
    for (const second of common.slice(index + 1)) parts.push(`(${first} & ${second})`);
  }
  const hints = hintsOf(concepts).filter(({ mention }) => {
    rows += mention.rows;
    return rows <= budget;
  });
  parts.push(...hints.map(({ mention }) => quoted(mention.term)));
  if (parts.length === 0) return undefined;
  const heaviest = names.toSorted((a, b) => b.weight - a.weight).slice(0, mostOrdered);
  return {
    match: parts.join(' | '),
    words: [
      ...heaviest.map(({ terms }) => anyOf(terms)),
      ...hints.map(({ mention }) => quoted(mention.term)),
    ],
    weights: [...heaviest, ...hints].map(({ weight }) => weight),
  };
}

function nameOf({ mentions, weight }: Concept): Name {
  const terms = mentions.filter((mention) => mention.share >= leastShareOfName);
  return { terms, rows: terms.reduce((sum, term) => sum + term.rows, 0), weight };
}

/** Mentions that only hint at a concept, the rarest first. */
function hintsOf(concepts: readonly Concept[]): { mention: Mention; weight: number }[] {
  return concepts
    .flatMap(({ mentions, weight }) =>
      mentions
        .filter((mention) => mention.share < leastShareOfName)
        .map((mention) => ({ mention, weight: weight * mention.share })),
    )
    .sort((a, b) => a.mention.rows - b.mention.rows)
    .slice(0, mostHints);
}

const anyOf = (terms: readonly Mention[]): string =>
  `(${terms.map(({ term }) => quoted(term)).join(' | ')})`;

const quoted = (term: string): string => `'${term.replaceAll("'", "''")}'`;
