import type { EvidenceKind } from '../../../db/entities/evidence.js';
import { strongestOfSignal } from '../../../db/queries/ask-material.js';
import type { SignalRow } from '../../../db/queries/signals.js';
import { read } from '../../../db/team-database.js';
import { signalConfidence } from '../../beliefs/signals/confidence.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import type { Context } from '../../core/context.js';
import { days, STALE_DAYS } from '../../core/numbers.js';
import { counted, listed, people } from '../../core/words.js';
import {
  foremostSignals,
  heardStudies,
  openGaps,
  type Recommended,
  recommendedForSignals,
  shippedRecommendations,
  signalsByRef,
} from '../queries/ask-facts.js';
import type { Answer, AnswerQuote } from './answer.js';
import { answerBelief, cite, composeText, decisionsOn, uncovered } from './compose.js';
import type { Overview } from './overview-asked.js';
import type { AboutBeliefs } from './understand.js';
import { closingOf, inline, leadOf, listLine, sentence } from './wording.js';

/** Most beliefs in a list, with one quote each or without quotes. */
const most = { quoted: 3, listed: 5 };
/** Most beliefs read to find the least certain ones. */
const mostRead = 200;

type OfBeliefs = Exclude<Overview, 'unknown' | 'shipped' | 'heard'>;

const openings: Record<OfBeliefs, string> = {
  strongest: 'Beliefs with the most support:',
  liked: 'What people like, most people first:',
  disliked: 'Biggest problems, most people first:',
  latest: 'Most recently changed beliefs:',
  actionable: 'Beliefs to act on, most people first:',
  'least sure': 'Least certain beliefs:',
  'one study': 'Beliefs that rest on one study:',
  'one person': 'Beliefs that rest on one person:',
  contested: 'Most contradicted beliefs:',
  old: `Beliefs without new evidence for ${STALE_DAYS} days, oldest first:`,
};
const none: Record<OfBeliefs, string> = {
  strongest: uncovered,
  liked: 'No belief is about something people like.',
  disliked: uncovered,
  latest: 'No belief changed in that time.',
  actionable: 'No belief has an open or accepted recommendation.',
  'least sure': uncovered,
  'one study': 'No belief rests on one study.',
  'one person': 'No belief rests on one person.',
  contested: 'No belief has been contradicted.',
  old: `Every belief has evidence from the last ${STALE_DAYS} days.`,
};
/** Kinds of question whose beliefs are shown with one quote each. */
const quoted: ReadonlySet<Overview> = new Set([
  'strongest',
  'liked',
  'disliked',
  'latest',
  'actionable',
]);

/** Answers a question about the beliefs themselves from stored facts, such as counts and dates. */
export async function readFacts(ctx: Context, asked: AboutBeliefs): Promise<Answer> {
  const { about } = asked;
  if (about === 'refs') return ofRefs(ctx, asked);
  if (about === 'unknown') return unknown(ctx);
  if (about === 'shipped') return shipped(ctx);
  if (about === 'heard') return heard(ctx, asked);
  return ofMany(ctx, about, asked);
}

async function ofMany(ctx: Context, about: OfBeliefs, asked: AboutBeliefs): Promise<Answer> {
  const { shown, period } = asked;
  const stale = new Date(ctx.now.getTime() - days(STALE_DAYS));
  const to = about === 'old' ? stale : (period?.to ?? null);
  const found = await ctx.db.rows(
    foremostSignals[about],
    shown,
    mostRead,
    period?.from ?? null,
    to,
  );
  // without negative themes, beliefs of unknown sentiment answer a question about problems
  if (found.length === 0 && about === 'disliked') return ofMany(ctx, 'strongest', asked);
  const ordered =
    about === 'least sure'
      ? found.toSorted((a, b) => signalConfidence(a, ctx.now) - signalConfidence(b, ctx.now))
      : found;
  const withQuotes = quoted.has(about);
  const signals = ordered.slice(0, withQuotes ? most.quoted : most.listed);
  if (signals.length === 0 && shown.length > 0) {
    return composeText(ctx, 'not covered', 'There are no further beliefs.');
  }
  if (signals.length === 0) {
    return composeText(ctx, none[about] === uncovered ? 'not covered' : 'answered', none[about]);
  }
  const ids = signals.map(({ signalId }) => signalId);
  const recommended = about === 'actionable' ? await ctx.db.rows(recommendedForSignals, ids) : [];
  const beliefs = signals.map((signal) => answerBelief(signal, ctx.now));
  const quotes = await strongest(ctx, signals, 'evidence', 1);
  return cite(
    ctx,
    {
      kind: 'answered',
      lead: openings[about],
      list: beliefs.map((belief) => listLine(belief, recommendationFor(belief.ref, recommended))),
      beliefs,
      quotes: withQuotes ? quotes : [],
      counterQuotes: [],
      closing: restOf(ordered.slice(signals.length), withQuotes && asked.goesOn),
      gap: null,
    },
    [],
    quotes,
  );
}

const recommendationFor = (ref: string, all: readonly Recommended[]): string | undefined => {
  const found = all.find(({ refNumber }) => signalRef(refNumber) === ref);
  return found && `${inline(found.title)} (${found.state})`;
};

const mostNamed = 8;

/** The remaining beliefs: their refs, or only their number if "what else?" can continue the list. */
export function restOf(rest: readonly SignalRow[], goesOn: boolean): string {
  if (rest.length === 0) return '';
  if (goesOn) return `${counted(rest.length, 'more belief')}: ask “what else?”`;
  const refs = rest.slice(0, mostNamed).map(({ refNumber }) => signalRef(refNumber));
  const more = rest.length > mostNamed ? [`${rest.length - mostNamed} more`] : [];
  return `Also: ${listed([...refs, ...more])}.`;
}

/** Answers with the beliefs that a question names, and their strongest quotes or those that contradict them. */
async function ofRefs(ctx: Context, { refs, against }: AboutBeliefs): Promise<Answer> {
  const signals = await ctx.db.rows(signalsByRef, refs, most.quoted);
  if (signals.length === 0) {
    return composeText(ctx, 'not covered', `There is no belief ${listed(refs.map(signalRef))}.`);
  }
  const alone = signals.length === 1;
  const beliefs = signals.map((signal) => answerBelief(signal, ctx.now));
  const counter = await strongest(ctx, signals, 'counterEvidence', alone && against ? 3 : 1);
  const quotes = alone && against ? [] : await strongest(ctx, signals, 'evidence', alone ? 3 : 1);
  const [first] = beliefs;
  const decided = alone ? await decisionsOn(ctx, beliefs) : [];
  const lead = alone
    ? `${leadOf(first!)}${against && counter.length === 0 ? ' No one has contradicted it.' : ''}`
    : 'The beliefs you named:';
  return cite(
    ctx,
    {
      kind: 'answered',
      lead,
      list: alone ? [] : beliefs.map((belief) => listLine(belief)),
      beliefs,
      quotes,
      counterQuotes: alone ? counter : [],
      closing: alone && first ? closingOf(first, ctx.now, decided) : '',
      gap: null,
    },
    [],
    [...quotes, ...counter],
  );
}

async function strongest(
  { db }: Context,
  signals: readonly SignalRow[],
  kind: EvidenceKind,
  each: number,
): Promise<AnswerQuote[]> {
  const found = await db.together(
    ...signals.map(({ signalId }) => read(strongestOfSignal, signalId, kind, each)),
  );
  return found.flatMap((rows, place) =>
    rows.map((item) => ({ item, signalId: signals[place]!.signalId })),
  );
}

async function unknown(ctx: Context): Promise<Answer> {
  const gaps = await ctx.db.rows(openGaps, most.listed);
  if (gaps.length === 0) return composeText(ctx, 'answered', 'No research gap is open.');
  return composeText(
    ctx,
    'answered',
    'The newest open research gaps:',
    gaps.map(({ refNumber, description }) => `${signalRef(refNumber)}: ${sentence(description)}`),
  );
}

async function shipped(ctx: Context): Promise<Answer> {
  const done = await ctx.db.rows(shippedRecommendations, most.listed);
  if (done.length === 0) return composeText(ctx, 'answered', 'Nothing is marked as shipped.');
  return composeText(
    ctx,
    'answered',
    `Shipped most recently (${counted(done.length, 'recommendation')}):`,
    done.map(({ refNumber, title }) => `${inline(title)} (for ${signalRef(refNumber)})`),
  );
}

async function heard(ctx: Context, { period }: AboutBeliefs): Promise<Answer> {
  const studies = await ctx.db.rows(
    heardStudies,
    most.listed,
    period?.from ?? null,
    period?.to ?? null,
  );
  const time = period ? ' in that time' : '';
  const [first] = studies;
  if (!first) {
    return composeText(
      ctx,
      'answered',
      period ? `No one was interviewed${time}.` : 'No one has been interviewed yet.',
    );
  }
  const verb = first.allPeople === 1 ? 'was' : 'were';
  const more = first.allStudies > studies.length ? `. The last ${studies.length}:` : ':';
  return composeText(
    ctx,
    'answered',
    `${people(first.allPeople)} ${verb} interviewed in ${counted(first.allStudies, 'study', 'studies')}${time}${more}`,
    studies.map((one) => `${inline(one.name)}: ${people(one.people)}`),
  );
}
