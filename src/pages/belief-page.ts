import { questionsOfSignals } from '../../db/queries/signals.js';
import { read } from '../../db/team-database.js';
import { RECOMMENDATION_STATE_NAMES, RELATIONSHIP_NAMES } from '../beliefs/names.js';
import { shownName } from '../beliefs/participants/shown-name.js';
import {
  cardMessageOf,
  type IssueRow,
  issuesOfRecommendations,
  issuesOfSignal,
  type ShippedRow,
  shippedForSignal,
} from '../beliefs/queries/follow-ups.js';
import {
  type QuotesOfDayRow,
  quotesByDay,
  type SpeakerRow,
  speakersOfSignal,
} from '../beliefs/queries/over-time.js';
import { confidenceFacts, confidenceShares } from '../beliefs/signals/confidence.js';
import { readSignalPacket, type SignalPacket } from '../beliefs/signals/read-signal-packet.js';
import { signalRef } from '../beliefs/signals/ref.js';
import { adviceWithoutWork } from '../beliefs/signals/without-work.js';
import { days, STALE_DAYS } from '../core/numbers.js';
import { counted, people } from '../core/words.js';
import { type Html, html, linked } from './html.js';
import { document, section } from './layout.js';
import { overTime } from './plots/over-time.js';
import { dayOf } from './plots/scale.js';
import { allQuotes, proseAround, quoteList, quotesAgainst } from './quotes.js';
import { prose, type Say, type View, type Visit, viewOf } from './visit.js';
import { GAP_STATES, GAPS, issueList, standingOf } from './words.js';

/** Quotes of each kind on the page; the rest is on separate pages. */
const QUOTES = 50;
const SPEAKERS = 300;

interface Belief {
  packet: SignalPacket;
  quotes: QuotesOfDayRow[];
  speakers: SpeakerRow[];
  shipped: ShippedRow[];
  issues: Omit<IssueRow, 'recommendationId'>[];
  /** Questions that it answers, in the words of people who ask. */
  questions: readonly string[];
  say: Say;
}

/** The page of a belief with all of its evidence. Throws `not_found`. */
export async function beliefPage(
  visit: Visit,
  signalId: string,
  query: URLSearchParams,
): Promise<string> {
  const { db } = visit.ctx;
  const page = query.get('quotes');
  if (page !== null) return allQuotes(visit, signalId, page);
  const [packet, [quotes, speakers, shipped, [message], ofMessages, [asked]], view] =
    await Promise.all([
      readSignalPacket(visit.ctx, signalId, { evidence: QUOTES, counterEvidence: QUOTES }),
      db.together(
        read(quotesByDay, signalId),
        read(speakersOfSignal, signalId, SPEAKERS),
        read(shippedForSignal, signalId),
        read(cardMessageOf, signalId, null),
        read(issuesOfSignal, signalId),
        read(questionsOfSignals, [signalId]),
      ),
      viewOf(visit),
    ]);
  const ids = packet.recommendations.map(({ recommendationId }) => recommendationId);
  const ofWork = ids.length > 0 ? await db.rows(issuesOfRecommendations, ids) : [];
  const issues = [...ofWork, ...ofMessages];
  const questions = asked?.questions ?? [];
  const say = await prose(view, proseOf({ packet, speakers, shipped, issues, questions }));
  const belief = { packet, quotes, speakers, shipped, issues, questions, say };
  const { signal } = packet;
  const frame = {
    title: `${signalRef(signal.refNumber)} ${say(signal.label)}`,
    index: visit.index,
    slack: message && visit.slack(message),
    visitor: visit.visitor,
  };
  return document(frame, body(belief, view));
}

const proseOf = ({
  packet: { signal, perStudy, researchGaps, recommendations, evidence, counterEvidence },
  speakers,
  shipped,
  issues,
  questions,
}: Omit<Belief, 'quotes' | 'say'>): (string | null)[] => [
  ...proseAround(evidence),
  ...proseAround(counterEvidence),
  ...new Set(speakers.map(({ studyName }) => studyName)),
  ...issues.map(({ title }) => title),
  signal.label,
  signal.description,
  signal.implication,
  ...perStudy.flatMap(({ studyName, narrative }) => [studyName, narrative]),
  ...researchGaps.map(({ suggestedAction }) => suggestedAction),
  ...recommendations.map(({ title }) => title),
  ...shipped.map(({ title }) => title),
  ...questions,
];

function body(belief: Belief, view: View): Html {
  const { packet, say } = belief;
  const { signal } = packet;
  const studies = studiesOf(belief);
  return html`
<article>
<p class="kind">Belief ${signalRef(signal.refNumber)}</p>
<h1 dir="auto">${say(signal.label)}</h1>
<p dir="auto" class="pre">${say(signal.description)}</p>
<ul class="tags">${standingOf(signal).map((word) => html`<li class="tag">${word}</li>`)}</ul>
${signal.implication && html`<p dir="auto" class="pre"><strong>What it means:</strong> ${say(signal.implication)}</p>`}
${next(belief, view)}
${section('How sure, and why', howSure(packet, view.ctx.now))}
${section('Evidence over time', figure({ ...belief, studies }, view.ctx.now))}
${section('What people say for it', sayings(packet.evidence.length > 0 && quoteList(packet.evidence, view, say), 'No one has said so yet.'))}
${section('Evidence against it', sayings(packet.counterEvidence.length > 0 && quotesAgainst(packet.counterEvidence, view, say), 'No one has contradicted it yet.'))}
${more(packet, view)}
${section('Who said it, study by study', byStudy(belief, studies, view))}
${section('Gaps', gaps(belief, view))}
${section('Recommendations', recommendations(belief, view))}
${section('Issues', belief.issues.length > 0 && issueList(belief.issues, say))}
${section('Questions that it answers', belief.questions.length > 0 && questionList(belief))}
</article>`;
}

const questionList = ({ questions, say }: Belief): Html => html`
<ul>${questions.map((question) => html`<li dir="auto">${say(question)}</li>`)}</ul>`;

const sayings = (list: Html | false, none: string): Html =>
  list || html`<p class="quiet">${none}</p>`;

const figure = (
  { quotes, shipped, studies, say }: Belief & { studies: { studyId: string; studyName: string }[] },
  now: Date,
): Html | false => {
  const ships = shipped.map((ship) => ({ ...ship, title: say(ship.title) }));
  const plot = overTime({ quotes, ships, studies, now });
  return plot && html`<figure>${plot}</figure>`;
};

/** Every study that supports the belief or mentions it, in one order for the whole page. */
function studiesOf({ packet, speakers, say }: Belief): { studyId: string; studyName: string }[] {
  const all = new Map(
    [...packet.perStudy, ...speakers].map(({ studyId, studyName }) => [studyId, studyName]),
  );
  return [...all].map(([studyId, studyName]) => ({ studyId, studyName: say(studyName) }));
}

function next(belief: Belief, view: View): Html | undefined {
  const told = nextWords(belief, view);
  return told && html`<p class="next"><strong>Next:</strong> ${told}</p>`;
}

function nextWords({ packet, say }: Belief, view: View): Html | undefined {
  const { nextStep } = packet;
  switch (nextStep.type) {
    case 'act': {
      const { recommendationId, title } = nextStep.recommendation;
      return html`act on ${linked(view.to({ recommendationId }), say(title))}.${nextStep.topAction && html` First: ${say(nextStep.topAction.action)}`}`;
    }
    case 'learn':
      return html`learn more. ${say(nextStep.gap.suggestedAction)}`;
    case 'collect_evidence':
    case 'preserve': {
      const advice = adviceWithoutWork(packet);
      return advice === undefined ? undefined : html`${say(advice)}`;
    }
  }
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** The confidence, and the four shares whose product it is. */
function howSure({ signal, confidence, confidenceBand }: SignalPacket, now: Date): Html {
  const shares = confidenceShares(confidenceFacts(signal, now));
  const heard = signal.latestCapturedAt;
  const age = heard && Math.floor((now.getTime() - heard.getTime()) / days(1));
  const rows: [string, number, string][] = [
    ['How many people', shares.breadth, `${people(signal.participantCount)} said so`],
    ['In how many studies', shares.diversity, counted(signal.studyCount, 'study', 'studies')],
    [
      'How much they agree',
      shares.agreement,
      signal.counterParticipantCount > 0
        ? `${people(signal.counterParticipantCount)} contradicted it`
        : 'no one has contradicted it',
    ],
    [
      'How recent it is',
      shares.freshness,
      heard
        ? `last heard ${dayOf(heard)}${(age ?? 0) > STALE_DAYS ? `, more than ${STALE_DAYS} days ago` : ''}`
        : 'no quote has a date',
    ],
  ];
  return html`
<p class="sure"><strong>${percent(confidence)} sure</strong>, ${confidenceBand} confidence: ${people(signal.participantCount)} in ${counted(signal.studyCount, 'study', 'studies')}, ${signal.counterParticipantCount} against. It is the product of four shares.</p>
<dl class="shares">${rows.map(([name, share, why]) => html`<div><dt>${name}: ${percent(share)}</dt><dd>${why}</dd></div>`)}</dl>`;
}

function more({ signal, evidence, counterEvidence }: SignalPacket, view: View): Html | false {
  const all = signal.quoteCount + signal.counterEvidenceCount;
  if (all <= evidence.length + counterEvidence.length) return false;
  return html`<p class="pages"><a href="${view.here({ quotes: '1' })}">All ${all} quotes</a> (the strongest are shown)</p>`;
}

function byStudy(
  { packet, speakers, say }: Belief,
  studies: readonly { studyId: string; studyName: string }[],
  view: View,
): Html | false {
  if (studies.length === 0) return false;
  const views = new Map(packet.perStudy.map((study) => [study.studyId, study]));
  return html`<ol class="rows-numbered">${studies.map(({ studyId, studyName }) => {
    const told = views.get(studyId);
    const said = speakers.filter((speaker) => speaker.studyId === studyId);
    const [supporting, opposing] = [
      said.filter((speaker) => speaker.supporting > 0),
      said.filter((speaker) => speaker.opposing > 0),
    ];
    return html`<li><h3>${linked(view.to({ studyId }), html`<bdi>${studyName}</bdi>`)}${told && ` ${RELATIONSHIP_NAMES[told.relationship]}`}</h3>
${told?.narrative && html`<p dir="auto" class="pre">${say(told.narrative)}</p>`}
${supporting.length > 0 && html`<p class="lines">For it: ${named(supporting, 'supporting', view)}</p>`}
${opposing.length > 0 && html`<p class="lines">Against it: ${named(opposing, 'opposing', view)}</p>`}</li>`;
  })}</ol>`;
}

/** Names with their number of quotes, or only the number of people if the team hides names. */
const named = (
  speakers: readonly SpeakerRow[],
  side: 'supporting' | 'opposing',
  { names }: View,
): Html =>
  names === 'hidden'
    ? html`${people(speakers.length)}`
    : html`${speakers.map((speaker, at) => html`${at > 0 && ', '}<bdi>${shownName(speaker.participantName, names)}</bdi>${speaker[side] > 1 && ` (${speaker[side]} quotes)`}`)}`;

const gaps = ({ packet: { researchGaps }, say }: Belief, view: View): Html | false =>
  researchGaps.length > 0 &&
  html`<ul class="rows">${researchGaps.map(
    (gap) => html`<li><p><strong>${GAPS[gap.type]}</strong> · ${GAP_STATES[gap.status]}</p>
<p dir="auto">${say(gap.suggestedAction)}</p>
${gap.draftedStudyId !== null && html`<p>${linked(view.to({ studyId: gap.draftedStudyId }), 'The study drafted for it')}</p>`}</li>`,
  )}</ul>`;

const recommendations = (
  { packet: { recommendations: all, postShipReceipt }, say }: Belief,
  view: View,
): Html | false =>
  all.length > 0 &&
  html`<ul class="rows">${all.map(
    ({
      recommendationId,
      title,
      state,
      confidence,
      updatedAt,
    }) => html`<li><p dir="auto">${linked(view.to({ recommendationId }), say(title))}</p>
<p class="lines">${RECOMMENDATION_STATE_NAMES[state]} · ${confidence} confidence · ${dayOf(updatedAt)}</p>
${postShipReceipt?.recommendationId === recommendationId && html`<p>Receipt of ${dayOf(postShipReceipt.observedAt)}: no one has raised it unprompted since ${dayOf(postShipReceipt.quietSince)}; ${counted(postShipReceipt.interviewCount, 'interview')} in the last ${postShipReceipt.windowDays} days.</p>`}</li>`,
  )}</ul>`;
