import { counted } from '../../core/words.js';
import { type Html, html } from '../html.js';

const WIDTH = 120;
const HEIGHT = 32;

/** A small line of the supporting quotes of the last twelve months. */
export function trendLine(ref: string, byMonth: readonly number[]): Html {
  const most = Math.max(1, ...byMonth);
  const points = byMonth.map((count, at) => {
    const x = 2 + (at / (byMonth.length - 1)) * (WIDTH - 4);
    return `${x.toFixed(1)},${(HEIGHT - 3 - (count / most) * (HEIGHT - 6)).toFixed(1)}`;
  });
  const total = byMonth.reduce((sum, count) => sum + count, 0);
  const recent = byMonth.slice(-3).reduce((sum, count) => sum + count, 0);
  const said = `${ref}: ${counted(total, 'quote')} for it in the last 12 months, ${recent} in the last 3`;
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${said}"><title>${said}</title><polyline class="trend" points="${points.join(' ')}"/></svg>`;
}
