import type { NewThemesRow } from '../../beliefs/queries/over-time.js';
import { counted } from '../../core/words.js';
import { type Html, html } from '../html.js';

const WIDTH = 820;
const HEIGHT = 150;
const LEFT = 34;
const BASE = 122;
const TOP = 12;

/** A plot of the new themes that each interview added, in the order of the interviews. */
export function newThemesPlot(interviews: readonly NewThemesRow[]): Html | false {
  if (interviews.length === 0) return false;
  const most = Math.max(1, ...interviews.map(({ newThemes }) => newThemes));
  const step = (WIDTH - LEFT - 4) / interviews.length;
  const wide = Math.min(40, Math.max(1.5, step - 2));
  const every = Math.ceil(interviews.length / 20);
  return html`<div class="plot" tabindex="0" role="group" aria-label="Plot of new themes"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="new-themes new-themes-text">
<title id="new-themes">New themes per interview</title>
<desc id="new-themes-text">${inWords(interviews)}</desc>
<text x="0" y="${TOP + 8}">${most}</text><text x="0" y="${BASE}">0</text>
${interviews.map(({ newThemes }, at) => {
  const tall = (newThemes / most) * (BASE - TOP);
  const x = LEFT + at * step;
  const number = at + 1;
  return html`${tall > 0 && html`<rect class="for" x="${x.toFixed(1)}" y="${(BASE - tall).toFixed(1)}" width="${wide.toFixed(1)}" height="${tall.toFixed(1)}"/>`}${(number === 1 || number % every === 0) && html`<text x="${(x + wide / 2).toFixed(1)}" y="${BASE + 18}" text-anchor="middle">${number}</text>`}`;
})}
<line class="axis" x1="${LEFT}" x2="${WIDTH - 4}" y1="${BASE}" y2="${BASE}"/>
</svg></div><figcaption>${inWords(interviews)}</figcaption>`;
}

function inWords(interviews: readonly NewThemesRow[]): string {
  const total = interviews.reduce((sum, { newThemes }) => sum + newThemes, 0);
  const last = interviews.findLastIndex(({ newThemes }) => newThemes > 0);
  const quiet = interviews.length - 1 - last;
  const heard = `${counted(interviews.length, 'interview')}, in order, brought ${counted(total, 'theme')}.`;
  if (total === 0) return heard;
  return quiet === 0
    ? `${heard} The last interview still brought ${counted(interviews.at(-1)?.newThemes ?? 0, 'new theme')}.`
    : `${heard} The last ${counted(quiet, 'interview')} brought no new theme.`;
}
