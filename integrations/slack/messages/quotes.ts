import type { KnownBlock, RichTextBlockElement } from '@slack/types';
import type { CardQuoteRow } from '../../../db/queries/card-material.js';
import { cut } from '../../../src/words.js';
import { age } from './age.js';
import { type Names, shownName } from './person-name.js';
import { bold, italic, line, quoted, richText, words } from './rich-text.js';
import { label } from './text.js';

export interface Attribution {
  participantName: string;
  studyName: string;
  capturedAt: Date | null;
  /** `SIG-n`; left out where the message names the belief once for all quotes. */
  ref?: string;
}

/** When, and with how much of people's names, something is shown. */
export interface Viewing {
  now: Date;
  names: Names;
}

/** As {@link Viewing}, where quotes may have to stay away. */
export interface Audience extends Viewing {
  /** False where people of other organisations read along, or where nobody can know. */
  showQuotes: boolean;
}

/** Who said it, in which study, how long ago: always its own line, so that no quote can pose as one. */
export function attribution(said: Attribution, view: Viewing): RichTextBlockElement {
  const parts = [
    shownName(said.participantName, view.names),
    label(said.studyName, 80),
    age(said.capturedAt, view.now),
    ...(said.ref ? [said.ref] : []),
  ];
  return line(words(`— ${parts.join(' · ')}`, { italic: true }));
}

/** One verbatim quote, literal, with its attribution below. */
export const quoteLines = (
  quote: string,
  said: Attribution,
  view: Viewing,
  max: number,
): RichTextBlockElement[] => [quoted(cut(quote, max)), attribution(said, view)];

/** Longest part of a quote on a card; Details has more of it. */
const CARD_QUOTE = 700;
const CARD_SUPPORTING = 2;
const CARD_COUNTER = 1;

/** The quotes that matter, and the strongest that speaks against; nothing where there are none. */
export function quoteBlocks(
  quotes: readonly CardQuoteRow[],
  options: Viewing & { counterTitle?: string },
): KnownBlock[] {
  const shown = (kind: CardQuoteRow['kind'], most: number) =>
    quotes
      .filter((quote) => quote.kind === kind)
      .slice(0, most)
      .flatMap((quote) => quoteLines(quote.quote, quote, options, CARD_QUOTE));
  const supporting = shown('evidence', CARD_SUPPORTING);
  const counter = shown('counterEvidence', CARD_COUNTER);
  const elements = [
    ...supporting,
    ...(counter.length > 0
      ? [line(bold(options.counterTitle ?? 'On the other hand')), ...counter]
      : []),
  ];
  return elements.length > 0 ? [richText(...elements)] : [];
}

export const noQuotesHere = (): KnownBlock =>
  richText(
    line(italic('Quotes are not shown in a channel that is shared with another organisation.')),
  );
