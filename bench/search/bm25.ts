import { terms } from '../../src/language/tokens.js';
import type { SearchDocument } from './evaluation-set.js';

const k1 = 1.2;
const b = 0.75;

/** Plain BM25 over stems without stop words, the baseline that search has to beat. */
export class Bm25 {
  private readonly documents: {
    id: string;
    group: string;
    length: number;
    counts: Map<string, number>;
  }[];
  private readonly frequencies = new Map<string, number>();
  private readonly averageLength: number;

  constructor(documents: readonly SearchDocument[]) {
    this.documents = documents.map(({ id, group, text }) => {
      const found = terms(text);
      return { id, group, length: found.length, counts: countsOf(found) };
    });
    for (const { counts } of this.documents) {
      for (const term of counts.keys()) {
        this.frequencies.set(term, (this.frequencies.get(term) ?? 0) + 1);
      }
    }
    const all = this.documents.reduce((sum, document) => sum + document.length, 0);
    this.averageLength = all / this.documents.length;
  }

  search(query: string, group: string | null): string[] {
    const wanted = terms(query);
    return this.documents
      .filter((document) => group === null || document.group === group)
      .map((document) => ({
        id: document.id,
        score: wanted.reduce(
          (sum, term) => sum + this.weight(term, document.counts.get(term) ?? 0, document.length),
          0,
        ),
      }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
      .map(({ id }) => id);
  }

  private weight(term: string, count: number, length: number): number {
    const frequency = this.frequencies.get(term) ?? 0;
    const rarity = Math.log(1 + (this.documents.length - frequency + 0.5) / (frequency + 0.5));
    const damping = k1 * (1 - b + (b * length) / this.averageLength);
    return (rarity * count * (k1 + 1)) / (count + damping);
  }
}

function countsOf(found: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of found) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
