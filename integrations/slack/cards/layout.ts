import type { KnownBlock, RichTextBlockElement } from '@slack/types';
import type { BeliefRow } from '../../../db/queries/card-material.js';
import { shownName } from '../../../src/beliefs/participants/shown-name.js';
import { signalRef } from '../../../src/beliefs/signals/ref.js';
import { pageAddress } from '../../../src/core/page-links.js';
import { cut } from '../../../src/core/words.js';
import { standing } from '../blocks/belief.js';
import { type Audience, attribution, noQuotesHere, type Viewing } from '../blocks/quotes.js';
import { boldLink, bullets, line, quoted, type Run, richText, words } from '../blocks/rich-text.js';
import { cutToLines, LINE, label, linesOf } from '../blocks/text.js';
import { type CardContent, type CardQuote, type Part, part } from './card-content.js';
import type { CardMaterial } from './card-material.js';

/** A card shows at most three quotes in eight lines; Details has the rest. */
const CARD_LINES = 8;
const CARD_QUOTES = 3;
/** A quote is started only if this many lines can be shown. */
const QUOTE_START = 2;
/** Lines reserved for the quotes: one quote with its speaker, or one for each side. */
const ONE_QUOTE = QUOTE_START + 1;
const BOTH_SIDES = ONE_QUOTE + 2;
/** Characters in the line below a quote besides the names: age, remark and separators. */
const ATTRIBUTION = 35;
/** Maximum paragraph length in Details. */
const WHOLE = 3000;
export const WHOLE_QUOTE = 2500;

/** A card's body between its headline and its controls: why it is here and the most important quotes. */
export function layoutCard(
  content: CardContent,
  { beliefs }: CardMaterial,
  options: Audience,
): KnownBlock[] {
  const { quotes } = content;
  const parts = [...content.parts, ...beliefParts(beliefs[0], content, options)];
  const kept = linesKept(content, options);
  const shown: Part[] = [];
  let left = CARD_LINES - kept;
  for (const { runs, most, ...rest } of parts) {
    if (left === 0) break;
    const fitting = cutRuns(runs, (text) => cutToLines(text, Math.min(most, left)));
    left -= linesOf(textOf(fitting));
    shown.push({ ...rest, runs: fitting, most });
  }
  const elements = paragraphs(shown);
  const body = elements.length > 0 ? [richText(...elements)] : [];
  if (quotes.length === 0) return body;
  if (!options.showQuotes) return [...body, noQuotesHere()];
  return [...body, richText(...quotesWithin(quotes, left + kept, options))];
}

function linesKept({ quotes, bothSides }: CardContent, { showQuotes }: Audience): number {
  if (quotes.length === 0) return 0;
  if (!showQuotes) return 1;
  return bothSides && quotes.length > 1 ? BOTH_SIDES : ONE_QUOTE;
}

/** The body without limits: every part of a content in full. */
export const wholeParts = ({ parts }: CardContent): KnownBlock[] => {
  const whole = parts.map((one) => ({
    ...one,
    runs: cutRuns(one.runs, (text) => cut(text, WHOLE)),
  }));
  return whole.length > 0 ? [richText(...paragraphs(whole))] : [];
};

export const quoteElements = (quote: CardQuote, view: Viewing): RichTextBlockElement[] => [
  quoted(quote.quote),
  attribution(quote, view, quote.against ? 'against it' : undefined),
];

/** Name and status of the card's belief, unless the card already names it. */
function beliefParts(
  belief: BeliefRow | undefined,
  { parts, bothSides }: CardContent,
  { now, pages }: Viewing,
): Part[] {
  if (!belief) return [];
  const ref = signalRef(belief.refNumber);
  const named = [boldLink(pageAddress(pages, belief), ref), words(' ')];
  const told = parts.map(({ runs }) => textOf(runs)).join('\n');
  const state = words(standing(belief, now, { compact: true }), { italic: true });
  if (!bothSides && !told.includes(belief.label)) {
    return [part(1, ...named, words(label(belief.label, 200))), part(1, state)];
  }
  return [part(1, ...(told.includes(ref) ? [] : named), state)];
}

/**
 * Shows as many quotes as can get two lines each; for the opposing side, one line is enough. Lines left over go to
 * truncated quotes.
 */
function quotesWithin(
  quotes: readonly CardQuote[],
  room: number,
  view: Viewing,
): RichTextBlockElement[] {
  let left = room;
  const shown: { quote: CardQuote; lines: number; wanted: number }[] = [];
  for (const quote of quotes.slice(0, CARD_QUOTES)) {
    const wanted = linesOf(quote.quote);
    const enough = Math.min(wanted, quote.against ? 1 : QUOTE_START);
    const lines = Math.min(wanted, QUOTE_START, left - 1);
    if (lines < enough) continue;
    left -= lines + 1;
    shown.push({ quote, lines, wanted });
  }
  return shown
    .map(({ quote, lines, wanted }) => {
      const more = Math.min(wanted - lines, left);
      left -= more;
      const room = LINE - ATTRIBUTION - shownName(quote.participantName, view.names).length;
      const studyName = cut(quote.studyName, Math.max(room, 10));
      return { ...quote, studyName, quote: cutToLines(quote.quote, lines + more) };
    })
    .toSorted((a, b) => Number(a.against) - Number(b.against))
    .flatMap((quote) => quoteElements(quote, view));
}

const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

/** Cuts the combined text of the runs, keeping each run's style. */
function cutRuns(runs: readonly Run[], shorten: (text: string) => string): Run[] {
  const whole = textOf(runs);
  const shown = shorten(whole);
  if (shown === whole) return [...runs];
  let left = shown;
  return runs.flatMap((run) => {
    if (left === '') return [];
    const isLast = left.length <= run.text.length + 1;
    const text = isLast ? left : run.text;
    left = left.slice(text.length);
    return [{ ...run, text }];
  });
}

/** Renders parts in order; adjacent bullets become one list. */
function paragraphs(parts: readonly Part[]): RichTextBlockElement[] {
  const elements: RichTextBlockElement[] = [];
  let list: Run[][] = [];
  const endList = () => {
    if (list.length > 0) elements.push(bullets(list));
    list = [];
  };
  for (const { runs, bullet } of parts) {
    if (bullet) {
      list.push(runs);
      continue;
    }
    endList();
    elements.push(line(...runs));
  }
  endList();
  return elements;
}
