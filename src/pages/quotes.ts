import type { EvidenceRow } from '../../db/queries/evidence.js';
import { shownName } from '../beliefs/participants/shown-name.js';
import { type Html, html, linked } from './html.js';
import { dayOf } from './plots/scale.js';
import type { Say, View } from './visit.js';

/** Quotes with who said them and when, each as it was said. */
export const quoteList = (rows: readonly EvidenceRow[], view: View, say: Say): Html =>
  html`<ol class="quotes">${rows.map((row) => quote(row, view, say))}</ol>`;

/** Quotes that speak against a belief. */
export const quotesAgainst = (rows: readonly EvidenceRow[], view: View, say: Say): Html =>
  html`<ol class="quotes against">${rows.map((row) => quote(row, view, say))}</ol>`;

/** Texts around the quotes, which may name someone. */
export const proseAround = (rows: readonly EvidenceRow[]): (string | null)[] => [
  ...new Set(rows.flatMap(({ note, studyName }) => [note, studyName])),
];

/** `dir="auto"` keeps marks that reverse text within the quote. */
const quote = (row: EvidenceRow, view: View, say: Say): Html => html`
<li><blockquote dir="auto">${row.quote}</blockquote>
<p class="by">— <bdi>${shownName(row.participantName, view.names)}</bdi> · ${linked(view.to({ studyId: row.studyId }), html`<bdi>${say(row.studyName)}</bdi>`)} · ${whenSaid(row)}${row.prompted && ' · asked about it'}</p>
${row.note && html`<p class="by" dir="auto">Note: ${say(row.note)}</p>`}</li>`;

function whenSaid({ capturedAt, timeInCallSecs }: EvidenceRow): Html {
  const minutes =
    timeInCallSecs === null
      ? ''
      : `, at ${Math.floor(timeInCallSecs / 60)}:${String(Math.floor(timeInCallSecs % 60)).padStart(2, '0')}`;
  return capturedAt
    ? html`<time datetime="${capturedAt.toISOString()}">${dayOf(capturedAt)}</time>${minutes}`
    : html`date unknown${minutes}`;
}
