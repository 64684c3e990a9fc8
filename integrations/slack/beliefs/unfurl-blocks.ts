import type { KnownBlock } from '@slack/types';
import type { BeliefRow } from '../../../db/queries/card-material.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import type { RecommendationRow } from '../../../db/queries/recommendations.js';
import type { SignalPacket } from '../../../src/beliefs/signals/read-signal-packet.js';
import { pageAddress } from '../../../src/core/page-links.js';
import { cut } from '../../../src/core/words.js';
import { beliefBlocks, beliefLines } from '../blocks/belief.js';
import { type Audience, noQuotesHere, quoteLines, type Viewing } from '../blocks/quotes.js';
import { bold, boldLink, line, richText, words } from '../blocks/rich-text.js';
import { label } from '../blocks/text.js';

const QUOTE = 400;

/** The preview of a belief: confidence, and the strongest quote for and against. */
export function signalUnfurl(packet: SignalPacket, view: Audience): KnownBlock[] {
  const { signal, evidence, counterEvidence } = packet;
  const strongest = (rows: readonly EvidenceRow[]) =>
    rows.slice(0, 1).flatMap((row) => quoteLines(row.quote, row, view, QUOTE));
  const against = strongest(counterEvidence);
  const quotes = [
    ...strongest(evidence),
    ...(against.length > 0 ? [line(bold('On the other hand')), ...against] : []),
  ];
  return [
    richText(beliefLines(signal, view), line(words(cut(signal.description, 400)))),
    ...(quotes.length === 0 ? [] : [view.showQuotes ? richText(...quotes) : noQuotesHere()]),
  ];
}

/** The preview of a recommendation: the proposal, its status, and its beliefs. */
export const recommendationUnfurl = (
  recommendation: RecommendationRow,
  beliefs: readonly BeliefRow[],
  view: Viewing,
): KnownBlock[] => [
  richText(
    line(
      boldLink(pageAddress(view.pages, recommendation), label(recommendation.title, 200)),
      words(` · ${recommendation.state} · ${recommendation.confidence} confidence`, {
        italic: true,
      }),
    ),
    line(words(cut(recommendation.body, 400))),
  ),
  ...beliefBlocks(beliefs, view),
];
