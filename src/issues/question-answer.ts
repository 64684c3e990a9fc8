import type { Answer, AnswerParts, AnswerQuote } from '../answers/ask/answer.js';
import { ask } from '../answers/ask/ask.js';
import { age, askedBefore } from '../answers/ask/wording.js';
import {
  type Names,
  participantsIn,
  shownName,
  withShownNames,
} from '../beliefs/participants/shown-name.js';
import { literalInline, literalLines } from '../beliefs/recommendations/literal-markdown.js';
import { signalRef } from '../beliefs/signals/ref.js';
import type { Context } from '../core/context.js';
import { MAX_QUESTION } from '../core/numbers.js';
import { type PageSubject, pageAddress } from '../core/page-links.js';
import { signedPageAddress } from '../core/page-tokens.js';
import { readSettings } from '../core/team-settings.js';
import { counted, cut } from '../core/words.js';
import { beliefsBehind } from './queries/issue-questions.js';

export interface AskedInIssue {
  /** The question without our name; empty if it only asks why. */
  text: string;
  isPublic: boolean;
  /** The recommendations that the issue is linked to. */
  recommendationIds: readonly string[];
  /** Ref numbers of the beliefs that the issue was created about from a message. */
  refNumbers: readonly number[];
  /** True if the answer has to repeat the question, because it is not shown right below it. */
  repeat: boolean;
}

/** Longest line, and longest quote, in characters before escaping. */
const LINE = 1_500;
const QUOTE = 700;
const REPEATED = 300;

/** Words of a question that is only about the issue: "Why?", "Why do we need this?", "What did users say?" */
const OF_THE_ISSUE = new Set(
  `a about and are ask asked asks behind belief beliefs build building built but by come customer customers did do does
  doing evidence explain for from give hello here hey hi how important in is issue it know matter matters me need needed
  needs of ok on people please quotes said say saying says should show so support supports tell that the there this
  ticket to us user users was we were what where who why with would`.split(/\s+/),
);

const asksForIssue = (question: string): boolean =>
  (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => OF_THE_ISSUE.has(word));

const UNLINKED =
  'No recommendation in Belief Layer is linked to this issue, so I do not know which belief is behind it. Link it in Belief Layer, or ask a complete question, such as: what keeps people from inviting their team?';

const NO_BELIEF =
  'The recommendation behind this issue names no belief. Ask a complete question, such as: what keeps people from inviting their team?';

const BEHIND = 'The beliefs behind this issue:';

/**
 * Answers a question inside an issue, as Markdown that pings no one. It shows no more than the issue's readers may
 * see: on a public issue neither quotes nor names, unless the team allows quotes there.
 */
export async function answerMarkdown(ctx: Context, asked: AskedInIssue): Promise<string> {
  const { names, quotesInPublicIssues } = await readSettings(ctx.db);
  const showQuotes = !asked.isPublic || quotesInPublicIssues;
  const shownNames = showQuotes ? names : 'hidden';
  const found = await answerTo(showQuotes ? ctx : withoutLanguageModel(ctx), asked);
  const subject = found && subjectOf(found.answer, found.recommendationId);
  const url = subject && (await addressFor(ctx, subject, asked.isPublic));
  const people = found ? await participantsIn(ctx, textsOf(found.answer.parts)) : [];
  const shown = (text: string): string => withShownNames(text, people, shownNames);
  const lines = found
    ? linesOf(found.answer.parts, { names: shownNames, shown, showQuotes, now: ctx.now })
    : [literalInline(asked.recommendationIds.length > 0 ? NO_BELIEF : UNLINKED)];
  const repeated = asked.repeat && asked.text.trim() !== '';
  return [
    ...(repeated ? [`> ${literalInline(cut(asked.text, REPEATED))}`] : []),
    ...lines,
    ...(url ? [`[The evidence in Belief Layer](${url})`] : []),
  ].join('\n\n');
}

/** Answers without a language model, which may put words of a quote into its own sentences. */
const withoutLanguageModel = ({ models, ...ctx }: Context): Context => {
  if (!models) return ctx;
  const { language: _, ...others } = models;
  return { ...ctx, models: others };
};

/** The answer to the question, or the findings on the belief behind the issue; undefined if there is neither. */
async function answerTo(
  ctx: Context,
  { text, recommendationIds, refNumbers: made }: AskedInIssue,
): Promise<{ answer: Answer; recommendationId?: string | undefined } | undefined> {
  const question = text.trim();
  if (!asksForIssue(question)) return { answer: await ask(ctx, cut(question, MAX_QUESTION)) };
  const behind = await ctx.db.rows(beliefsBehind, recommendationIds);
  const recommended = behind.flatMap((one) => one.refNumbers);
  const refNumbers = [...new Set(recommended.length > 0 ? recommended : made)];
  if (refNumbers.length === 0) return undefined;
  const refs = refNumbers.map((refNumber) => signalRef(refNumber)).join(' ');
  const answer = await ask(ctx, refs);
  // the asker named no beliefs: the issue did
  const lead = answer.parts.list.length > 0 ? BEHIND : answer.parts.lead;
  return {
    answer: { ...answer, parts: { ...answer.parts, lead } },
    recommendationId: behind[0]?.recommendationId,
  };
}

function subjectOf(
  { parts }: Answer,
  recommendationId: string | undefined,
): PageSubject | undefined {
  if (recommendationId !== undefined) return { recommendationId };
  const [belief] = parts.beliefs;
  return belief && { signalId: belief.signalId };
}

/** On a public issue a plain URL: a token would open the page to anyone. */
const addressFor = async (
  ctx: Context,
  subject: PageSubject,
  isPublic: boolean,
): Promise<string | undefined> =>
  isPublic ? pageAddress(ctx.pages, subject) : signedPageAddress(ctx, subject);

const textsOf = ({ lead, list, closing, gap, quotes, counterQuotes }: AnswerParts): string[] => [
  lead,
  ...list,
  closing,
  gap?.description ?? '',
  ...[...quotes, ...counterQuotes].flatMap(({ item }) => [item.studyName, item.asked ?? '']),
];

interface Shown {
  names: Names;
  /** The text with participants' names as this place shows them. */
  shown(text: string): string;
  showQuotes: boolean;
  now: Date;
}

/** The parts as Markdown blocks. */
function linesOf(parts: AnswerParts, place: Shown): string[] {
  const { lead, list, beliefs, quotes, counterQuotes, closing, gap } = parts;
  const line = (text: string): string => literalInline(cut(place.shown(text), LINE));
  const quoted = (some: readonly AnswerQuote[]): string[] =>
    place.showQuotes ? some.map((quote) => quoteBlock(quote, parts, place)) : [];
  const listed = list.flatMap((one, index) => [
    line(one),
    ...quoted(quotes.filter(({ signalId }) => signalId === beliefs[index]?.signalId)),
  ]);
  const opposing = quoted(counterQuotes);
  const left = place.showQuotes ? 0 : quotes.length + counterQuotes.length;
  return [
    `**${line(lead)}**`,
    ...(list.length > 0 ? listed : quoted(quotes)),
    ...(opposing.length > 0 ? ['Evidence against it:', ...opposing] : []),
    ...(left > 0 ? [`${counted(left, 'quote')} hidden, because this issue is public.`] : []),
    ...(closing === '' ? [] : [line(closing)]),
    ...(gap ? [line(`Related open research gap: ${gap.description}`)] : []),
  ];
}

function quoteBlock(
  { item, signalId }: AnswerQuote,
  { beliefs }: AnswerParts,
  place: Shown,
): string {
  const ref = beliefs.find((belief) => belief.signalId === signalId)?.ref;
  const facts = [
    shownName(item.participantName, place.names),
    cut(place.shown(item.studyName), LINE),
    age(item.capturedAt, place.now),
    ...(ref && beliefs.length > 1 ? [ref] : []),
  ];
  const asked = askedBefore(item);
  const question = asked === undefined ? [] : [`${literalInline(cut(place.shown(asked), LINE))}  `];
  const said = literalLines(`“${cut(item.quote, QUOTE)}”`);
  const source = `— ${literalInline(facts.join(', '))}`;
  return [...question, ...said.slice(0, -1), `${said.at(-1)}  `, source]
    .map((one) => `> ${one}`)
    .join('\n');
}
