import type { Similarity } from './similarity.js';

/** Items that are merged from the start. Two fixed blocks are never merged. */
export interface Block {
  members: readonly number[];
  fixed: boolean;
}

/**
 * Merges the two blocks with the highest average similarity, as long as it is at least `threshold`
 * (nearest-neighbor chains: the order of the blocks only breaks ties). Returns the block indexes of each group,
 * ascending.
 */
export function averageLink(
  similarity: Similarity,
  blocks: readonly Block[],
  threshold: number,
): number[][] {
  const state = new Clusters(similarity, blocks);
  const open = new Set(blocks.keys());
  const chain: number[] = [];
  while (open.size > 0) {
    if (chain.length === 0) chain.push(open.values().next().value as number);
    const last = chain.at(-1) as number;
    const before = chain.at(-2);
    const [nearest, alike] = state.nearest(last, open, before);
    if (alike < threshold) {
      // later merges cannot be closer to it than their parts are
      open.delete(last);
      chain.pop();
    } else if (nearest === before) {
      chain.length -= 2;
      const [kept, gone] = last < nearest ? [last, nearest] : [nearest, last];
      state.join(kept, gone);
      open.delete(gone);
    } else chain.push(nearest);
  }
  return state.groups();
}

class Clusters {
  private readonly count: number;
  private readonly alike: Float32Array;
  private readonly sizes: number[];
  private readonly fixed: boolean[];
  private readonly blocks: (number[] | undefined)[];

  constructor({ size, values }: Similarity, blocks: readonly Block[]) {
    this.count = blocks.length;
    this.sizes = blocks.map(({ members }) => members.length);
    this.fixed = blocks.map(({ fixed }) => fixed);
    this.blocks = blocks.map((_, index) => [index]);
    this.alike = new Float32Array(this.count ** 2);
    for (const [row, one] of blocks.entries()) {
      for (const [column, other] of blocks.entries()) {
        let sum = 0;
        for (const a of one.members) {
          for (const b of other.members) sum += values[a * size + b] as number;
        }
        const pairs = one.members.length * other.members.length;
        this.alike[row * this.count + column] =
          one.fixed && other.fixed ? Number.NEGATIVE_INFINITY : sum / pairs;
      }
    }
  }

  /** The open cluster most similar to this one; on a tie the previous one in the chain, so that chains end. */
  nearest(from: number, open: ReadonlySet<number>, before: number | undefined): [number, number] {
    let nearest = before ?? -1;
    let alike = before === undefined ? Number.NEGATIVE_INFINITY : this.at(from, before);
    for (const other of open) {
      if (other === from) continue;
      const value = this.at(from, other);
      if (value > alike) [nearest, alike] = [other, value];
    }
    return [nearest, alike];
  }

  join(kept: number, gone: number): void {
    const [a, b] = [this.sizes[kept] as number, this.sizes[gone] as number];
    for (let other = 0; other < this.count; other++) {
      const value = (a * this.at(kept, other) + b * this.at(gone, other)) / (a + b);
      this.alike[kept * this.count + other] = value;
      this.alike[other * this.count + kept] = value;
    }
    this.sizes[kept] = a + b;
    this.fixed[kept] ||= this.fixed[gone] as boolean;
    this.blocks[kept] = [...(this.blocks[kept] as number[]), ...(this.blocks[gone] as number[])];
    this.blocks[gone] = undefined;
  }

  groups(): number[][] {
    return this.blocks.flatMap((blocks) => (blocks ? [blocks.sort((a, b) => a - b)] : []));
  }

  private at(row: number, column: number): number {
    return this.alike[row * this.count + column] as number;
  }
}
