import type { KnownBlock, RichTextBlockElement } from '@slack/types';
import type { Answer, AnswerParts, AnswerQuote } from '../../../src/answers/ask/answer.js';
import { pageAddress } from '../../../src/core/page-links.js';
import { cut } from '../../../src/core/words.js';
import type { Message } from '../blocks/message.js';
import { type Audience, noQuotesHere, quoteLines } from '../blocks/quotes.js';
import { bold, boldLink, bullets, line, richText, words } from '../blocks/rich-text.js';
import { escaped, label } from '../blocks/text.js';

/** Maximum length of each quote: five for and two against have to fit in a message. */
const QUOTE = 700;
const LEAD = 1500;
const NOTIFICATION = 600;

export interface AnswerOptions extends Audience {
  question: string;
}

/** Renders an answer as a message: the belief and its confidence, then quotes for and against. */
export function answerMessage({ parts }: Answer, options: AnswerOptions): Message {
  return {
    text: escaped(label(parts.lead, NOTIFICATION)),
    blocks: [
      richText(line(bold(label(options.question, 300)))),
      richText(line(words(cut(parts.lead, LEAD)))),
      ...(parts.covered ? said(parts, options) : nearest(parts, options)),
      ...caveats(parts.caveats),
    ],
  };
}

function said(parts: AnswerParts, options: AnswerOptions): KnownBlock[] {
  if (!options.showQuotes) return [noQuotesHere()];
  const refs = new Map(parts.beliefs.map(({ signalId, ref }) => [signalId, ref]));
  const lines = (quotes: readonly AnswerQuote[]): RichTextBlockElement[] =>
    quotes.flatMap(({ item, signalId }) => {
      const ref = refs.get(signalId);
      const refAddress = pageAddress(options.pages, { signalId });
      return quoteLines(item.quote, ref ? { ...item, ref, refAddress } : item, options, QUOTE);
    });
  const titled = (title: string, quotes: readonly AnswerQuote[]): KnownBlock[] =>
    quotes.length > 0 ? [richText(line(bold(title)), ...lines(quotes))] : [];
  return [
    ...titled('What people said', parts.quotes),
    ...titled('What speaks against it', parts.counterQuotes),
  ];
}

function nearest(parts: AnswerParts, { pages }: AnswerOptions): KnownBlock[] {
  if (!parts.nearest) return [];
  const { belief, gap } = parts.nearest;
  return [
    richText(
      line(
        words('The nearest belief is '),
        boldLink(pageAddress(pages, belief), belief.ref),
        words(`: ${label(belief.label, 200)}`),
      ),
      ...(gap
        ? [line(words(`An open research gap is near it: ${cut(gap.description, 400)}`))]
        : []),
    ),
  ];
}

const caveats = (sentences: readonly string[]): KnownBlock[] =>
  sentences.length > 0
    ? [
        richText(
          line(bold('Keep in mind')),
          bullets(sentences.slice(0, 5).map((sentence) => [words(cut(sentence, 300))])),
        ),
      ]
    : [];
