/** The value below which `share` (0 to 1) of the values lie; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/**
 * Runs every contestant once a round, in turns, so that what else the machine does falls on all of them.
 * Gives the figures of each, round by round.
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
    // who goes first changes, so that none always finds the caches as another left them
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length] as keyof Figures;
      figures[name].push(await contestants[name](round));
    }
  }
  return figures;
}

/** The median of the ratios of two contestants' figures of the same round. */
export const medianRatio = (above: readonly number[], below: readonly number[]): number =>
  median(above.map((value, round) => value / (below[round] ?? Number.NaN)));
