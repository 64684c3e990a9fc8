import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

type Cell = string | number;

/** A limit of a benchmark: `value` must stay on the right side of `bar`. */
export interface Bar {
  what: string;
  value: number;
  bar: number;
  /** The side of the bar that is right. */
  want: 'at least' | 'at most';
}

/** The results of one benchmark. */
export interface Report {
  name: string;
  /** Conditions of the run, such as the Postgres version or the number of quotes. */
  conditions: Record<string, Cell>;
  tables: { title: string; rows: Record<string, Cell>[] }[];
  bars: Bar[];
}

export const met = ({ value, bar, want }: Bar): boolean =>
  want === 'at least' ? value >= bar : value <= bar;

const RESULTS = fileURLToPath(new URL('./results/', import.meta.url));

/** Prints the report and stores it in `bench/results/<name>.json`. */
export function publish(report: Report): void {
  const lines = [`\n${report.name}: ${pairs(report.conditions)}`];
  for (const { title, rows } of report.tables) lines.push('', title, ...table(rows));
  for (const bar of report.bars) {
    const verdict = met(bar) ? 'holds ' : 'MISSED';
    lines.push(`${verdict}  ${bar.what}: ${round(bar.value)} (${bar.want} ${bar.bar})`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  mkdirSync(RESULTS, { recursive: true });
  const kept = {
    ...report,
    bars: report.bars.map((bar) => ({ ...bar, met: met(bar) })),
    machine: {
      at: new Date().toISOString(),
      node: process.version,
      cpu: os.cpus()[0]?.model ?? 'unknown',
      cores: os.cpus().length,
      load: os.loadavg().map(round).join(' '),
    },
  };
  writeFileSync(`${RESULTS}${report.name}.json`, `${JSON.stringify(kept, null, 2)}\n`);
}

const pairs = (values: Record<string, Cell>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${value}`)
    .join(', ');

/** Three significant digits: more would suggest a false precision. */
const round = (value: number): number => Number(value.toPrecision(3));

function table(rows: readonly Record<string, Cell>[]): string[] {
  const heads = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => heads.map((head) => shown(row[head] ?? '')));
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const line = (values: readonly string[]): string =>
    values.map((value, column) => value.padEnd(widths[column] ?? 0)).join('  ');
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)];
}

const shown = (cell: Cell): string => (typeof cell === 'number' ? String(round(cell)) : cell);
