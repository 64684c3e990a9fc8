const neighbourWeight = 0.45;
const reachInWords = 60;

interface Placed {
  sourceItemId: string;
  position: number;
}

/**
 * Adds to each row that is relevant itself a share of the relevance of what stands near it in the
 * same source item: a short turn is understood from the turns around it. The share falls with the
 * words between them.
 */
export function addNeighbours(rows: readonly Placed[], own: readonly number[]): number[] {
  const total = [...own];
  for (const ordered of relevantInOrder(rows, own)) {
    for (const [place, index] of ordered.entries()) {
      for (const other of ordered.slice(place + 1)) {
        const distance = rows[other]!.position - rows[index]!.position;
        if (distance > 3 * reachInWords) break;
        const share = neighbourWeight * Math.exp(-distance / reachInWords);
        total[index] = total[index]! + share * own[other]!;
        total[other] = total[other]! + share * own[index]!;
      }
    }
  }
  return total;
}

/** The indexes of the relevant rows of each source item, in the order in which they stand there. */
function relevantInOrder(rows: readonly Placed[], own: readonly number[]): number[][] {
  const bySourceItem = new Map<string, number[]>();
  for (const [index, row] of rows.entries()) {
    if (own[index] === 0) continue;
    const indexes = bySourceItem.get(row.sourceItemId) ?? [];
    indexes.push(index);
    bySourceItem.set(row.sourceItemId, indexes);
  }
  const byPosition = (a: number, b: number): number => rows[a]!.position - rows[b]!.position;
  return [...bySourceItem.values()].map((indexes) => indexes.sort(byPosition));
}
