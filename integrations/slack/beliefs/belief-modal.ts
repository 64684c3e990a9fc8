import type { ActionsBlock, KnownBlock, ModalView } from '@slack/types';
import type { HistoryRow } from '../../../db/queries/card-material.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import type { LikelyQuote } from '../../../src/analysis/curate/likely-quotes.js';
import type { EvidencePacket } from '../../../src/beliefs/evidence/read-evidence.js';
import type { SignalPacket } from '../../../src/beliefs/signals/read-signal-packet.js';
import { signalRef } from '../../../src/beliefs/signals/ref.js';
import { counted, cut } from '../../../src/core/words.js';
import { beliefButton, confirmDialog, decisionRow } from '../blocks/belief-buttons.js';
import { historyLine } from '../blocks/history-line.js';
import { quoteLines, type Viewing } from '../blocks/quotes.js';
import { bold, line, richText, words } from '../blocks/rich-text.js';
import { signalBlocks } from '../blocks/signal-blocks.js';
import { context, label, ours } from '../blocks/text.js';

/** Maximum length of a quote in these windows. */
const QUOTE = 1_500;

/** The quotes on one page of the window with all of them. */
export const QUOTES_PER_PAGE = 15;

interface BeliefWindow extends Viewing {
  privateMetadata: string;
  /** A response to the user's last action here. */
  notice?: string | undefined;
}

/** A belief with every action that people can take on it, and their decisions so far. */
export function beliefModal(
  packet: SignalPacket,
  history: readonly HistoryRow[],
  window: BeliefWindow & { isKept: boolean },
): ModalView {
  const { signal } = packet;
  const isOpen = !signal.archived;
  const room = { now: window.now, names: window.names, quote: QUOTE, studies: 10 };
  const movesOf = (row: EvidenceRow) => [rejectRow(signal.signalId, row)];
  return {
    type: 'modal',
    private_metadata: window.privateMetadata,
    title: ours('Belief'),
    close: ours('Close'),
    blocks: [
      ...noticed(window.notice),
      ...signalBlocks(packet, isOpen ? { ...room, movesOf } : room),
      quotesRow(packet),
      ...(isOpen
        ? [decisionRow(signal.signalId, window)]
        : [context('Closed: you can still read it, but no quotes count for it.')]),
      ...(window.isKept ? [context(':pushpin: Kept: no later reading or recount drops it.')] : []),
      ...history.map((row) => context(historyLine(row))),
    ],
  };
}

function quotesRow({ signal }: SignalPacket): ActionsBlock {
  const { signalId, archived } = signal;
  const all = signal.quoteCount + signal.counterEvidenceCount;
  return {
    type: 'actions',
    block_id: 'quotes',
    elements: [
      beliefButton('belief.quotes', `All ${counted(all, 'quote')}`, signalId),
      ...(archived ? [] : [beliefButton('belief.seek', 'Look for more quotes', signalId)]),
    ],
  };
}

const noticed = (notice: string | undefined): KnownBlock[] =>
  notice ? [context(cut(`:information_source: ${notice}`, 2_900))] : [];

/** The value of a button about a quote of a belief; ids contain no spaces. */
const quoteValue = (signalId: string, evidenceId: string): string => `${signalId} ${evidenceId}`;

const rejectRow = (signalId: string, { evidenceId, kind }: EvidenceRow): ActionsBlock => {
  const [text, counts] =
    kind === 'counterEvidence'
      ? ['Does not contradict it', 'against']
      : ['Does not support it', 'for'];
  return {
    type: 'actions',
    block_id: `quote/${evidenceId}`,
    elements: [
      beliefButton('quote.reject', text, quoteValue(signalId, evidenceId), {
        confirm: confirmDialog(
          'Set this quote aside?',
          `It moves to the theme “Set aside” of its study: no later reading will count it ${counts} this belief again. The codebook keeps it as an example of what does not count.`,
          'Set it aside',
        ),
      }),
    ],
  };
};

/** All quotes of a belief, page by page. */
export function quotesModal(
  { signal }: SignalPacket,
  { items, total }: EvidencePacket,
  page: number,
  window: BeliefWindow,
): ModalView {
  const from = page * QUOTES_PER_PAGE;
  const turn = (text: string, to: number) =>
    beliefButton(`belief.quotes:${to}`, text, signal.signalId);
  const pages = [
    ...(page > 0 ? [turn('Previous', page - 1)] : []),
    ...(from + items.length < total ? [turn('Next', page + 1)] : []),
  ];
  return {
    type: 'modal',
    private_metadata: window.privateMetadata,
    title: ours('All quotes'),
    close: ours('Back'),
    blocks: [
      ...noticed(window.notice),
      richText(
        line(bold(`${signalRef(signal.refNumber)} `), words(label(signal.label, 200))),
        line(
          words(
            items.length === 0 ? 'No quotes.' : `${from + 1} to ${from + items.length} of ${total}`,
            { italic: true },
          ),
        ),
      ),
      ...items.flatMap((row): KnownBlock[] => [
        richText(
          ...(row.kind === 'counterEvidence' ? [line(bold('Against it'))] : []),
          ...quoteLines(row.quote, row, window, QUOTE),
        ),
        ...(signal.archived ? [] : [rejectRow(signal.signalId, row)]),
      ]),
      ...(pages.length > 0
        ? [{ type: 'actions' as const, block_id: 'pages', elements: pages }]
        : []),
    ],
  };
}

/** Quotes without a belief that probably support this one. A quote counts only if a person accepts it. */
export function likelyModal(
  { signal }: SignalPacket,
  likely: readonly LikelyQuote[],
  window: BeliefWindow,
): ModalView {
  return {
    type: 'modal',
    private_metadata: window.privateMetadata,
    title: ours('More quotes'),
    close: ours('Close'),
    blocks: [
      ...noticed(window.notice),
      richText(
        line(bold(`${signalRef(signal.refNumber)} `), words(label(signal.label, 200))),
        line(
          words(
            likely.length === 0
              ? 'No quote without a belief is likely to support this one. Look again after more interviews have been read.'
              : 'These quotes, from all studies, belong to no belief and share words with this one. Each counts only after you confirm it.',
          ),
        ),
      ),
      ...likely.flatMap((one): KnownBlock[] => [
        richText(...quoteLines(one.quote, one, window, QUOTE)),
        likelyRow(signal.signalId, one.quoteId),
      ]),
    ],
  };
}

const likelyRow = (signalId: string, quoteId: string): ActionsBlock => ({
  type: 'actions',
  block_id: `quote/${quoteId}`,
  elements: [
    beliefButton('quote.add', 'Supports it', quoteValue(signalId, quoteId), { style: 'primary' }),
    beliefButton('quote.refuse', 'Does not', quoteValue(signalId, quoteId)),
  ],
});
