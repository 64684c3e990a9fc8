import type { KnownBlock, ModalView } from '@slack/types';
import type { CardGapRow, CardRecommendationRow } from '../../../db/queries/card-material.js';
import type { SignalPacket } from '../../../src/signals/read-signal-packet.js';
import { cut } from '../../../src/words.js';
import type { CardMaterial } from '../card-material.js';
import { summaryText } from './cards/card-face.js';
import { FACES } from './cards/faces.js';
import { weakness } from './cards/research-gap.js';
import { historyLine } from './history-line.js';
import type { Viewing } from './quotes.js';
import { bold, bullets, line, quoted, richText, words } from './rich-text.js';
import { signalBlocks } from './signal-blocks.js';
import { context, label, ours } from './text.js';
import { workItemBlocks } from './work-items.js';

const title = ours('Details');
const close = ours('Close');

/** Shown at once, because the trigger that opens a modal lives three seconds. */
export const loadingModal = (): ModalView => ({
  type: 'modal',
  title,
  close,
  blocks: [{ type: 'section', text: ours(':hourglass_flowing_sand: Gathering the evidence…') }],
});

/** The whole packet behind a card. */
export const detailsModal = (
  material: CardMaterial,
  packet: SignalPacket | undefined,
  view: Viewing,
): ModalView => ({
  type: 'modal',
  title,
  close,
  blocks: [
    ...front(material, packet === undefined, view),
    ...(material.recommendation ? whole(material.recommendation) : []),
    ...(material.gap && packet ? [weakness(material.gap)] : []),
    ...(material.gap?.draftedStudyName ? [asks(material.gap)] : []),
    ...workItemBlocks(material.recommendation),
    ...(packet
      ? [
          { type: 'divider' as const },
          ...signalBlocks(packet, { ...view, quote: 2500, studies: 20 }),
        ]
      : []),
    ...history(material),
  ],
});

/** Without a belief to tell of, the card's own words are all there is. */
function front(material: CardMaterial, alone: boolean, view: Viewing): KnownBlock[] {
  const { card } = material;
  const face = FACES[card.type](material, { ...view, showQuotes: true });
  const header: KnownBlock = { type: 'header', text: ours(face.title) };
  if (alone && !material.recommendation) return [header, ...face.blocks];
  return [
    header,
    richText(
      line(words(cut(summaryText(material, view.names), 2000))),
      ...(card.quote ? [quoted(cut(card.quote, 2500))] : []),
    ),
  ];
}

function whole(recommendation: CardRecommendationRow): KnownBlock[] {
  const actions = recommendation.actionItems
    .slice(0, 10)
    .map((item) => [bold(`${cut(item.action, 500)} `), words(`(${item.priority})`)]);
  return [
    richText(
      line(
        bold(label(recommendation.title, 300)),
        words(` · ${recommendation.state} · ${recommendation.confidence} confidence`),
      ),
      line(words(cut(recommendation.body, 3000))),
      ...(actions.length > 0 ? [bullets(actions)] : []),
      ...(recommendation.counterEvidenceNote
        ? [line(bold('Against it: '), words(cut(recommendation.counterEvidenceNote, 1000)))]
        : []),
    ),
  ];
}

/** What a drafted study asks, once its draft is filled. */
const asks = ({ draftedQuestions }: CardGapRow): KnownBlock =>
  draftedQuestions.length > 0
    ? richText(
        line(bold('It asks:')),
        bullets(draftedQuestions.slice(0, 10).map((question) => [words(cut(question, 300))])),
      )
    : richText(line(words('The draft is being written.')));

const history = ({ history: rows }: CardMaterial): KnownBlock[] =>
  rows.map((row) => context(historyLine(row)));
