const neighbourWeight = 0.45;
const reachInWords = 60;

interface Placed {
  talkId: string;
  position: number;
}

/**
 * Adds to each relevant row a share of the relevance of its neighbors in the same talk: a short
 * turn is understood from the turns around it. The share falls with the number of words in between.
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

/** The indexes of the relevant rows of each talk, in the order of the talk. */
function relevantInOrder(rows: readonly Placed[], own: readonly number[]): number[][] {
  const byTalk = new Map<string, number[]>();
  for (const [index, row] of rows.entries()) {
    if (own[index] === 0) continue;
    const indexes = byTalk.get(row.talkId) ?? [];
    indexes.push(index);
    byTalk.set(row.talkId, indexes);
  }
  const byPosition = (a: number, b: number): number => rows[a]!.position - rows[b]!.position;
  return [...byTalk.values()].map((indexes) => indexes.sort(byPosition));
}
