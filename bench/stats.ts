/** The value below which `share` (0 to 1) of the values lie; NaN if there are no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/**
 * Runs every contestant once per round, alternating, so that other load on the machine affects all of them. Returns
 * each contestant's figures, round by round.
 */
export async function interleaved<Figures extends Record<string, unknown>>(
  rounds: number,
  contestants: { [Name in keyof Figures]: (round: number) => Promise<Figures[Name]> },
): Promise<{ [Name in keyof Figures]: Figures[Name][] }> {
  const names = Object.keys(contestants) as (keyof Figures)[];
  const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as {
    [Name in keyof Figures]: Figures[Name][];
  };
  for (let round = 0; round < rounds; round++) {
    // the order changes, so that no contestant always finds the caches in the same state
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length] as keyof Figures;
      figures[name].push(await contestants[name](round));
    }
  }
  return figures;
}

/** The median of the ratios of two contestants' figures from the same round. */
export const medianRatio = (above: readonly number[], below: readonly number[]): number =>
  median(above.map((value, round) => value / (below[round] ?? Number.NaN)));
