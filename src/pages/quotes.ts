import type { EvidenceRow } from '../../db/queries/evidence.js';
import { readEvidence } from '../beliefs/evidence/read-evidence.js';
import { shownName } from '../beliefs/participants/shown-name.js';
import { readSignalPacket } from '../beliefs/signals/read-signal-packet.js';
import { signalRef } from '../beliefs/signals/ref.js';
import { invalidRequest } from '../core/errors.js';
import { type Html, html, linked } from './html.js';
import { document } from './layout.js';
import { dayOf } from './plots/scale.js';
import { prose, type Say, type View, type Visit, viewOf } from './visit.js';

/** Verbatim quotes with speaker and date. */
export const quoteList = (rows: readonly EvidenceRow[], view: View, say: Say): Html =>
  html`<ol class="quotes">${rows.map((row) => quote(row, view, say))}</ol>`;

/** Quotes that contradict a belief. */
export const quotesAgainst = (rows: readonly EvidenceRow[], view: View, say: Say): Html =>
  html`<ol class="quotes against">${rows.map((row) => quote(row, view, say))}</ol>`;

/** Texts around the quotes, which may name someone. */
export const proseAround = (rows: readonly EvidenceRow[]): (string | null)[] => [
  ...new Set(rows.flatMap(({ note, studyName }) => [note, studyName])),
];

/** `dir="auto"` keeps characters that reverse the text direction from affecting anything outside the quote. */
const quote = (row: EvidenceRow, view: View, say: Say): Html => html`
<li><blockquote dir="auto">${row.quote}</blockquote>
<p class="by">— <bdi>${shownName(row.participantName, view.names)}</bdi> · ${linked(view.to({ studyId: row.studyId }), html`<bdi>${say(row.studyName)}</bdi>`)} · ${whenSaid(row)}${row.prompted && ' · prompted'}</p>
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

const PER_PAGE = 100;
const LAST_PAGE = 9999;

/** Every quote of a belief, strongest first, a hundred per page. Throws `not_found`. */
export async function allQuotes(visit: Visit, signalId: string, given: string): Promise<string> {
  const page = /^[1-9]\d{0,3}$/.test(given) ? Number(given) : undefined;
  if (page === undefined) throw invalidRequest(`quotes must be a page from 1 to ${LAST_PAGE}.`);
  const offset = (page - 1) * PER_PAGE;
  const [{ signal }, { items, total, next }, view] = await Promise.all([
    readSignalPacket(visit.ctx, signalId, { evidence: 0, counterEvidence: 0 }),
    readEvidence(visit.ctx, { signalId, includeCounterEvidence: true, limit: PER_PAGE, offset }),
    viewOf(visit),
  ]);
  const say = await prose(view, [signal.label, ...proseAround(items)]);
  const supporting = items.filter(({ kind }) => kind === 'evidence');
  const opposing = items.filter(({ kind }) => kind === 'counterEvidence');
  const title = `${signalRef(signal.refNumber)} ${say(signal.label)}`;
  const pageLink = (number: number, words: string): Html =>
    html`<a href="${visit.here({ quotes: String(number) })}">${words}</a>`;
  return document(
    { title: `Quotes ${page} · ${title}`, index: visit.index, visitor: visit.visitor },
    html`
<p class="kind">All ${total} quotes, strongest first · page ${page}</p>
<h1 dir="auto">${linked(visit.here({}), title)}</h1>
${supporting.length > 0 && html`<h2>For it</h2>${quoteList(supporting, view, say)}`}
${opposing.length > 0 && html`<h2>Against it</h2>${quotesAgainst(opposing, view, say)}`}
<p class="pages">${page > 1 && pageLink(page - 1, 'Stronger ones')} ${next !== null && pageLink(page + 1, 'More quotes')}</p>`,
  );
}
