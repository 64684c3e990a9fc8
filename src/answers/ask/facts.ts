import type { EvidenceKind } from '../../../db/entities/evidence.js';
import { strongestOfSignal } from '../../../db/queries/ask-material.js';
import type { SignalRow } from '../../../db/queries/signals.js';
import { read } from '../../../db/team-database.js';
import { signalConfidence } from '../../beliefs/signals/confidence.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import type { Context } from '../../core/context.js';
import { days, STALE_DAYS } from '../../core/decisions.js';
import { counted, listed } from '../../core/words.js';
import { tellingTerms, termOf } from '../../language/tokens.js';
import {
  foremostSignals,
  openGaps,
  type Recommended,
  recommendedForSignals,
  shippedRecommendations,
  signalsByRef,
} from '../queries/ask-facts.js';
import type { Answer, AnswerQuote } from './answer.js';
import { answerBelief, cite, composeText, uncovered } from './compose.js';
import { closingOf, inline, leadOf, listLine, sentence } from './sentences.js';
import type { AboutBeliefs } from './understand.js';

/** Most beliefs that are listed, with a quote each or without quotes. */
const most = { quoted: 3, listed: 5 };
/** Beliefs that are read to find the least certain. */
const mostRead = 200;

type OfBeliefs = Exclude<Knowledge, 'unknown' | 'shipped'>;

const openings: Record<OfBeliefs, string> = {
  strongest: 'What most people bear out:',
  latest: 'What moved last:',
  actionable: 'What can be acted on, what most people bear out first:',
  'least sure': 'What is least certain:',
  'one study': 'What rests on one study:',
  'one person': 'What rests on one person:',
  contested: 'What people contradict most:',
  old: `What nobody has spoken of for ${STALE_DAYS} days, the oldest first:`,
};
const none: Record<OfBeliefs, string> = {
  strongest: uncovered,
  latest: 'No belief changed in that time.',
  actionable: 'No belief has an open or accepted recommendation.',
  'least sure': uncovered,
  'one study': 'No belief rests on one study.',
  'one person': 'No belief rests on one person.',
  contested: 'Nobody contradicts a belief.',
  old: `Somebody has spoken of every belief within ${STALE_DAYS} days.`,
};
/** The beliefs of these are shown with a quote each. */
const quoted: ReadonlySet<Knowledge> = new Set(['strongest', 'latest', 'actionable']);

/** Answers a question about the beliefs themselves from what is stored of them. */
export async function readFacts(ctx: Context, asked: AboutBeliefs): Promise<Answer> {
  const { about } = asked;
  if (about === 'refs') return ofRefs(ctx, asked);
  if (about === 'unknown') return unknown(ctx);
  if (about === 'shipped') return shipped(ctx);
  return ofMany(ctx, about, asked);
}

async function ofMany(
  ctx: Context,
  about: OfBeliefs,
  { shown, period }: AboutBeliefs,
): Promise<Answer> {
  const stale = new Date(ctx.now.getTime() - days(STALE_DAYS));
  const to = about === 'old' ? stale : (period?.to ?? null);
  const found = await ctx.db.rows(
    foremostSignals[about],
    shown,
    mostRead,
    period?.from ?? null,
    to,
  );
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
      against: 'it',
      closing: restOf(ordered.slice(signals.length), withQuotes),
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

/** The further beliefs: named, or only counted if "what else?" can go on with them. */
function restOf(rest: readonly SignalRow[], goesOn: boolean): string {
  if (rest.length === 0) return '';
  if (goesOn) return `${counted(rest.length, 'more belief')}: ask “what else?”`;
  const refs = rest.slice(0, mostNamed).map(({ refNumber }) => signalRef(refNumber));
  const more = rest.length > mostNamed ? [`${rest.length - mostNamed} more`] : [];
  return `Also: ${listed([...refs, ...more])}.`;
}

/** The beliefs that a question names, with their strongest quotes, or what speaks against them. */
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
  const lead = alone
    ? `${leadOf(first!)}${against && counter.length === 0 ? ' Nobody has said otherwise.' : ''}`
    : 'The beliefs that you name:';
  return cite(
    ctx,
    {
      kind: 'answered',
      lead,
      list: alone ? [] : beliefs.map((belief) => listLine(belief)),
      beliefs,
      quotes,
      counterQuotes: alone ? counter : [],
      against: 'it',
      closing: alone && first ? closingOf(first, ctx.now) : '',
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
    `What was shipped last (${counted(done.length, 'recommendation')}):`,
    done.map(({ refNumber, title }) => `${inline(title)} (for ${signalRef(refNumber)})`),
  );
}

/**
 * What a question without a subject asks about the beliefs themselves: those that most people
 * support, that moved last, that can be acted on, that are least certain, that rest on one study or
 * one person, that people contradict, that are old, what nobody knows yet, or what was shipped.
 */
export type Knowledge =
  | 'strongest'
  | 'latest'
  | 'actionable'
  | 'least sure'
  | 'one study'
  | 'one person'
  | 'contested'
  | 'old'
  | 'unknown'
  | 'shipped';

const asks =
  /^\W*(?:so |and |but )?(?:what|which|where|how|show|list|tell|give|name|summar\w+|any|is|are|do|does)\b/i;
/** A question to the bot, or about the person who asks, is not about the team's beliefs. */
const ofOne = /\b(?:you|your|i|my)\b/i;
/** A phone's signal, not a belief. */
const noSignal = /\b(?:no|without|lost|poor|bad|weak) signal\b/i;

const stems = (text: string): readonly string[] => text.split(/\s+/).map(termOf);

/** Phrases that decide it, if no other subject is named; the first that fits. */
const phrases: readonly (readonly [Knowledge, RegExp])[] = [
  [
    'least sure',
    /\bleast (?:sure|certain|confident)\b|\b(?:unsure|uncertain|not (?:so |very )?(?:sure|certain|confident))\b|\b(?:weak|weakest|shak(?:y|iest)|thin|thinnest|lowest confidence|low confidence|least confidence)\b/i,
  ],
  ['one study', /\b(?:one|single|1) (?:study|source)\b|\bsingle-study\b/i],
  ['one person', /\b(?:one|single|1) (?:person|participant|interview|user|customer|voice)\b/i],
  [
    'unknown',
    /\b(?:(?:don['’]?t|do not|not) (?:yet )?know|unknowns?|open questions?|(?:research )?gaps?|blind spots?|missing|unanswered)\b/i,
  ],
  ['shipped', /\b(?:shipped|released|delivered|launched)\b/i],
  ['contested', /\b(?:contested|disputed|contradict\w*|controversial|disagree\w*|conflict\w*)\b/i],
  ['old', /\b(?:old|oldest|stale|outdated|out of date|aged|not heard)\b/i],
  [
    'latest',
    /\b(?:chang\w+|new|news|newest|latest|lately|recent\w*|happen\w*|updat\w+|moved)\b|\b(?:last|past|this) (?:week|month|quarter|year)\b|\b(?:yesterday|today)\b/i,
  ],
  ['actionable', /\b(?:next|build|fix|first|start|priorit\w+|focus|act|actions?|tackle|urgent)\b/i],
  [
    'strongest',
    /\b(?:most (?:sure|certain|confident)|strongest|problems?|issues?|pains?|needs?|wants?|wish\w*|requests?|frustrat\w+|complain\w*|struggl\w+|challenges?|blockers?|friction|difficult\w+|obstacles?|insights?|findings?|beliefs?|believe|signals?|learn\w*|themes?|topics?|patterns?|trend\w*|takeaways?|conclusions?|know|opinions?|feedback|highlights?|found?|find)\b/i,
  ],
];

/** Words that may accompany those and name no subject: the people who spoke, or degree. */
const ofNoSubject = new Set(
  stems(
    `user users customer customers client clients people everyone participant participants interview interviews study
    studies research team biggest big main major top key important common often frequent strong strongest general
    overall far everything anything now currently give show list tell name summarise summary overview please many
    few three five ten point points thing things say said one single source sources person voice rest rests resting
    based rely relies stand stands least less lowest low high highest confidence confident certain certainty sure unsure uncertain
    weak weakest shaky shakiest thin thinnest yet know known unknown unknowns open question questions gap gaps blind
    spot spots missing unanswered shipped released delivered launched contested disputed contradict contradicts
    contradicted contradictory contradiction contradictions controversial disagree disagrees disagreement conflict
    conflicts conflicting old oldest stale outdated date aged heard change changes changed new news newest latest lately recent recently happen
    happened update updates updated moved last past week weeks month months quarter year years yesterday today since
    january february march april may june july august september october november december next build fix first start
    priority priorities prioritise focus act action actions tackle urgent problem problems issue issues pain pains need needs want
    wants wish wishes request requests frustration frustrations frustrates complaint complaints complain struggle struggles
    challenge challenges blocker blockers friction difficulty difficulties obstacle obstacles insight insights
    finding findings belief beliefs believe signal signals learn learned learnings theme themes topic topics pattern
    patterns trend trends trending takeaway takeaways conclusion conclusions opinion opinions feedback highlight
    highlights find found ship work evidence`,
  ),
);

/**
 * What a question without a subject asks about the beliefs ("What are the biggest problems?", "What
 * changed since March?"); undefined if it names a subject: then only material on that answers it.
 */
export function knowledgeAskedFor(question: string): Knowledge | undefined {
  if (!asks.test(question) || ofOne.test(question) || noSignal.test(question)) return undefined;
  const telling = tellingTerms(question).filter((term) => !/^(?:1|(?:19|20)\d\d)$/.test(term));
  if (!telling.every((term) => ofNoSubject.has(term))) return undefined;
  return phrases.find(([, phrase]) => phrase.test(question))?.[0];
}
