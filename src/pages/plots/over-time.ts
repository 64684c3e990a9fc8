import type { QuotesOfDayRow } from '../../beliefs/queries/over-time.js';
import { days } from '../../core/numbers.js';
import { counted, listed } from '../../core/words.js';
import { type Html, html } from '../html.js';
import { barLength, dayOf, timeScale } from './scale.js';

interface OverTime {
  quotes: readonly QuotesOfDayRow[];
  ships: readonly { title: string; shippedAt: Date }[];
  /** Studies in the order of their numbers on the page, starting with 1. */
  studies: readonly { studyId: string; studyName: string }[];
  now: Date;
}

const WIDTH = 820;
const LEFT = 34;
const RIGHT = 812;
const TOP = 22;
const HALF = 90;
const LANE = 18;
/** With more lanes than this, the plot would mostly show studies. */
const MOST_LANES = 8;

interface Bar {
  at: number;
  evidence: number;
  counterEvidence: number;
}

/** Quotes for (above the line) and against the belief (below it) over time, with ships and studies marked. */
export function overTime({ quotes, ships, studies, now }: OverTime): Html | false {
  const dated = quotes.map((row) => ({ ...row, at: Date.parse(row.day) }));
  const [first] = dated;
  if (!first) return false;
  const until = Math.max(now.getTime(), ...ships.map(({ shippedAt }) => shippedAt.getTime()));
  const bars = barsOf(dated, first.at, until);
  const scale = timeScale(first.at, first.at + bars.span, LEFT, RIGHT);
  const most = Math.max(1, ...bars.all.flatMap((bar) => [bar.evidence, bar.counterEvidence]));
  const lanes = studies.slice(0, MOST_LANES).flatMap(({ studyId, studyName }, at) => {
    const own = dated.filter((row) => row.studyId === studyId);
    const [begun, ended] = [own[0], own.at(-1)];
    return begun && ended ? [{ number: at + 1, studyName, begun: begun.at, ended: ended.at }] : [];
  });
  const middle = TOP + HALF;
  const axis = middle + HALF + 18;
  const height = axis + 14 + lanes.length * LANE;
  const tall = (count: number): number => (count / most) * (HALF - 4);
  const wide = Math.max(1.5, ((RIGHT - LEFT) * bars.length) / bars.span - 1.5);
  return html`<div class="plot" tabindex="0" role="group" aria-label="Plot of evidence over time"><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="over-time over-time-text">
<title id="over-time">Evidence over time</title>
<desc id="over-time-text">${inWords(dated, ships, bars.called)}</desc>
<text x="0" y="${TOP + 8}">${most}</text><text x="0" y="${middle + 4}">0</text><text x="0" y="${middle + HALF}">${most}</text>
${bars.all.map((bar) => {
  const x = scale.x(bar.at).toFixed(1);
  const [up, down] = [tall(bar.evidence), tall(bar.counterEvidence)];
  return html`${up > 0 && html`<rect class="for" x="${x}" y="${(middle - up).toFixed(1)}" width="${wide.toFixed(1)}" height="${up.toFixed(1)}"/>`}${down > 0 && html`<rect class="against" x="${x}" y="${middle.toFixed(1)}" width="${wide.toFixed(1)}" height="${down.toFixed(1)}"/>`}`;
})}
<line class="axis" x1="${LEFT}" x2="${RIGHT}" y1="${middle}" y2="${middle}"/>
${ships.map(({ shippedAt }) => {
  const x = scale.x(shippedAt.getTime());
  if (x < LEFT) return false;
  const end = x > RIGHT - 60;
  return html`<line class="ship" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${TOP - 8}" y2="${middle + HALF}"/><text x="${(end ? x - 4 : x + 4).toFixed(1)}" y="${TOP - 8}" text-anchor="${end ? 'end' : 'start'}">shipped</text>`;
})}
${scale.ticks.map(({ at, label }) => html`<text x="${scale.x(at).toFixed(1)}" y="${axis}" text-anchor="middle">${label}</text>`)}
${lanes.map(({ number, begun, ended }, at) => {
  const y = axis + 14 + at * LANE;
  return html`<text x="0" y="${y + 4}">${number}</text><line class="lane" x1="${scale.x(begun).toFixed(1)}" x2="${Math.max(scale.x(ended), scale.x(begun) + 1).toFixed(1)}" y1="${y}" y2="${y}"/>`;
})}
</svg></div>
<figcaption><span class="key"></span> quotes for it · <span class="key against"></span> against it, per ${bars.called}${ships.length > 0 && html` · <span class="key ship"></span> something shipped`}${lanes.length > 0 && html`<br>Below, when each study mentioned it: ${lanes.map(({ number, studyName }, at) => html`${at > 0 && ', '}${number}\u00a0<bdi>${studyName}</bdi>`)}${studies.length > lanes.length && `, and ${studies.length - lanes.length} more`}`}</figcaption>`;
}

function barsOf(rows: readonly (QuotesOfDayRow & { at: number })[], from: number, until: number) {
  const span = Math.max(until - from, days(7));
  const { length, called } = barLength(span);
  const all = new Map<number, Bar>();
  for (const { at, kind, quotes } of rows) {
    const start = from + Math.floor((at - from) / length) * length;
    const bar = all.get(start) ?? { at: start, evidence: 0, counterEvidence: 0 };
    bar[kind] += quotes;
    all.set(start, bar);
  }
  // whole bars, so that the last one stays within the plot
  return { all: [...all.values()], length, called, span: Math.ceil((span + 1) / length) * length };
}

function inWords(
  rows: readonly (QuotesOfDayRow & { at: number })[],
  ships: OverTime['ships'],
  called: string,
): string {
  const sum = (kind: QuotesOfDayRow['kind'], since = 0): number =>
    rows.reduce((all, row) => all + (row.kind === kind && row.at >= since ? row.quotes : 0), 0);
  const [first, last] = [rows[0]?.at ?? 0, rows.at(-1)?.at ?? 0];
  const shipped = ships.map(({ title, shippedAt }) => {
    const since = shippedAt.getTime();
    return `“${title}” shipped on ${dayOf(since)}; since then ${sum('evidence', since)} for and ${sum('counterEvidence', since)} against`;
  });
  return [
    `Quotes per ${called}: ${counted(sum('evidence'), 'quote')} for it and ${sum('counterEvidence')} against it, ${first === last ? `on ${dayOf(first)}` : `from ${dayOf(first)} to ${dayOf(last)}`}.`,
    ...(shipped.length > 0 ? [`${listed(shipped)}.`] : []),
  ].join(' ');
}
