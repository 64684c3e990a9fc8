import { TRAJECTORIES } from '../../db/entities/evidence.js';
import type { TimePosition } from '../../db/queries/keyset.js';
import { participantsNamed } from '../../db/queries/participants.js';
import type { SignalRow } from '../../db/queries/signals.js';
import { read } from '../../db/team-database.js';
import { possibleNames, withShownNames } from '../beliefs/participants/shown-name.js';
import { quotesByMonth, quotesOfMonths } from '../beliefs/queries/over-time.js';
import { confidenceBand, signalConfidence } from '../beliefs/signals/confidence.js';
import { type ListSignals, listSignals } from '../beliefs/signals/list-signals.js';
import { signalRef } from '../beliefs/signals/ref.js';
import { invalidRequest } from '../core/errors.js';
import { INDEX_PATH } from '../core/page-links.js';
import { counted, people } from '../core/words.js';
import { type Html, html, linked } from './html.js';
import { document } from './layout.js';
import { dayOf } from './plots/scale.js';
import { trendLine } from './plots/trend-line.js';
import { type Visit, viewOf } from './visit.js';
import { standingOf } from './words.js';

const BELIEFS = 25;
const MOST_WORDS = 10;
const LONGEST_SEARCH = 200;
const STAGES = {
  '': 'All open ones',
  established: 'Established',
  emerging: 'Emerging',
  actionable: 'With a recommendation',
  archived: 'Closed',
} as const;

interface Filter {
  text: string;
  stage: keyof typeof STAGES;
  trajectory: (typeof TRAJECTORIES)[number] | '';
  after: TimePosition | undefined;
}

/** The beliefs of the team, newest first, with search and filters. */
export async function indexPage(visit: Visit, query: URLSearchParams): Promise<string> {
  const { ctx } = visit;
  const filter = readFilter(query);
  const words = filter.text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  const list: ListSignals = {
    limit: BELIEFS,
    ...(filter.stage !== '' && { stage: filter.stage }),
    ...(filter.trajectory !== '' && { trajectory: filter.trajectory }),
    ...(filter.after && { after: filter.after }),
    ...(words.length > 0 && { words }),
  };
  const [page, view] = await Promise.all([listSignals(ctx, list), viewOf(visit)]);
  const ids = page.rows.map(({ signalId }) => signalId);
  const texts = page.rows.flatMap(({ label, description }) => [label, description]);
  const [counts, named] = await ctx.db.together(
    read(quotesByMonth, ids),
    read(participantsNamed, view.names === 'full' ? [] : possibleNames(texts)),
  );
  const names = named.map(({ displayName }) => displayName);
  const say = (text: string): string => withShownNames(text, names, view.names);
  const trends = new Map(
    counts.map((row) => [row.signalId, quotesOfMonths(row.quotesByMonth, ctx.now)]),
  );
  const entry = (row: SignalRow): Html => belief(row, trends.get(row.signalId), say, visit);
  return document(
    { title: 'Beliefs', visitor: visit.visitor },
    html`
<h1>Beliefs</h1>
<p>What people need, how sure it is, and how often it was said in the last twelve months. The latest changes come first.</p>
${form(filter)}
${
  page.rows.length > 0
    ? html`<p class="quiet" role="status">${page.total === undefined ? '' : counted(page.total, 'belief')}</p><ul class="rows beliefs">${page.rows.map(entry)}</ul>`
    : nothing(filter)
}
${page.next && html`<p class="pages"><a href="${visit.here(parametersOf(filter, page.next))}">Older ones</a></p>`}`,
  );
}

const nothing = ({ text, stage, trajectory, after }: Filter): Html =>
  text === '' && stage === '' && trajectory === '' && !after
    ? html`<p role="status">No beliefs yet. Beliefs come from interviews: drop a transcript on the bot in Slack, or run the command <code>ingest</code>.</p>`
    : html`<p role="status">No belief matches. Search for other words, or choose another filter.</p>`;

function belief(
  row: SignalRow,
  trend: readonly number[] | undefined,
  say: (text: string) => string,
  visit: Visit,
): Html {
  const sure = signalConfidence(row, visit.ctx.now);
  const ref = signalRef(row.refNumber);
  return html`
<li><div><p dir="auto"><strong>${linked(visit.to({ signalId: row.signalId }), `${ref} ${say(row.label)}`)}</strong></p>
<p dir="auto">${say(row.description)}</p>
<p class="lines">${Math.round(sure * 100)}% sure, ${confidenceBand(sure)} confidence · ${people(row.participantCount)} in ${counted(row.studyCount, 'study', 'studies')}, ${row.counterParticipantCount} against · ${standingOf(row).join(' · ')} · ${dayOf(row.lastUpdatedAt)}</p></div>
${trend && trendLine(ref, trend)}</li>`;
}

const option = (value: string, words: string, chosen: boolean): Html =>
  chosen
    ? html`<option value="${value}" selected>${words}</option>`
    : html`<option value="${value}">${words}</option>`;

const form = ({ text, stage, trajectory }: Filter): Html => html`
<form action="${INDEX_PATH}" method="get" role="search">
<label>Search <input type="search" name="q" value="${text}" maxlength="${LONGEST_SEARCH}"></label>
<label>Show <select name="stage">${Object.entries(STAGES).map(([value, words]) => option(value, words, value === stage))}</select></label>
<label>Movement <select name="trajectory">${option('', 'Any', trajectory === '')}${TRAJECTORIES.map((value) => option(value, value, value === trajectory))}</select></label>
<button type="submit">Search</button>
</form>`;

function readFilter(query: URLSearchParams): Filter {
  const stage = oneOf(query, 'stage', Object.keys(STAGES) as Filter['stage'][]);
  const trajectory = oneOf(query, 'trajectory', ['', ...TRAJECTORIES] as const);
  const text = (query.get('q') ?? '').trim().replaceAll('\0', '');
  if (text.length > LONGEST_SEARCH) {
    throw invalidRequest(`q must have at most ${LONGEST_SEARCH} characters.`);
  }
  return { text, stage, trajectory, after: positionOf(query.get('after')) };
}

function oneOf<T extends string>(query: URLSearchParams, name: string, allowed: readonly T[]): T {
  const given = query.get(name) ?? '';
  if (!allowed.includes(given as T)) {
    throw invalidRequest(`${name} must be one of ${allowed.filter(Boolean).join(', ')}.`);
  }
  return given as T;
}

/** The position after which a page begins: an instant and an id. */
function positionOf(after: string | null): TimePosition | undefined {
  if (after === null) return undefined;
  const [, at = '', id = ''] = /^(\d{1,15})_([A-Za-z0-9_.-]{1,128})$/.exec(after) ?? [];
  if (id === '') throw invalidRequest('after must be what the link to older beliefs holds.');
  return { at: new Date(Number(at)), id };
}

const parametersOf = (
  { text, stage, trajectory }: Filter,
  next: TimePosition,
): Record<string, string> => ({
  ...(text !== '' && { q: text }),
  ...(stage !== '' && { stage }),
  ...(trajectory !== '' && { trajectory }),
  after: `${next.at.getTime()}_${next.id}`,
});
