import type { Context } from '../../../core/context.js';
import { ModelFailure } from '../../../core/models/language-model.js';
import { tellingTerms } from '../../../language/tokens.js';

const TIMEOUT_MS = 30_000;
const TEXTS_PER_CALL = 200;
/** Nearness below which two sentences have too little in common to ask about. */
const leastByWords = 0.12;
const leastByMeaning = 0.35;

/** The nearness of texts, 0 to 1. */
interface Nearness {
  /** Indexes of the `most` nearest among `targets`, nearest first. */
  nearest(text: string, most: number): number[];
}

type Vector = ReadonlyMap<string | number, number>;

/** Compares `texts` with `targets`: by meaning if embeddings are configured and available, otherwise by words. */
export async function nearnessTo(
  ctx: Context,
  targets: readonly string[],
  texts: readonly string[],
): Promise<Nearness> {
  const vectors = await embedded(ctx, [...targets, ...texts]);
  const least = vectors ? leastByMeaning : leastByWords;
  const vectorOf = vectors ?? wordVectors([...targets, ...texts]);
  const index = new Map<string | number, [place: number, weight: number][]>();
  for (const [place, target] of targets.entries()) {
    for (const [key, weight] of vectorOf(target)) {
      const entry = index.get(key);
      if (entry) entry.push([place, weight]);
      else index.set(key, [[place, weight]]);
    }
  }
  return {
    nearest(text, most) {
      const sums = new Map<number, number>();
      for (const [key, weight] of vectorOf(text)) {
        for (const [place, other] of index.get(key) ?? []) {
          sums.set(place, (sums.get(place) ?? 0) + weight * other);
        }
      }
      return [...sums]
        .filter(([, sum]) => sum >= least)
        .sort((a, b) => b[1] - a[1] || a[0] - b[0])
        .slice(0, most)
        .map(([place]) => place);
    },
  };
}

/** Unit vectors of words, weighted by rarity: common words do not make two texts alike. */
function wordVectors(all: readonly string[]): (text: string) => Vector {
  const counts = new Map<string, number>();
  for (const text of all) {
    for (const term of new Set(tellingTerms(text))) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return (text) => {
    const terms = [...new Set(tellingTerms(text))];
    const weights = terms.map((term) => Math.log(1 + all.length / (1 + (counts.get(term) ?? 0))));
    const length = Math.hypot(...weights) || 1;
    return new Map(terms.map((term, at) => [term, (weights[at] as number) / length]));
  };
}

async function embedded(
  ctx: Context,
  texts: readonly string[],
): Promise<((text: string) => Vector) | undefined> {
  const { embeddings, usage } = ctx.models ?? {};
  if (!embeddings || !usage) return undefined;
  const distinct = [...new Set(texts)];
  const known = new Map<string, Vector>();
  try {
    for (let start = 0; start < distinct.length; start += TEXTS_PER_CALL) {
      const some = distinct.slice(start, start + TEXTS_PER_CALL);
      const { vectors, tokens } = await embeddings.embed(some, { timeoutMs: TIMEOUT_MS });
      usage.call('embed-evidence', 'ok');
      usage.spent('embed-evidence', { input: tokens });
      for (const [at, text] of some.entries()) {
        const vector = vectors[at] as number[];
        const length = Math.hypot(...vector) || 1;
        known.set(text, new Map(vector.map((value, place) => [place, value / length])));
      }
    }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    ctx.log.warn({ reason: error.message }, 'claims are compared by their words');
    return undefined;
  }
  return (text) => known.get(text) ?? new Map();
}

/** Puts similar texts next to each other; the order depends on the texts alone, not on the order they come in. */
export async function inSimilarOrder<T>(
  ctx: Context,
  items: readonly T[],
  textOf: (item: T) => string,
): Promise<T[]> {
  const sorted = [...items].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
  const texts = sorted.map(textOf);
  const nearness = await nearnessTo(ctx, texts, []);
  const taken = new Set<number>();
  const ordered: T[] = [];
  let at: number | undefined = sorted.length > 0 ? 0 : undefined;
  let first = 0;
  while (at !== undefined) {
    taken.add(at);
    ordered.push(sorted[at] as T);
    const next = nearness
      .nearest(texts[at] as string, neighbors)
      .find((place) => !taken.has(place));
    while (taken.has(first)) first++;
    at = next ?? (first < sorted.length ? first : undefined);
  }
  return ordered;
}

const neighbors = 30;
