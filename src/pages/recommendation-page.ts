import type { RecommendationRow } from '../../db/queries/recommendations.js';
import { read } from '../../db/team-database.js';
import { RECOMMENDATION_STATE_NAMES } from '../beliefs/names.js';
import {
  cardMessageOf,
  issuesOfRecommendations,
  receiptsOfRecommendation,
} from '../beliefs/queries/follow-ups.js';
import { readRecommendation } from '../beliefs/recommendations/list-recommendations.js';
import { type WorkPacket, workPacket } from '../beliefs/recommendations/work-packet.js';
import { confidenceBand, signalConfidence } from '../beliefs/signals/confidence.js';
import { signalRef } from '../beliefs/signals/ref.js';
import { POST_SHIP_MIN_PEOPLE, POST_SHIP_WINDOW_DAYS } from '../core/numbers.js';
import { counted, people } from '../core/words.js';
import { type Html, html, linked } from './html.js';
import { document, section } from './layout.js';
import { dayOf } from './plots/scale.js';
import { proseAround, quoteList, quotesAgainst } from './quotes.js';
import { prose, type Say, type Visit, viewOf } from './visit.js';
import { issueList, standingOf } from './words.js';

/** Quotes of each kind on the page; the rest is on the pages of its beliefs. */
const QUOTES = 30;

/** The page of a recommendation with its packet, decision, issues and receipts. Throws `not_found`. */
export async function recommendationPage(visit: Visit, recommendationId: string): Promise<string> {
  const { ctx } = visit;
  const [recommendation, packet, [issues, receipts, [message]], view] = await Promise.all([
    readRecommendation(ctx, recommendationId),
    workPacket(ctx, recommendationId),
    ctx.db.together(
      read(issuesOfRecommendations, [recommendationId]),
      read(receiptsOfRecommendation, recommendationId),
      read(cardMessageOf, null, recommendationId),
    ),
    viewOf(visit),
  ]);
  const say = await prose(view, [
    ...proseOf(recommendation, packet),
    ...issues.map(({ title }) => title),
  ]);
  const frame = {
    title: say(recommendation.title),
    index: visit.index,
    slack: message && visit.slack(message),
    visitor: visit.visitor,
  };
  const refs = new Map(packet.signals.map(({ signalId, refNumber }) => [signalId, refNumber]));
  const { evidence, counterEvidence } = packet;
  return document(
    frame,
    html`
<article>
<p class="kind">Recommendation</p>
<h1 dir="auto">${say(recommendation.title)}</h1>
<ul class="tags"><li class="tag">${RECOMMENDATION_STATE_NAMES[recommendation.state]}</li><li class="tag">${recommendation.confidence} confidence</li><li class="tag">from ${dayOf(recommendation.generatedAt)}</li></ul>
<p dir="auto" class="pre">${say(recommendation.body)}</p>
${recommendation.confidenceRationale && html`<p dir="auto" class="pre"><strong>How sure:</strong> ${say(recommendation.confidenceRationale)}</p>`}
${recommendation.counterEvidenceNote && html`<p dir="auto" class="pre"><strong>On the other hand:</strong> ${say(recommendation.counterEvidenceNote)}</p>`}
${section('What to do', actions(recommendation, say))}
${section('Decision', decision(recommendation, say))}
${section('The beliefs behind it', beliefs(packet, say, visit))}
${section('What people say for it', evidence.length > 0 && html`${quoteList(evidence.slice(0, QUOTES), view, say)}${rest(evidence.length)}`)}
${section('Evidence against it', counterEvidence.length > 0 && html`${quotesAgainst(counterEvidence.slice(0, QUOTES), view, say)}${rest(counterEvidence.length)}`)}
${section('Issues', issues.length > 0 && issueList(issues, say))}
${section('Done when', done(packet))}
${section(
  'Receipts',
  receipts.length > 0 &&
    html`<ul class="rows">${receipts.map(
      (receipt) =>
        html`<li><p>${signalRef(refs.get(receipt.signalId) ?? 0)}, on ${dayOf(receipt.observedAt)}: shipped on ${dayOf(receipt.shippedAt)}, and no one has raised it unprompted since ${dayOf(receipt.quietSince)}; ${counted(receipt.interviewCount, 'interview')} in the last ${receipt.windowDays} days.</p></li>`,
    )}</ul>`,
)}
</article>`,
  );
}

const proseOf = (
  recommendation: RecommendationRow,
  { signals, evidence, counterEvidence }: WorkPacket,
) => [
  ...proseAround(evidence),
  ...proseAround(counterEvidence),
  recommendation.title,
  recommendation.body,
  recommendation.confidenceRationale,
  recommendation.counterEvidenceNote,
  recommendation.decisionNote,
  recommendation.outcomeNote,
  ...recommendation.actionItems.flatMap(({ action, supportingEvidence }) => [
    action,
    supportingEvidence,
  ]),
  ...signals.flatMap(({ label, description }) => [label, description]),
];

const rest = (count: number): Html | false =>
  count > QUOTES &&
  html`<p class="quiet">The ${QUOTES} strongest are shown; the others are on the belief pages.</p>`;

const actions = ({ actionItems }: RecommendationRow, say: Say): Html | false =>
  actionItems.length > 0 &&
  html`<ol>${actionItems.map(
    ({ action, priority, supportingEvidence }) =>
      html`<li><span dir="auto">${say(action)}</span> (${priority} priority)${supportingEvidence.trim() !== '' && html`<br><small dir="auto">${say(supportingEvidence)}</small>`}</li>`,
  )}</ol>`;

function decision(recommendation: RecommendationRow, say: Say): Html {
  const { decision: taken, decidedAt, decisionNote } = recommendation;
  const { outcome, outcomeAt, outcomeNote, reopenedAt } = recommendation;
  if (!taken && !outcome) return html`<p class="quiet">No one has decided yet.</p>`;
  const entry = (what: string, at: Date | null, note: string | null): Html =>
    html`<p><strong>${what}</strong>${at && html` on ${dayOf(at)}`}</p>${note && html`<p dir="auto" class="pre">${say(note)}</p>`}`;
  return html`${taken && entry(taken === 'accepted' ? 'Accepted' : 'Dismissed', decidedAt, decisionNote)}${outcome && entry({ shipped: 'Shipped', validated: 'Validated', stale: 'Gone stale' }[outcome], outcomeAt, outcomeNote)}${reopenedAt && entry('Reopened', reopenedAt, null)}`;
}

const beliefs = ({ signals }: WorkPacket, say: Say, visit: Visit): Html | false =>
  signals.length > 0 &&
  html`<ul class="rows">${signals.map((signal) => {
    const sure = signalConfidence(signal, visit.ctx.now);
    return html`<li><p dir="auto">${linked(visit.to({ signalId: signal.signalId }), html`${signalRef(signal.refNumber)} ${say(signal.label)}`)}</p>
<p dir="auto">${say(signal.description)}</p>
<p class="lines">${Math.round(sure * 100)}% sure, ${confidenceBand(sure)} confidence · ${people(signal.participantCount)} in ${counted(signal.studyCount, 'study', 'studies')} · ${counted(signal.quoteCount, 'quote')} for it, ${signal.counterEvidenceCount} against · ${standingOf(signal).join(' · ')}</p></li>`;
  })}</ul>`;

const done = ({ signals }: WorkPacket): Html | false =>
  signals.length > 0 &&
  html`<ul>${signals.map(
    ({ refNumber }) =>
      html`<li>participants no longer bring ${signalRef(refNumber)} up, or the team archives the belief</li>`,
  )}</ul><p class="quiet">A belief gets its receipt when ${POST_SHIP_WINDOW_DAYS} days have passed after the ship without a new unprompted quote for it, while at least ${POST_SHIP_MIN_PEOPLE} people were interviewed.</p>`;
