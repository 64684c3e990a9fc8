import type { ActionsBlock, Button, KnownBlock, RichTextBlockElement } from '@slack/types';
import type {
  Answer,
  AnswerKind,
  AnswerParts,
  AnswerQuote,
} from '../../../src/answers/ask/answer.js';
import { askedBefore } from '../../../src/answers/ask/wording.js';
import { pageAddress } from '../../../src/core/page-links.js';
import { cut } from '../../../src/core/words.js';
import type { Message } from '../blocks/message.js';
import { type Audience, noQuotesHere, quoteLines } from '../blocks/quotes.js';
import { bold, line, richText, withRefsLinked, words } from '../blocks/rich-text.js';
import { escaped, label, ours } from '../blocks/text.js';

/** Maximum length of each quote. */
const QUOTE = 700;
const LEAD = 1500;
const LINE = 600;
const NOTIFICATION = 600;

interface AnswerOptions extends Audience {
  question: string;
}

/**
 * Renders an answer as a message: the answer itself, the quotes that support it, and one line about who said so.
 * Everything else is behind "Sources".
 */
export function answerMessage({ parts }: Answer, options: AnswerOptions): Message {
  const closing = [
    ...(parts.closing === '' ? [] : [parts.closing]),
    ...(parts.gap ? [`Related open research gap: ${parts.gap.description}`] : []),
  ];
  return {
    text: escaped(label(parts.lead, NOTIFICATION)),
    blocks: [
      richText(line(bold(label(options.question, 300)))),
      richText(line(...withRefsLinked(cut(parts.lead, LEAD), addressIn(parts, options)))),
      ...said(parts, options),
      ...(closing.length > 0
        ? [richText(...closing.map((one) => line(words(cut(one, LINE), { italic: true }))))]
        : []),
    ],
  };
}

/** The page of a belief of the answer, by its ref. */
const addressIn =
  ({ beliefs }: AnswerParts, { pages }: AnswerOptions) =>
  (ref: string): string | undefined => {
    const belief = beliefs.find((one) => one.ref === ref);
    return belief && pageAddress(pages, belief);
  };

function said(parts: AnswerParts, options: AnswerOptions): KnownBlock[] {
  const { list, beliefs, quotes, counterQuotes } = parts;
  const linesOf = (of: readonly AnswerQuote[]): RichTextBlockElement[] =>
    options.showQuotes ? of.flatMap((quote) => linesOfQuote(quote, parts, options)) : [];
  const ofBelief = (place: number): readonly AnswerQuote[] =>
    quotes.filter(({ signalId }) => signalId === beliefs[place]?.signalId);
  const listed = list.flatMap((one, place) => [
    line(...withRefsLinked(cut(one, LINE), addressIn(parts, options))),
    ...linesOf(ofBelief(place)),
  ]);
  const lines = list.length > 0 ? listed : linesOf(quotes);
  const opposing = linesOf(counterQuotes);
  return [
    ...(lines.length > 0 ? [richText(...lines)] : []),
    ...(opposing.length > 0 ? [richText(line(bold('Evidence against it')), ...opposing)] : []),
    ...(options.showQuotes || quotes.length + counterQuotes.length === 0 ? [] : [noQuotesHere()]),
  ];
}

/** A quote with its attribution, and the belief it relates to. */
function linesOfQuote(
  { item, signalId }: AnswerQuote,
  { beliefs }: AnswerParts,
  options: AnswerOptions,
): RichTextBlockElement[] {
  const ref = beliefs.find((belief) => belief.signalId === signalId)?.ref;
  const refAddress = signalId ? pageAddress(options.pages, { signalId }) : undefined;
  const asked = askedBefore(item);
  return [
    ...(asked === undefined ? [] : [line(words(cut(asked, LINE), { italic: true }))]),
    ...quoteLines(item.quote, ref ? { ...item, ref, refAddress } : item, options, QUOTE),
  ];
}

interface ButtonFacts {
  /** Number of quotes behind the answer, including those not shown. */
  sources: number;
  /** True if no evidence answers the question, so that a study about it can be drafted. */
  open: boolean;
  /** True if an open research gap is close to the question. */
  gap: boolean;
}

export const buttonFacts = ({ parts, citations }: Answer): ButtonFacts => ({
  sources: new Set(citations.flatMap(({ evidenceIds }) => [...evidenceIds])).size,
  open: isOpen(parts.kind),
  gap: parts.gap !== null,
});

/** True if a real question has no answer. */
export const isOpen = (kind: AnswerKind): boolean => kind === 'near' || kind === 'not covered';

/** Buttons below an answer; `shareable` if only the person who asked can see it so far. */
export function answerButtons(
  answerId: string,
  { sources, open, gap }: ButtonFacts,
  shareable: boolean,
): ActionsBlock {
  const button = (action: string, text: string, label?: string): Button => ({
    type: 'button',
    action_id: `answer.${action}`,
    text: ours(text),
    value: answerId,
    ...(label ? { accessibility_label: label } : {}),
  });
  return {
    type: 'actions',
    elements: [
      ...(shareable ? [button('share', 'Share to channel')] : []),
      ...(sources > 0 ? [button('sources', `Sources (${sources})`)] : []),
      ...(open ? [button('draft-study', 'Draft a study')] : []),
      ...(gap && open ? [button('draft-gap', 'Draft a study on that gap')] : []),
      button('helpful:yes', ':+1:', 'This answer helped'),
      button('helpful:no', ':-1:', 'This answer did not help'),
    ],
  };
}
